import { randomUUID } from 'node:crypto';
import type { CheckAnswerV3 } from '@clairisque/contract/api-v3.checks.ts';
import type { Check } from '@clairisque/contract/checks.ts';
import { isToCheck } from '@clairisque/contract/common/to-check.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parisDate } from '#domain/risks/validity.ts';
import { systemClock } from '#platform/clock.ts';
import { call, createAccount, type TestAccount, type TestApp } from '#test/app.ts';
import { createCheckingApp } from '#test/checked.ts';
import { insertIssued } from '#test/issued.ts';
import { callV3, createKey } from '#test/keys.ts';
import { issueAt } from '#test/wizard.ts';
import { listDueChecks } from './checks.queries.ts';
import { askCheck } from './checks.ts';
import { askChecks } from './portfolio.service.ts';
import { PORTFOLIO, sweepChecks } from './queue.service.ts';
import { runCheck } from './run.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createCheckingApp();
});
afterAll(() => app.close());
beforeEach(() => void (app.deps.clock = systemClock));

type Answers = { resultats: { etat: number; controle: Check | null; refus: string | null }[] };
const select = async ({ token }: TestAccount, etats: readonly unknown[]) => {
  const { status, body } = await call(app, ['POST', '/api/v2/erps/controles/'], { token, body: { etats } });
  return { status, results: (body as Partial<Answers>).resultats ?? [] };
};
const issued = async ({ id: accountId }: TestAccount): Promise<number> =>
  (await insertIssued(app.database.db, { accountId, issuedAt: new Date() })).id;
const checksOf = (id: number) =>
  app.database.db.selectFrom('statement_check').selectAll().where('statement_id', '=', id).orderBy('id').execute();

it('GET /api/v2/erps/controles/ → as many as the list filters: signed soon and not checked since, or lacking something', async () => {
  const mine = await createAccount(app);
  const day = (days: number) => parisDate(new Date(Date.now() + days * 86_400_000).toISOString()).toString();
  const plan = async (acte: string): Promise<number> => {
    const id = await issued(mine);
    const row = { statement_id: id, acte_on: acte, changed_at: new Date() };
    await app.database.db.insertInto('statement_watch').values(row).execute();
    return id;
  };
  const check = (id: number, found: object) => {
    const subject = `owner:${id}`;
    const row = { statement_id: id, edition: 1, origin: 'owner', subject, asked_at: new Date(), ...found };
    return app.database.db.insertInto('statement_check').values(row).execute();
  };
  const count = async ({ token }: TestAccount) =>
    (await call(app, ['GET', '/api/v2/erps/controles/'], { token })).body as { a_verifier: number };
  expect(await count(mine)).toEqual({ a_verifier: 0 });
  const [, , unchanged, concluded] = [await plan(day(5)), await plan(day(16)), await plan(day(5)), await plan(day(5))];
  const proof = { reference: `ERP-2026-${unchanged}-V1`, file_key: 'k', ended_at: new Date() };
  await check(unchanged, { outcome: 'unchanged', ...proof });
  await check(await issued(mine), { missing: JSON.stringify([]), last_tried_at: new Date() });
  await app.database.query('update statement set closed_at = now() where id = $1', [concluded]);
  expect(await count(mine)).toEqual({ a_verifier: 2 });
  const { body } = await call(app, ['GET', '/api/v2/erps/with-regeneration/'], { token: mine.token });
  const dayOf = (instant: string) => parisDate(instant).toString();
  const listed = (body as StatementListItem[]).filter((item) => isToCheck(item, { today: day(0), dayOf }));
  expect(listed).toHaveLength(2);
  expect(await count(await createAccount(app))).toEqual({ a_verifier: 0 });
});

describe('POST /api/v2/erps/controles/', () => {
  it('one answer each, in order: begun, signed, another account’s, a number of nothing; repeated or at once → the same checks', async () => {
    const mine = await createAccount(app, 1);
    const [checked, signed] = [await issueAt(app, mine), await issued(mine)];
    const foreign = await issued(await createAccount(app));
    await app.database.query('update statement set closed_at = now() where id = $1', [signed]);
    const asked = [signed, foreign, checked, 999_999_999];
    const answers = await Promise.all([select(mine, asked), select(mine, asked), select(mine, asked.toReversed())]);
    for (const { status, results } of answers) {
      const byId = new Map(results.map((one) => [one.etat, one]));
      expect([status, results.length]).toEqual([200, 4]);
      expect(byId.get(signed)).toMatchObject({ controle: null, refus: expect.stringContaining('signature est faite') });
      expect(byId.get(foreign)).toEqual({ etat: foreign, controle: null, refus: 'Pas trouvé.' });
      expect(byId.get(999_999_999)).toMatchObject({ controle: null, refus: 'Pas trouvé.' });
      expect(byId.get(checked)).toMatchObject({ controle: { etat: 'en_attente' }, refus: null });
    }
    expect(answers[0]?.results.map(({ etat }) => etat)).toEqual(asked);
    expect(await checksOf(foreign)).toEqual([]);
    const [check, ...others] = await checksOf(checked);
    expect(others).toEqual([]);
    await runCheck(app.deps, check?.id ?? 0);
    // Ended today: that of today. Tomorrow, another.
    expect((await select(mine, [checked])).results).toMatchObject([{ controle: { id: check?.id, etat: 'inchange' } }]);
    app.deps.clock = () => new Date(Date.now() + 86_400_000);
    await askChecks(app.deps, { accountId: mine.id, ids: [checked], origin: 'owner' });
    expect(await checksOf(checked)).toHaveLength(2);
  });

  it.each([[[]], [['1']], [[0]], [[1.5]], [[1, 1]], [[1e20]], [Array.from({ length: 51 }, (_, n) => n + 1)]])(
    '%j → 400',
    async (etats) => {
      expect((await select(await createAccount(app), etats)).status).toBe(400);
    },
  );
});

describe('POST /api/v3/checks', () => {
  const post = (key: string, path: string, { as = randomUUID(), ...body }: { as?: string } & Record<string, unknown>) =>
    callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': as } });
  const inDays = (days: number): string => parisDate(new Date().toISOString()).add({ days }).toString();

  it('ids → answers; the same request → the same; another account’s → not_found, untouched; a test id → 404; pages of the list', async () => {
    const mine = await createAccount(app);
    const key = await createKey(app, mine);
    const ids = [await issued(mine), await issued(mine), await issued(mine)];
    const foreign = await issued(await createAccount(app));
    const keys = [...ids, foreign].map((id) => statementKey(id, 'live'));
    const first = await post(key, '/checks', { statement_ids: keys, as: 'portefeuille' });
    const data = first.json['data'] as CheckAnswerV3[];
    expect([first.status, data.map(({ id }) => id)]).toEqual([202, keys]);
    expect(data.map(({ check, problem }) => check?.status ?? problem?.code)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'not_found',
    ]);
    expect(await checksOf(foreign)).toEqual([]);
    const again = await post(key, '/checks', { statement_ids: keys, as: 'portefeuille' });
    expect([again.json, again.headers.get('idempotent-replayed')]).toEqual([first.json, 'true']);
    const made = data.flatMap(({ check }) => (check === null ? [] : [check.id]));
    const repeated = (await post(key, '/checks', { statement_ids: keys })).json['data'] as CheckAnswerV3[];
    expect(repeated.flatMap(({ check }) => (check === null ? [] : [check.id]))).toEqual(made);
    expect((await post(key, '/checks', { statement_ids: ['stm_test_1'] })).json['code']).toBe('id_of_other_mode');
    const page = await callV3(app, ['GET', '/checks?limit=2'], { key });
    const cursor = String(page.json['next_cursor']);
    const rest = await callV3(app, ['GET', `/checks?limit=2&cursor=${cursor}`], { key });
    const listed = [page, rest].flatMap(({ json }) => json['data'] as { id: string }[]);
    expect([listed.map(({ id }) => id), rest.json['has_more']]).toEqual([made.toReversed(), false]);
  });

  it('those in validity with a day to come: not signed, not expired, not without a date; a cursor goes on', async () => {
    const mine = await createAccount(app);
    const key = await createKey(app, mine);
    const planned = async (day: string | null, change = ''): Promise<number> => {
      const id = await issued(mine);
      if (day !== null)
        await app.database.query(
          'insert into statement_watch (statement_id, acte_on, changed_at) values ($1, $2, now())',
          [id, day],
        );
      if (change !== '') await app.database.query(change, [id]);
      return id;
    };
    const one = await planned(inDays(10));
    await planned(null);
    await planned(inDays(-1));
    await planned(inDays(10), 'update statement set closed_at = now() where id = $1');
    await planned(inDays(10), "update statement_edition set expires_on = '2020-01-01' where statement_id = $1");
    const two = await planned(inDays(0));
    const { status, json } = await post(key, '/checks/planned', {});
    const data = json['data'] as CheckAnswerV3[];
    const found = data.map(({ id, check }) => [id, check?.status]);
    expect([status, found, json['has_more']]).toEqual([
      202,
      [
        [statementKey(one, 'live'), 'waiting'],
        [statementKey(two, 'live'), 'waiting'],
      ],
      false,
    ]);
    const cursor = Buffer.from(statementKey(one, 'live')).toString('base64url');
    const rest = (await post(key, '/checks/planned', { cursor })).json['data'] as CheckAnswerV3[];
    expect(rest.map(({ id }) => id)).toEqual([statementKey(two, 'live')]);
    expect((await post(key, '/checks/planned', { cursor: 'YQ' })).status).toBe(400);
  });
});

it('a portfolio runs behind planned checks, in turn between accounts; its owner who asks for one does not wait for its place', async () => {
  await app.database.query('delete from statement_check', []);
  const [large, small] = [await createAccount(app), await createAccount(app)];
  const many = [await issued(large), await issued(large), await issued(large)];
  const one = await issued(small);
  const planned = await issued(large);
  await askChecks(app.deps, { accountId: large.id, ids: many, origin: 'key' });
  await askChecks(app.deps, { accountId: small.id, ids: [one], origin: 'owner' });
  await app.database.query(
    `insert into statement_check (statement_id, edition, origin, subject, asked_at, next_at)
     values ($1, 1, 'date', 'acte:2027-03-12:2', now(), now())`,
    [planned],
  );
  const due = await listDueChecks(app.deps.db, { now: new Date(Date.now() + 1_000), last: PORTFOLIO, limit: 10 });
  const statements = new Map(
    (await app.database.db.selectFrom('statement_check').select(['id', 'statement_id']).execute()).map((row) => [
      row.id,
      row.statement_id,
    ]),
  );
  expect(due.map(({ id }) => statements.get(id))).toEqual([planned, many[0], one, many[1], many[2]]);
  app.deps.clock = () => new Date(Date.now() + 1_000);
  await sweepChecks(app.deps);
  await sweepChecks(app.deps);
  const last = many[2] ?? 0;
  await askCheck(app.deps, { accountId: large.id, id: last });
  const [check] = await checksOf(last);
  const jobs = await app.database.query(
    "select priority from pgboss.job where name = 'checks.run' and (data ->> 'checkId')::int = $1 order by priority",
    [check?.id],
  );
  expect(jobs.rows).toEqual([{ priority: -1 }, { priority: 1 }]);
});
