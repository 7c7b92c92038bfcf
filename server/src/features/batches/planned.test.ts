import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parisDate } from '#domain/risks/validity.ts';
import { runBatch } from '#test/batches.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, type KeyOwner, SALE } from '#test/keys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const inDays = (days: number): string => parisDate(new Date().toISOString()).add({ days }).toString();
const post = ({ key }: KeyOwner, path: string, body: unknown) =>
  callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': randomUUID() } });
const run = (id: string) => runBatch(app.deps, { batchId: Number(id.slice(4)) }, new AbortController().signal);
const get = ({ key }: KeyOwner, path: string) => callV3(app, ['GET', path], { key });
const watches = async () =>
  (
    await app.database.query(
      // Rows of a batch are issued in any order.
      `select w.*, s.status from statement_watch w join statement s on s.id = w.statement_id order by w.acte_on nulls last`,
      [],
    )
  ).rows;

type Row = {
  status: string;
  statement_id: string | null;
  input: Record<string, string>;
  problem: { code: string; detail: string; errors?: { pointer: string }[] } | null;
};

it('rows with planned days → issued with them; past, too far, of the other contract, an acte before its promesse → the row’s sentence; none → nothing', async () => {
  const owner = await createKeyOwner(app, 9);
  const rows = [
    { ...SALE, preliminary_contract: inDays(20), deed: inDays(90) },
    { ...SALE, transaction: 'lease', lease: inDays(10) },
    { ...SALE, deed: null },
    { ...SALE, deed: '2020-01-01' },
    { ...SALE, deed: '2066-01-01' },
    { ...SALE, lease: inDays(10) },
    { ...SALE, preliminary_contract: inDays(20), deed: inDays(10) },
    { ...SALE, deed: '2027-02-30' },
  ];
  const id = String((await post(owner, '/batches', { rows })).json['id']);
  await run(id);
  const listed = (await get(owner, `/batches/${id}/rows`)).json['data'] as Row[];
  expect(listed.map(({ status, problem }) => [status, problem?.code ?? null])).toEqual([
    ['issued', null],
    ['issued', null],
    ['issued', null],
    ['refused', 'invalid_input'],
    ['refused', 'invalid_input'],
    ['refused', 'invalid_input'],
    ['refused', 'invalid_input'],
    ['refused', 'invalid_input'],
  ]);
  const said = listed.slice(3).map(({ problem }) => problem?.detail);
  expect(said).toEqual([
    expect.stringMatching(/est passé/),
    expect.stringMatching(/trop lointain/),
    expect.stringMatching(/établi pour une vente/),
    expect.stringMatching(/après l’acte/),
    expect.stringMatching(/./),
  ]);
  const kept = (await watches()).map((row) => row as Record<string, unknown>);
  expect(kept).toMatchObject([
    { status: 'issued', promesse_on: inDays(20), acte_on: inDays(90), lease_on: null },
    { status: 'issued', promesse_on: null, acte_on: null, lease_on: inDays(10) },
  ]);
  const [sale] = listed;
  const dates = await callV3(app, ['PATCH', `/statements/${sale?.statement_id}`], { key: owner.key, body: {} });
  expect(dates.json).toMatchObject({ preliminary_contract: inDays(20), deed: inDays(90) });
  expect(listed[3]).toMatchObject({ input: { deed: '2020-01-01' }, problem: { errors: [{ pointer: '/deed' }] } });
  // A row that is edited keeps its days: the sentence stays until they are right.
  await callV3(app, ['PATCH', `/batches/${id}/rows/4`], { key: owner.key, body: { reference: 'A-12' } });
  await run(id);
  const [, , , edited] = (await get(owner, `/batches/${id}/rows`)).json['data'] as Row[];
  expect(edited).toMatchObject({ status: 'refused', problem: { detail: expect.stringMatching(/est passé/) } });
  const corrected = { deed: inDays(40).split('-').toReversed().join('/') };
  await callV3(app, ['PATCH', `/batches/${id}/rows/4`], { key: owner.key, body: corrected });
  await run(id);
  const [, , , right] = (await get(owner, `/batches/${id}/rows`)).json['data'] as Row[];
  expect(right).toMatchObject({ status: 'issued', input: { deed: inDays(40), reference: 'A-12' }, problem: null });
});

it('a file in French → planned days on the statements, in the results in both languages, and in what is to correct', async () => {
  const owner = await createKeyOwner(app, 3);
  const [french] = [inDays(90).split('-').toReversed().join('/')];
  const lines = [
    'Adresse;Transaction;Date de l’acte',
    `4 Rue des Lilas 95190 Goussainville;vente;${french}`,
    '5 Rue des Lilas 95190 Goussainville;vente;31/02/2027',
  ];
  const sent = await fetch(`${app.url}/api/v3/batches/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
    body: lines.join('\n'),
  });
  const { id } = (await sent.json()) as { id: string };
  await run(id);
  const text = async (file: string, language: string): Promise<string> => {
    const headers = { authorization: `Bearer ${owner.key}`, 'accept-language': language };
    return (await fetch(`${app.url}/api/v3/batches/${id}/${file}`, { headers })).text();
  };
  const results = await text('results.csv', 'fr');
  expect(results.split('\n')[0]).toContain('"Date de la promesse";"Date de l’acte";"Date du bail"');
  expect(results.split('\n')[1]).toContain(inDays(90));
  expect((await text('results.csv', 'en')).split('\n')[0]).toContain('"Preliminary contract";"Deed";"Lease"');
  const wrong = await text('to_correct.csv', 'fr');
  expect(wrong).toContain('Date de l’acte');
  expect(wrong).toContain('31/02/2027');
  const row = `/batches/${id}/rows/3`;
  const [, bad] = (await get(owner, `/batches/${id}/rows`)).json['data'] as Row[];
  expect(bad).toMatchObject({ input: { deed: '31/02/2027' }, problem: { errors: [{ pointer: '/deed' }] } });
  const again = await callV3(app, ['PATCH', row], { key: owner.key, body: { deed: '30/02/2027' } });
  expect([again.status, again.json['errors']]).toEqual([400, [expect.objectContaining({ pointer: '/deed' })]]);
  expect((await callV3(app, ['PATCH', row], { key: owner.key, body: { deed: '' } })).json).toMatchObject({
    status: 'waiting',
    input: { deed: '', address: '5 Rue des Lilas 95190 Goussainville' },
  });
  expect(
    await app.database.query(
      'select acte_on from statement_watch w join statement s on s.id = w.statement_id where s.account_id = $1',
      [owner.id],
    ),
  ).toMatchObject({
    rows: [{ acte_on: inDays(90) }],
  });
});

it('POST /statements with planned days → kept at the issue; refused days → 400 with their pointers, nothing made', async () => {
  const owner = await createKeyOwner(app, 2);
  const refused = await post(owner, '/statements', { ...SALE, deed: '2020-01-01', lease: inDays(3) });
  expect([refused.status, refused.json['errors']]).toEqual([
    400,
    [
      expect.objectContaining({ pointer: '/deed', detail: expect.stringMatching(/est passé/) }),
      expect.objectContaining({ pointer: '/lease', detail: expect.stringMatching(/établi pour une vente/) }),
    ],
  ]);
  const made = await post(owner, '/statements', { ...SALE, deed: inDays(30) });
  expect(made.status).toBe(201);
  const { rows } = await app.database.query(
    'select acte_on, s.status from statement s left join statement_watch w on w.statement_id = s.id where s.account_id = $1',
    [owner.id],
  );
  expect(rows).toEqual([{ acte_on: inDays(30), status: 'issued' }]);
});
