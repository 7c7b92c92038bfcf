import { isDeepStrictEqual } from 'node:util';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { GivenAnswer } from '@clairisque/contract/common/questions.ts';
import type { Questions } from '@clairisque/contract/questions.ts';
import type { Deps } from '#deps.ts';
import { answersOf, isToConfirm, openAmong, type Answer, type Question } from '#domain/questions/question.ts';
import { isReadable } from '#domain/questions/values.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { requireEdition, type Edition } from '#features/documents/documents.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { completionsLeft, completionRefusal, TOO_OLD } from './completion.rules.ts';
import { contradictionsAmong, faultsOf, refuseAnswers } from './refusals.rules.ts';
import {
  findAnswered,
  insertAnswers,
  listAnswers,
  listAskedActs,
  lockAnswered,
  setOpenQuestions,
  setVersion,
  type AnsweredStatement,
  type AskedAct,
  type AnswerRow,
  type Author,
} from './questions.queries.ts';
import { viewQuestion } from './view.rules.ts';
import * as contract from '@clairisque/contract/questions.ts';
import { owned } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';

export { completionRefusal, rankOf, RENEWED_MEANWHILE } from './completion.rules.ts';
export { contradictionsAmong, refuseAnswers } from './refusals.rules.ts';
export { viewQuestion } from './view.rules.ts';
export { listAnswersOfAccount, type Author } from './questions.queries.ts';

type Owned = { accountId: number; id: number };
/** The answers of a statement up to a version. */
export type GivenAnswers = { version: number; answers: Answer[] };

/** Who answers in the account: its owner, or an agent for the owner. */
export const OWNER = 'le propriétaire ou son mandataire';
/** Sets of answers of one statement: more come from a program. */
const MOST_VERSIONS = 2_000;

/** What a document prints; those given before `renewedAt` are old. */
export async function givenAnswers(
  { db }: Pick<Deps, 'db'>,
  { account_id: accountId, id }: { account_id: number; id: number },
  { renewedAt }: { renewedAt: Date | null },
): Promise<GivenAnswers> {
  const version = (await findAnswered(db, { accountId, id }))?.answers_version ?? 0;
  if (version === 0) return { version, answers: [] };
  const [rows, acts] = await Promise.all([listAnswers(db, id), listAskedActs(db, id)]);
  return { version, answers: answersIn(rows, { renewedAt, acts, version }) };
}

function answersIn(
  rows: readonly AnswerRow[],
  { renewedAt, acts, version }: { renewedAt: Date | null; acts: readonly AskedAct[]; version?: number },
): Answer[] {
  return rows.flatMap((row) => {
    const { question, value, declared_by: by, declared_at, version: its } = row;
    if (value === null || its > (version ?? its)) return [];
    const act = actAnswered(row, acts);
    const isOld = renewedAt !== null && declared_at < renewedAt;
    return [{ question, value, by, on: dayOf(declared_at), isOld, ...(act !== undefined && { act }) }];
  });
}

/** Of the edition that was current when it was said, which may be long before it was kept: the first, before the issue. */
function actAnswered(
  { question, version, declared_at: said }: AnswerRow,
  acts: readonly AskedAct[],
): string | undefined {
  const asked = acts.filter((one) => one.question === question);
  return (asked.findLast((one) => one.version < version && one.at <= said) ?? asked[0])?.act;
}

const currentAnswers = async (db: Deps['db'], id: number, { renewed_at: renewedAt }: AnsweredStatement) => {
  const [rows, acts] = await Promise.all([listAnswers(db, id), listAskedActs(db, id)]);
  return { rows, answers: answersIn(rows, { renewedAt, acts }) };
};

const dayOf = (at: Date): string => parisDate(at.toISOString()).toString();

/** The answers of an edition's statement, and what was declared before its issue. */
export async function givenAnswersNow(
  deps: Pick<Deps, 'db'>,
  { accountId, statementId }: Pick<Edition, 'accountId' | 'statementId'>,
): Promise<{ answers: Answer[]; declarations: Declarations | null }> {
  const statement = await requireAnswered(deps, { accountId, id: statementId });
  const { answers } = await currentAnswers(deps.db, statementId, statement);
  return { answers, declarations: statement.declarations };
}

/** The checklist. Throws `not_found`, also for a draft; `conflict` for an edition made before questions were kept. */
export async function listQuestions(deps: Deps, owned: Owned): Promise<Questions> {
  const edition = await requireEdition(deps, owned);
  const questions = requireQuestions(edition);
  const statement = await requireAnswered(deps, owned);
  const { rows, answers: given } = await currentAnswers(deps.db, owned.id, statement);
  const answers = readable(questions, given);
  const byQuestion = new Map(rows.map((row) => [row.question, row]));
  const today = parisDate(deps.clock().toISOString());
  return {
    reference: edition.reference,
    adresse: edition.confirmedAddress ?? edition.adresse,
    type: edition.type,
    questions: questions.map((question) =>
      viewQuestion(question, { row: byQuestion.get(question.id), answers, printed: edition.answersVersion, today }),
    ),
    ouvertes: openAmong(questions, answersOf(answers)).length,
    a_imprimer: toPrint(questions, rows, edition),
    editions_restantes: completionsLeft(edition),
    refus: completionRefusal(edition, statement.closed_at, deps.clock()),
  };
}

/** A draft keeps answers before its questions are known: what is none of theirs is asked. */
const readable = (questions: readonly Question[], answers: readonly Answer[]): Answer[] => {
  const byId = new Map(questions.map((one) => [one.id, one]));
  return answers.filter((answer) => isReadable(byId.get(answer.question), answer));
};

export const stillOpen = (questions: readonly Question[], answers: readonly Answer[]): Question[] =>
  openAmong(questions, answersOf(readable(questions, answers)));

const toPrint = (questions: readonly Question[], rows: readonly AnswerRow[], edition: Edition): number =>
  rows.filter(
    ({ question, version }) => version > edition.answersVersion && questions.some(({ id }) => id === question),
  ).length;

/** Throws `conflict` for an edition made before they were kept. */
export function requireQuestions({ questions }: Pick<Edition, 'questions'>): Question[] {
  if (questions === null) throw new AppError('conflict', TOO_OLD);
  return questions;
}

async function requireAnswered({ db }: Pick<Deps, 'db'>, owned: Owned): Promise<AnsweredStatement> {
  const statement = await findAnswered(db, owned);
  if (statement === undefined) throw new AppError('not_found', 'Pas trouvé.');
  return statement;
}

type Kept = { ouvertes: number | null; a_imprimer: number; contradictions: string[] };

/**
 * Keeps the answers of the account, all or none. Throws `not_found`, `conflict`, or `invalid_input` with a sentence for
 * each that is refused.
 */
export const answerQuestions = (deps: Deps, owned: Owned, given: readonly GivenAnswer[]): Promise<Kept> =>
  keepAnswers(deps, owned, { given, author: { by: OWNER, at: deps.clock(), requestId: null } });

/** The same, of who certified them by a link. In the transaction of the caller, or its own. */
export async function keepAnswers(
  deps: Deps,
  owned: Owned,
  { given, author }: { given: readonly GivenAnswer[]; author: Author },
): Promise<Kept> {
  return transact(deps, async (deps) => {
    // The account's lock comes before the statement's, as in a deletion: no deadlock.
    if (!(await lockAccountShared(deps.db, owned.accountId))) throw accountGone();
    const statement = await lockAnswered(deps.db, owned);
    if (statement === undefined) throw new AppError('not_found', 'Pas trouvé.');
    const before = await currentAnswers(deps.db, owned.id, statement);
    const changed = given.filter((one) => isChange(before.rows, one));
    if (statement.status === 'draft') {
      refuseWhileGenerating(statement, deps.clock());
      await write(deps, owned, { statement, author, changed });
      return { ouvertes: null, a_imprimer: 0, contradictions: [] };
    }
    const edition = await requireEdition(deps, owned);
    const questions = requireQuestions(edition);
    refuseAnswers(questions, given, parisDate(deps.clock().toISOString()));
    // The same value again, of what is asked again, is a new answer.
    const asked = new Set(toConfirm(questions, before.answers));
    const confirmed = given.filter((one) => asked.has(one.question) && !changed.includes(one));
    await write(deps, owned, { statement, author, changed: [...changed, ...confirmed] });
    const { rows, answers } = await currentAnswers(deps.db, owned.id, statement);
    const contradictions = contradictionsAmong(questions, answers, statement.declarations);
    const open = stillOpen(questions, answers).length;
    await setOpenQuestions(deps.db, owned, open);
    return { ouvertes: open, a_imprimer: toPrint(questions, rows, edition), contradictions };
  });
}

const toConfirm = (questions: readonly Question[], answers: readonly Answer[]): string[] => {
  const byId = new Map(questions.map((one) => [one.id, one]));
  return answers.flatMap((answer) => {
    const question = byId.get(answer.question);
    return question !== undefined && isToConfirm(question, answer) ? [answer.question] : [];
  });
};

/** An answer that is given again changes nothing: a repeated call makes no other edition. */
function isChange(rows: readonly AnswerRow[], { question, valeur }: GivenAnswer): boolean {
  const former = rows.find((row) => row.question === question)?.value ?? null;
  return !isDeepStrictEqual(former, valeur);
}

type Written = { statement: AnsweredStatement; author: Author; changed: readonly GivenAnswer[] };

async function write({ db }: Deps, owned: Owned, { statement, author, changed }: Written): Promise<void> {
  if (changed.length === 0) return;
  const version = statement.answers_version + 1;
  if (version > MOST_VERSIONS) throw new AppError('conflict', TOO_MANY);
  await setVersion(db, owned, version);
  const rows = changed.map(({ question, valeur: value }) => ({ question, value }));
  await insertAnswers(db, { statementId: owned.id, version, author }, rows);
}

const TOO_MANY = 'Ces réponses ont changé trop de fois\u00A0: complétez le document avec celles qui sont gardées.';

function refuseWhileGenerating({ generating_until: until }: AnsweredStatement, now: Date): void {
  if (until === null || until < now) return;
  throw new AppError(
    'conflict',
    'Cet état des risques est en cours de préparation\u00A0: attendez qu’il soit prêt, puis complétez-le.',
  );
}

/** Call it in the transaction that writes an edition. */
export async function markOpenQuestions(
  { db }: Pick<Deps, 'db'>,
  owned: Owned,
  { questions }: { questions: Question[] },
): Promise<number> {
  const { answers } = await currentAnswers(db, owned.id, await requireAnswered({ db }, owned));
  const open = stillOpen(questions, answers).length;
  await setOpenQuestions(db, owned, open);
  return open;
}

/** Answers that a document just printed left out, each with a sentence: they were given before its questions were known. */
export async function unprintedAnswers(
  deps: Pick<Deps, 'db' | 'clock'>,
  owned: Owned,
): Promise<ReadonlyMap<string, string>> {
  const [edition, rows] = await Promise.all([requireEdition(deps, owned), listAnswers(deps.db, owned.id)]);
  const given = rows.map(({ question, value: valeur }) => ({ question, valeur }));
  return faultsOf(requireQuestions(edition), given, parisDate(deps.clock().toISOString()));
}

/** The open questions of a statement, for its owner. */
export const questionRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.listQuestions,
    handler: (request) => listQuestions(deps, owned(request, request.params.erp_id)),
  });
  app.route({
    ...contract.answerQuestions,
    handler: (request) => answerQuestions(deps, owned(request, request.params.erp_id), request.body.reponses),
  });
};
