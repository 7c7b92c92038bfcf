import { randomUUID } from 'node:crypto';
import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import type { Deps } from '#deps.ts';
import type { Question } from '#domain/questions/question.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockAccount, lockAccountShared } from '#features/accounts/accounts.ts';
import { currentEdition, hasStatement, requireEdition, type Edition } from '#features/documents/documents.ts';
import {
  givenAnswersNow,
  keepAnswers,
  OWNER,
  requireQuestions,
  stillOpen,
  type Author,
} from '#features/questions/questions.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import {
  countMailedSince,
  insertRequest,
  listRequests,
  lockOwnRequest,
  markDecided,
  revokeRequest,
  type RequestRow,
} from './answer-requests.queries.ts';
import { lastDay, refuseExpired } from './proposals.service.ts';
import { inviteByMail } from './notices.service.ts';
import { viewRequest, viewRequests } from './view.service.ts';

export { listRequestsOfAccount } from './answer-requests.queries.ts';
export { proposeAnswers } from './proposals.service.ts';

type Owned = { accountId: number; id: number };

/** Far more than one document ever needs. */
const MOST_REQUESTS = 50;
/** An account mails so many requests a day, to any address. */
const MOST_MAILS_A_DAY = 50;
const A_DAY_MS = 86_400_000;

export type Asked = { id?: string; label: string; email?: string | undefined; questions?: string[] | undefined };

/** Throws `not_found`, `conflict` (nothing is open, expired, too many), `invalid_input` (a question that is not asked). */
export async function createAnswerRequest(deps: Deps, owned: Owned, asked: Asked): Promise<AnswerRequest> {
  const edition = await requireEdition(deps, owned);
  const questions = requireQuestions(edition);
  const today = parisDate(deps.clock().toISOString());
  refuseExpired(edition, today);
  const ids = await askedIds(deps, edition, { questions, wanted: asked.questions });
  const { id = randomUUID(), label, email = null } = asked;
  const row = await transact(deps, async (deps) => {
    // Alone: calls at once do not exceed what is allowed.
    if ((await lockAccount(deps.db, owned.accountId)) === undefined) throw accountGone();
    const since = new Date(deps.clock().getTime() - A_DAY_MS);
    if (email !== null && (await countMailedSince(deps.db, owned.accountId, since)) >= MOST_MAILS_A_DAY)
      throw new AppError(
        'conflict',
        `Vous avez déjà envoyé ${MOST_MAILS_A_DAY}\u00A0demandes aujourd’hui\u00A0: envoyez ce lien vous-même.`,
      );
    const row = await insertRequest(
      deps.db,
      {
        id,
        account_id: owned.accountId,
        statement_id: owned.id,
        edition: edition.edition,
        label,
        email,
        questions: ids,
        created_at: deps.clock(),
        expires_on: lastDay(today, edition).toString(),
      },
      MOST_REQUESTS,
    );
    if (row === undefined)
      throw new AppError('conflict', `Ce document a déjà ${MOST_REQUESTS}\u00A0demandes\u00A0: c’est le maximum.`);
    await inviteByMail(deps, row);
    return row;
  });
  return viewRequest(deps, row, questions);
}

type Wanted = { questions: Question[]; wanted: string[] | undefined };

async function askedIds(deps: Deps, edition: Edition, { questions, wanted }: Wanted): Promise<string[]> {
  const known = new Set(questions.map(({ id }) => id));
  const unknown = wanted?.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new AppError('invalid_input', { questions: [`La question ${unknown} n’est pas posée par ce document.`] });
  if (wanted !== undefined) return [...new Set(wanted)];
  const { answers } = await givenAnswersNow(deps, edition);
  // One that depends on another is asked with it.
  const open = new Set(stillOpen(questions, answers).map(({ id }) => id));
  const ids = questions
    .filter(({ id, onlyIf }) => open.has(id) || (onlyIf !== null && open.has(onlyIf.question)))
    .map(({ id }) => id);
  if (ids.length === 0) throw new AppError('conflict', 'Toutes les questions de ce document ont leur réponse.');
  return ids;
}

/** Newest first. Throws `not_found`. */
export async function listAnswerRequests(deps: Deps, owned: Owned): Promise<AnswerRequest[]> {
  if (!(await hasStatement(deps, owned))) throw new AppError('not_found', 'Pas trouvé.');
  const rows = await listRequests(deps.db, { accountId: owned.accountId, statementId: owned.id });
  return viewRequests(deps, rows, (await currentEdition(deps, owned))?.questions ?? []);
}

async function viewOwn(deps: Deps, row: RequestRow): Promise<AnswerRequest> {
  const edition = await currentEdition(deps, { accountId: row.account_id, id: row.statement_id });
  return viewRequest(deps, row, edition?.questions ?? []);
}

type OwnRequest = { accountId: number; id: string };

/** Closes the link. Idempotent. Throws `not_found`. */
export async function revokeAnswerRequest(deps: Deps, owned: OwnRequest): Promise<AnswerRequest> {
  const row = await revokeRequest(deps.db, owned, deps.clock());
  if (row === undefined) throw new AppError('not_found', 'Pas trouvé.');
  return viewOwn(deps, row);
}

/**
 * Keeps the certified answers with the statement, or leaves them as evidence only. Again with the same decision: the same
 * response. Throws `not_found`, `conflict`, or `invalid_input` when they deny other answers.
 */
export async function decideAnswerRequest(deps: Deps, owned: OwnRequest, isAccepted: boolean): Promise<AnswerRequest> {
  const row = await transact(deps, async (deps) => {
    if (!(await lockAccountShared(deps.db, owned.accountId))) throw accountGone();
    const row = await lockOwnRequest(deps.db, owned);
    if (row === undefined) throw new AppError('not_found', 'Pas trouvé.');
    if (row.accepted === isAccepted) return row;
    if (row.decided_at !== null)
      throw new AppError('conflict', `Vous avez déjà ${row.accepted === true ? 'accepté' : 'refusé'} ces réponses.`);
    const author = authorOf(deps, row);
    if (isAccepted) await accept(deps, row, author);
    const decision = { accepted: isAccepted, decided_at: deps.clock() };
    await markDecided(deps.db, row.id, decision);
    return { ...row, ...decision };
  });
  return viewOwn(deps, row);
}

const notCertified = (): AppError =>
  new AppError('conflict', 'Ces réponses ne sont pas encore certifiées\u00A0: attendez que la personne ait terminé.');

const replaced = (): AppError =>
  new AppError('conflict', 'Ces réponses ne sont plus proposées\u00A0: d’autres les remplacent.');

/** The author of the answers: the person who certified them, or the owner who accepts a proposal. Throws `conflict`. */
function authorOf(deps: Deps, row: RequestRow): Author {
  const { certified_at: at, respondent_name: by, id } = row;
  if (row.proposed_by !== null) {
    if (row.revoked_at !== null) throw replaced();
    return { by: OWNER, at: deps.clock(), requestId: id };
  }
  if (at === null || by === null) throw notCertified();
  return { by, at, requestId: id };
}

/** An answer that the current form no longer asks for stays with the request. */
async function accept(deps: Deps, row: RequestRow, author: Author): Promise<void> {
  const { account_id: accountId, statement_id: id } = row;
  const edition = await requireEdition(deps, { accountId, id });
  const asked = new Set(requireQuestions(edition).map((question) => question.id));
  const given = Object.entries(row.answers).flatMap(([question, valeur]) =>
    asked.has(question) && valeur !== null ? [{ question, valeur }] : [],
  );
  if (given.length === 0) return;
  await keepAnswers(deps, { accountId, id }, { given, author });
}
