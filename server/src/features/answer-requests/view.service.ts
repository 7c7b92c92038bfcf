import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import type { Question } from '#domain/questions/question.ts';
import { contradictionOf, inWords } from '#domain/questions/values.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { linksKey, secretToken } from '#platform/security/secret-link.ts';
import type { RequestRow, SavedAnswers } from './answer-requests.queries.ts';

/** Kind of the secret token. */
export const ASKED = 'questions';

/** Its last day included, in Paris. */
export const hasEnded = ({ clock }: Pick<Deps, 'clock'>, { expires_on }: Pick<RequestRow, 'expires_on'>): boolean =>
  Temporal.PlainDate.compare(parisDate(clock().toISOString()), expires_on) > 0;

export async function urlOf(deps: Pick<Deps, 'db' | 'publicUrl'>, id: string): Promise<string> {
  return `${deps.publicUrl}/questions/${secretToken(await linksKey(deps.db), ASKED, id)}`;
}

/** Answers as their owner sees them, with the words of the current edition. */
export const viewRequests = (
  deps: Deps,
  rows: readonly RequestRow[],
  questions: readonly Question[],
): Promise<AnswerRequest[]> => Promise.all(rows.map((row) => viewRequest(deps, row, questions)));

export async function viewRequest(deps: Deps, row: RequestRow, questions: readonly Question[]): Promise<AnswerRequest> {
  const byId = new Map(questions.map((one) => [one.id, one]));
  // A proposal has no page of its own: its owner decides where the questions are.
  const url = row.proposed_by === null ? await urlOf(deps, row.id) : `${deps.publicUrl}/completer/${row.statement_id}`;
  return viewed(deps, row, { byId, url });
}

type Known = { byId: ReadonlyMap<string, Question>; url: string };

function viewed(deps: Deps, row: RequestRow, { byId, url }: Known): AnswerRequest {
  const { certified_at: at, respondent_name: nom, respondent_email: email } = row;
  return {
    id: row.id,
    url,
    libelle: row.label,
    email: row.email,
    proposee_par: row.proposed_by,
    etat: stateOf(deps, row),
    questions: row.questions.flatMap((id) => {
      const question = byId.get(id);
      return question === undefined ? [] : [{ id, ...wordsOf(question) }];
    }),
    cree_le: row.created_at.toISOString(),
    expire_le: row.expires_on,
    revoquee_le: row.revoked_at?.toISOString() ?? null,
    relancee_le: row.reminded_at?.toISOString() ?? null,
    ouvertures: row.openings,
    repondant: at === null || nom === null ? null : { nom, email: email ?? '', certifie_le: at.toISOString() },
    reponses: viewAnswers(row.answers, byId),
    decidee_le: row.decided_at?.toISOString() ?? null,
  };
}

const wordsOf = ({ label, subject }: Question) => ({ libelle: typeset(label), sujet: subject && typeset(subject) });

/** Answers to questions that are still asked. */
export const viewAnswers = (answers: SavedAnswers, byId: ReadonlyMap<string, Question>): AnswerRequest['reponses'] =>
  Object.entries(answers).flatMap(([id, valeur]) => {
    const question = byId.get(id);
    if (question === undefined || valeur === null) return [];
    const contradiction = contradictionOf(question, valeur);
    return [
      {
        question: id,
        libelle: wordsOf(question).libelle,
        valeur,
        en_mots: typeset(inWords(question, valeur)),
        contradiction: contradiction && typeset(contradiction),
      },
    ];
  });

function stateOf(deps: Deps, row: RequestRow): AnswerRequest['etat'] {
  if (row.decided_at !== null) return row.accepted === true ? 'acceptee' : 'refusee';
  if (row.certified_at !== null) return 'certifiee';
  if (row.revoked_at !== null) return 'revoquee';
  if (hasEnded(deps, row)) return 'expiree';
  return row.proposed_by === null ? 'ouverte' : 'proposee';
}
