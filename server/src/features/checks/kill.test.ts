import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { systemClock } from '#platform/clock.ts';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { issueAt } from '#test/wizard.ts';
import { startProgram } from '../../../../tests/harness/program.ts';
import { until } from '../../../../tests/harness/until.ts';
import { runCheck } from './run.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ELEVEN_MINUTES = 11 * 60_000;

it.each([
  ['the same answers', null, 'unchanged'],
  ['another answer', 2, 'changed'],
])(
  'kill -9 once the PDF is stored (%s) → nothing is said; ten minutes later another worker does it, once',
  async (_case, radonWas, outcome) => {
    const { token } = await createAccount(app, 1);
    const id = await issueAt(app, { token });
    if (radonWas !== null) {
      await sql`update statement_edition set facts = jsonb_set(facts, '{radon,value,potential}', ${String(radonWas)}::jsonb)
      where statement_id = ${id}`.execute(app.database.db);
    }
    const preload = pathToFileURL(join(import.meta.dirname, '../../../test/killed-at.ts')).href;
    const worker = await startProgram({
      command: ['server/src/main.ts', 'worker'],
      env: {
        ...process.env,
        DATABASE_URL: app.database.serviceUrl,
        FILES_DIR: app.filesDir,
        SIMULATORS_URL: inject('simulatorsUrl'),
        LOG_LEVEL: 'silent',
        TYPST_PROCESSES: '1',
        NODE_OPTIONS: `--import=${preload}`,
        KILLED_AT: `/${id}/[^/]*[.]pdf$`,
      },
    });
    // The worker runs behind the API of its machine.
    expect(getPriority(worker.pid())).toBeGreaterThan(getPriority());
    expect((await call(app, ['POST', `/api/v2/erp/${id}/controles/`], { token })).status).toBe(202);
    await until(() => Promise.resolve(!worker.isRunning()), { withinMs: 240_000 });
    const checks = () =>
      app.database.db.selectFrom('statement_check').selectAll().where('statement_id', '=', id).execute();
    const editions = () =>
      app.database.db.selectFrom('statement_edition').select('edition').where('statement_id', '=', id).execute();
    const [check] = await checks();
    expect([check?.outcome, (await editions()).length]).toEqual([null, 1]);
    app.deps.clock = () => new Date(Date.now() + ELEVEN_MINUTES);
    await Promise.all([runCheck(app.deps, check?.id ?? 0), runCheck(app.deps, check?.id ?? 0)]);
    app.deps.clock = systemClock;
    expect(await checks()).toMatchObject([{ outcome }]);
    expect(await editions()).toHaveLength(outcome === 'changed' ? 2 : 1);
    expect(await ledgerViolations(app.deps)).toEqual([]);
  },
  600_000,
);
