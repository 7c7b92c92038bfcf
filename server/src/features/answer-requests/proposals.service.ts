import { randomUUID } from 'node:crypto';
import type { GivenAnswer } from '@clairisque/contract/common/questions.ts';
import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockAccount } from '#features/accounts/accounts.ts';
import { requireEdition, type Edition } from '#features/documents/documents.ts';
import {
  contradictionsAmong,
  givenAnswersNow,
  refuseAnswers,
  requireQuestions,
} from '#features/questions/questions.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { insertProposal } from './answer-requests.queries.ts';
import { viewRequest } from './view.service.ts';
import { longFrenchDate } from '#domain/french.ts';

/** For one document, decided ones included. */
const MOST_PROPOSALS = 20;

type Proposed = { by: string; answers: readonly GivenAnswer[] };

/**
 * Shows answers of a program to the owner, who alone declares them; they take the place of those that it proposed before.
 * Returns what sources say otherwise. Throws as `createAnswerRequest`, and `invalid_input` for each answer that is refused.
 */
export async function proposeAnswers(
  deps: Deps,
  owned: { accountId: number; id: number },
  { by, answers }: Proposed,
): Promise<{ request: AnswerRequest; contradictions: string[] }> {
  const edition = await requireEdition(deps, owned);
  const today = parisDate(deps.clock().toISOString());
  refuseExpired(edition, today);
  const given = answers.filter(({ valeur }) => valeur !== null);
  if (given.length === 0) throw new AppError('invalid_input', { answers: ['Proposez au moins une réponse.'] });
  const contradictions = await contradictionsOf(deps, edition, { by, given, today });
  const row = await transact(deps, async ({ db }) => {
    // Alone: calls at once do not exceed what is allowed.
    if ((await lockAccount(db, owned.accountId)) === undefined) throw accountGone();
    const proposal = {
      id: randomUUID(),
      account_id: owned.accountId,
      statement_id: owned.id,
      edition: edition.edition,
      label: '',
      questions: given.map(({ question }) => question),
      answers: Object.fromEntries(given.map(({ question, valeur }) => [question, valeur])),
      created_at: deps.clock(),
      expires_on: lastDay(today, edition).toString(),
      proposed_by: by,
    };
    return insertProposal(db, proposal, MOST_PROPOSALS);
  });
  if (row === undefined) throw new AppError('conflict', TOO_MANY);
  return { request: await viewRequest(deps, row, requireQuestions(edition)), contradictions };
}

const TOO_MANY = `Ce document a déjà reçu ${MOST_PROPOSALS}\u00A0propositions\u00A0: répondez-y à l’écran.`;

type Given = { by: string; given: readonly GivenAnswer[]; today: Temporal.PlainDate };

/** Contradictions of the given answers and of the kept ones. Throws `invalid_input`. */
async function contradictionsOf(deps: Deps, edition: Edition, { by, given, today }: Given): Promise<string[]> {
  const questions = requireQuestions(edition);
  refuseAnswers(questions, given, today);
  const { answers: kept, declarations } = await givenAnswersNow(deps, edition);
  const named = new Set(given.map(({ question }) => question));
  const proposed = given.flatMap(({ question, valeur: value }) =>
    value === null ? [] : [{ question, value, by, on: today.toString() }],
  );
  const all = [...kept.filter(({ question }) => !named.has(question)), ...proposed];
  return contradictionsAmong(questions, all, declarations);
}

const LASTS_DAYS = 30;

/** Thirty days, and not after the document. */
export function lastDay(today: Temporal.PlainDate, { expiresOn }: Edition): Temporal.PlainDate {
  const last = today.add({ days: LASTS_DAYS });
  return Temporal.PlainDate.compare(last, expiresOn) > 0 ? Temporal.PlainDate.from(expiresOn) : last;
}

/** Throws `conflict`. */
export function refuseExpired({ expiresOn }: Edition, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(today, expiresOn) > 0)
    throw new AppError('conflict', `Ce document a expiré le ${longFrenchDate(expiresOn)}.`);
}
