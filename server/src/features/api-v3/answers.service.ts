import type {
  AnswerRequestV3,
  AnswersV3,
  answerQuestionsV3,
  createAnswerRequestV3,
  listQuestionsV3,
} from '@clairisque/contract/api-v3.questions.ts';
import type { Statement } from '@clairisque/contract/api-v3.ts';
import type { AnswerValue, GivenAnswer } from '@clairisque/contract/common/questions.ts';
import { requestKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { AnswerRequest, Question } from '@clairisque/contract/questions.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { NO, NOT_APPLICABLE, UNKNOWN, YES } from '#domain/questions/question.ts';
import { createAnswerRequest, listAnswerRequests, proposeAnswers } from '#features/answer-requests/answer-requests.ts';
import { nameOfKey } from '#features/api-keys/api-keys.ts';
import { completeStatement } from '#features/issuance/issuance.ts';
import { answerQuestions, listQuestions } from '#features/questions/questions.ts';
import type { Attempt } from './attempts.service.ts';
import { linkedOnce } from './handovers.service.ts';
import { readStatement, requireReady } from './statements.service.ts';

type Owned = { accountId: number; id: number };
type Listed = z.input<(typeof listQuestionsV3)['schema']['response'][200]>;

/** Throws as `requireReady`, and `conflict` for a document made before questions were kept. */
export async function listQuestionsOf(deps: Deps, owned: Owned): Promise<Listed> {
  await requireReady(deps, owned);
  const { questions, ouvertes, editions_restantes } = await listQuestions(deps, owned);
  return {
    mode: deps.mode,
    open: ouvertes,
    completions_left: editions_restantes,
    data: questions.map((one) => inV3(deps, one)),
  };
}

const KINDS = {
  oui_non: 'yes_no',
  choix: 'choice',
  date: 'date',
  nombre: 'number',
  texte: 'text',
  arretes: 'decrees',
} as const;
const WHO = { proprietaire: 'owner', mandataire: 'agent', l_un_ou_l_autre: 'either' } as const;
const STATUS = { ouverte: 'open', repondue: 'answered', a_confirmer: 'to_confirm' } as const;

function inV3({ mode }: Deps, question: Question): Listed['data'][number] {
  const { reponse: answer, si: onlyIf } = question;
  return {
    key: question.id,
    block: question.bloc,
    block_title: question.bloc_titre,
    subject: question.sujet,
    text: question.libelle,
    help: question.aide,
    law: question.loi,
    kind: KINDS[question.nature],
    ...(question.choix && {
      choices: question.choix.map(({ cle, libelle }) => ({ key: toEnglish(question, cle), label: libelle })),
    }),
    ...(question.plusieurs && { several: true }),
    ...(question.arretes && {
      decrees: question.arretes.map(({ code, alea, debut, fin, arrete }) => ({
        code,
        hazard: alea,
        start: debut,
        end: fin,
        decree: arrete,
      })),
    }),
    ...(question.longueur_max && { max_length: question.longueur_max }),
    not_applicable: question.sans_objet,
    answered_by: WHO[question.repond],
    only_if: onlyIf && { question: onlyIf.question, value: WORDS.get(onlyIf.valeur) ?? onlyIf.valeur },
    status: STATUS[question.etat],
    answer: answer && {
      value: typeof answer.valeur === 'string' ? toEnglish(question, answer.valeur) : answer.valeur,
      declared_by: answer.declare_par,
      declared_at: answer.declare_le,
      answer_request_id: answer.demande && requestKey(answer.demande, mode),
      printed: answer.imprimee,
    },
    contradiction: question.contradiction,
  };
}

/** The words that are answers of their own; a text or a key stays as it is. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [YES, 'yes'],
  [NO, 'no'],
  [UNKNOWN, 'unknown'],
  [NOT_APPLICABLE, 'not_applicable'],
]);
const ENGLISH: ReadonlyMap<string, string> = new Map([...WORDS].map(([french, english]) => [english, french]));

const hasWords = ({ nature, sans_objet }: Pick<Question, 'nature' | 'sans_objet'>, french: string): boolean =>
  nature === 'oui_non' || (french === NOT_APPLICABLE ? sans_objet : french === UNKNOWN && nature !== 'texte');

const toEnglish = (question: Question, value: string): string =>
  hasWords(question, value) ? (WORDS.get(value) ?? value) : value;

function toFrench(question: Question | undefined, value: AnswerValue): AnswerValue {
  const french = typeof value === 'string' ? ENGLISH.get(value) : undefined;
  return question !== undefined && french !== undefined && hasWords(question, french) ? french : value;
}

/** For answers given before their questions are known: the words of the API are those answers, whatever the question. */
export const answersInFrench = (answers: AnswersV3): GivenAnswer[] =>
  answers.map(({ question, value }) => ({
    question,
    valeur: typeof value === 'string' ? (ENGLISH.get(value) ?? value) : value,
  }));

type Answers = z.output<(typeof answerQuestionsV3)['schema']['body']>;

/**
 * Keeps the answers, then prints the completed edition. The same call again changes nothing. Throws as `listQuestionsOf`,
 * `invalid_input` for an answer that is refused, `conflict` when it cannot be completed: the answers are kept.
 */
export async function answer(deps: Deps, owned: Owned, { answers, complete }: Answers): Promise<Statement> {
  await answerQuestions(deps, owned, await givenIn(deps, owned, answers));
  if (complete) await completeStatement(deps, owned);
  return readStatement(deps, owned);
}

/** Each in the words of its question. */
async function givenIn(deps: Deps, owned: Owned, answers: AnswersV3): Promise<GivenAnswer[]> {
  await requireReady(deps, owned);
  const { questions } = await listQuestions(deps, owned);
  const byId = new Map(questions.map((one) => [one.id, one]));
  return answers.map(({ question, value }) => ({ question, valeur: toFrench(byId.get(question), value) }));
}

type Proposal = { keyId: number; answers: AnswersV3 };

/** For a person to accept, in the account: nothing is declared. Throws as `listQuestionsOf`, and `invalid_input`. */
export async function propose(
  deps: Deps,
  owned: Owned,
  { keyId, answers }: Proposal,
): Promise<{ proposal: AnswerRequestV3; contradictions: string[] }> {
  const given = await givenIn(deps, owned, answers);
  const by = await nameOfKey(deps, keyId);
  const { request, contradictions } = await proposeAnswers(deps, owned, { by, answers: given });
  return { proposal: requestInV3(deps, owned.id, request), contradictions };
}

const REQUEST_STATUS = {
  ouverte: 'open',
  proposee: 'proposed',
  certifiee: 'certified',
  acceptee: 'accepted',
  refusee: 'refused',
  expiree: 'expired',
  revoquee: 'revoked',
} as const;

function requestInV3({ mode }: Deps, statementId: number, request: AnswerRequest): AnswerRequestV3 {
  const { repondant: who } = request;
  return {
    id: requestKey(request.id, mode),
    mode,
    statement_id: statementKey(statementId, mode),
    label: request.libelle,
    email: request.email,
    url: request.url,
    status: REQUEST_STATUS[request.etat],
    questions: request.questions.map(({ id }) => id),
    created_at: request.cree_le,
    valid_until: request.expire_le,
    respondent: who && { name: who.nom, email: who.email, certified_at: who.certifie_le },
    answers: request.reponses.map(({ question, valeur }) => ({
      question,
      value: typeof valeur === 'string' ? (WORDS.get(valeur) ?? valeur) : valeur,
    })),
  };
}

type AskedFor = Attempt & { id: number; request: z.output<(typeof createAnswerRequestV3)['schema']['body']> };

/** A link for who knows, once. Throws as `listQuestionsOf`, and `invalid_input` for a question that is not asked. */
export async function ask(deps: Deps, asked: AskedFor): Promise<{ made: AnswerRequestV3; isReplayed: boolean }> {
  const { caller, id, request } = asked;
  const owned = { accountId: caller.accountId, id };
  await requireReady(deps, owned);
  const { label, email, questions } = request;
  const { made, isReplayed } = await linkedOnce(
    deps,
    { ...asked, body: request },
    {
      list: () => listAnswerRequests(deps, owned),
      make: (linkId) => createAnswerRequest(deps, owned, { id: linkId, label, email, questions }),
    },
  );
  return { made: requestInV3(deps, id, made), isReplayed };
}

/** Newest first. Throws `not_found`. */
export async function listRequestsOf(
  deps: Deps,
  owned: Owned,
): Promise<{ mode: Deps['mode']; data: AnswerRequestV3[] }> {
  const requests = await listAnswerRequests(deps, owned);
  return { mode: deps.mode, data: requests.map((one) => requestInV3(deps, owned.id, one)) };
}
