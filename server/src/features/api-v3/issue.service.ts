import type { Statement, StatementRequest } from '@clairisque/contract/api-v3.ts';
import { declarationsOf } from '@clairisque/contract/common/v3-declarations.ts';
import type { Deps } from '#deps.ts';
import { fundTests } from '#features/api-keys/api-keys.ts';
import { addDraft, declareOwner, generateStatement, renewStatement } from '#features/issuance/issuance.ts';
import { transact } from '#platform/db/db.ts';
import { keepPlanned, refusePlanned } from './checks.service.ts';
import { inTime, released, type Attempt } from './attempts.service.ts';
import { claim, digestOf } from './idempotency.service.ts';
import { findProperty } from './property.service.ts';
import { fieldsOf } from './fields.rules.ts';
import { updateRequest } from './requests.queries.ts';
import { refuseForced } from './sandbox.rules.ts';
import { readStatement, requireReady } from './statements.service.ts';

type Asked = Attempt & { request: StatementRequest; waitMs: number };
/** `isReplayed`: an earlier request with this key made it. */
type Issued = { statement: Statement; isDone: boolean; isReplayed: boolean };

/**
 * Issues as the wizard does: a draft, its declarations, its generation, which debits. A repeated request finds the same
 * draft, whose generation debits once (decision 0005), whatever was interrupted. After `waitMs` the draft is returned,
 * and the generation goes on.
 */
export async function issueStatement(deps: Deps, asked: Asked): Promise<Issued> {
  const { caller, key, request, origin } = asked;
  const digest = digestOf({ ...origin, body: request });
  const isDone = ({ status }: { status: string | null }): boolean => status === 'issued';
  const claimed = await claim(deps, { spaceId: caller.spaceId, key }, { digest, isDone });
  const { accountId } = caller;
  if (claimed.isDone && claimed.statementId !== null) {
    return issued(await readStatement(deps, { accountId, id: claimed.statementId }), true);
  }
  const drafted = claimed.statementId === null ? draft(deps, asked) : Promise.resolve(claimed.statementId);
  const work = released(deps, asked, async () => {
    const own = { accountId, id: await drafted };
    if (deps.mode === 'test') refuseForced((await readStatement(deps, own)).parcels);
    return generateStatement(deps, own);
  });
  await inTime(work, asked.waitMs);
  return issued(await readStatement(deps, { accountId, id: await drafted }), false);
}

const issued = (statement: Statement, isReplayed: boolean): Issued => ({
  statement,
  isDone: statement.status === 'issued',
  isReplayed,
});

/** A test statement is renewed as if its validity had passed; two days for the changes of hour. */
const PASSED_MS = 182 * 86_400_000;

type Renewal = Attempt & { id: number; waitMs: number };

/** Renews as the site does: once, free. A repeated request finds the renewal. Throws as `requireReady`, and `conflict`. */
export async function renew(deps: Deps, asked: Renewal): Promise<Issued> {
  const { caller, key, origin, id, waitMs } = asked;
  const [owned, own] = [
    { accountId: caller.accountId, id },
    { spaceId: caller.spaceId, key },
  ];
  await requireReady(deps, owned);
  const claimed = await claim(deps, own, {
    digest: digestOf({ ...origin, body: null }),
    isDone: ({ renewed_at: at, created_at: asked }) => at !== null && at >= asked,
  });
  if (!claimed.isDone) {
    const clock = deps.mode === 'live' ? deps.clock : () => new Date(deps.clock().getTime() + PASSED_MS);
    const work = released(deps, asked, async () => {
      await updateRequest(deps.db, own, { statement_id: id });
      await renewStatement(deps, owned, clock);
    });
    await inTime(work, waitMs);
  }
  const statement = await readStatement(deps, owned);
  return { statement, isDone: statement.renewed_at !== null, isReplayed: claimed.isDone };
}

/** Draft, declarations and the request's link to them are written together. */
async function draft(deps: Deps, { caller, key, request }: Asked): Promise<number> {
  const { accountId, spaceId } = caller;
  refusePlanned(deps, request);
  if (deps.mode === 'test') await fundTests(deps, accountId);
  const fields = fieldsOf(request, await findProperty(deps, request));
  return transact(deps, async (deps) => {
    const id = await addDraft(deps, accountId, { ...fields, by_program: true });
    const { declarations } = request;
    if (declarations) await declareOwner(deps, { accountId, id }, declarationsOf(declarations));
    await keepPlanned(deps, id, request);
    await updateRequest(deps.db, { spaceId, key }, { statement_id: id });
    return id;
  });
}
