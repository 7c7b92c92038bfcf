import type { Check } from '@clairisque/contract/checks.ts';
import { sql } from 'kysely';
import { runCheck } from '#features/checks/run.service.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from './app.ts';
import { issueAt } from './wizard.ts';

/** A statement of an account, whose checks a test asks for and runs itself. */
export type Checked = { app: TestApp; account: TestAccount; id: number };

/** Suppliers that are asked once: a test does not wait for a source that it stops. */
export const createCheckingApp = (): Promise<TestApp> =>
  createTestApp({ limits: { attempts: 1, retryDelayMs: 1, breakMs: 1 } });

/** The token outlives the days that a test plays. */
export async function issueToCheck(app: TestApp, given?: TestAccount): Promise<Checked> {
  const account = given ?? (await createAccount(app, 1));
  await sql`update api_token set expires_at = '2100-01-01' where account_id = ${account.id}`.execute(app.database.db);
  return { app, account, id: await issueAt(app, account) };
}

export const send = ({ app, account, id }: Checked, [method, path]: [string, string], body?: unknown) =>
  call(app, [method, `/api/v2/erp/${id}/${path}`], { token: account.token, ...(body !== undefined && { body }) });

export const checksOf = async (mine: Checked): Promise<Check[]> =>
  ((await send(mine, ['GET', 'controles/'])).body as { controles: Check[] }).controles;

export const rowsOf = ({ app, id }: Checked) =>
  app.database.db.selectFrom('statement_check').selectAll().where('statement_id', '=', id).orderBy('id').execute();

/** Runs what is due, on two workers at once. */
export async function runDue(mine: Checked): Promise<void> {
  const open = (await rowsOf(mine)).filter(({ ended_at: ended }) => ended === null);
  await Promise.all(open.flatMap(({ id }) => [runCheck(mine.app.deps, id), runCheck(mine.app.deps, id)]));
}

/** The document as issued says another radon potential than the sources of today. */
export const radonWas = ({ app, id }: Checked, potential: number) =>
  sql`update statement_edition set facts = jsonb_set(facts, '{radon,value,potential}', ${String(potential)}::jsonb)
    where statement_id = ${id}`.execute(app.database.db);
