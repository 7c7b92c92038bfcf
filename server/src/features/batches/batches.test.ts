import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { findProperty } from '#features/api-v3/api-v3.ts';
import { expireLots, ledgerViolations } from '#features/credits/credits.ts';
import { AppError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { batchCalls, runBatch } from '#test/batches.ts';
import { createTestApp, grantLot, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, type KeyOwner, ON_A_STREET, SALE, type V3Answer } from '#test/keys.ts';
import { unzip } from '#test/zip-reader.ts';
import { forgetOldBatches } from './batches.ts';
import { waitMs } from './problems.rules.ts';

const ADDRESS = '4 Rue des Lilas 95190 Goussainville';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

const createOwner = (credits = 5): Promise<KeyOwner> => createKeyOwner(app, credits);

const { post, read, ended } = batchCalls(() => app);
const idOf = ({ json }: V3Answer): string => String(json['id']);
type Row = Record<string, unknown> & { problem: { code: string; candidates: string[] } | null };
const rowsOf = async (owner: KeyOwner, id: string, query = '') =>
  (await read(owner, `/batches/${id}/rows${query}`)).json['data'] as Row[];
const creditsOf = async (owner: KeyOwner) => {
  const { json } = await read(owner, '/balance');
  return [json['credits'], json['credits_reserved']];
};
const expectSound = async () => expect(await ledgerViolations(app.deps)).toEqual([]);

describe('POST /batches', () => {
  it('by address, point and parcels → issued as the wizard does; doubts and refusals are left aside, undebited', async () => {
    const owner = await createOwner();
    const parties = { owner: '=1+1', recipient: 'M. Martin' };
    const rows = [
      { transaction: 'lease', address: ADDRESS, parties },
      { transaction: 'sale', address: '4 rue des lilas' },
      SALE,
      { transaction: 'sale', point: ON_A_STREET },
      { transaction: 'sale', parcels: ['000-ZZ-9999@95280'] },
      { transaction: 'sale', address: 'Goussainville' },
    ];
    const made = await post(owner, '/batches', { body: { name: 'Mandats', rows } });
    expect([made.status, made.json['status'], made.headers.get('location')]).toEqual([
      201,
      'checking',
      `/api/v3/batches/${idOf(made)}`,
    ]);
    const batch = await ended(owner, idOf(made), 'finished');
    expect(batch).toMatchObject({ rows: { total: 6, issued: 2, doubtful: 2, refused: 2 }, credits_reserved: 0 });
    const found = await rowsOf(owner, idOf(made));
    expect(found.map(({ status, problem }) => [status, problem?.code])).toEqual([
      ['issued', undefined],
      ['doubtful', 'address_ambiguous'],
      ['issued', undefined],
      ['doubtful', 'parcel_to_choose'],
      ['refused', 'parcel_not_found'],
      ['refused', 'address_not_found'],
    ]);
    const { json } = await read(owner, `/statements/${String(found[0]?.['statement_id'])}`);
    expect(json).toMatchObject({ transaction: 'lease', confirmed_address: ADDRESS, parties });
    expect(await creditsOf(owner)).toEqual([3, 0]);
    const { rows: events } = await app.database.query(`select data from api_event where type = 'batch.finished'`, []);
    expect(events).toEqual([{ data: { batch_id: idOf(made), status: 'finished', issued: 2 } }]);
    await expectSound();
    await expectResults(owner, idOf(made), [String(found[0]?.['reference']), String(found[2]?.['reference'])]);
  });

  it('letters that no database takes, in any field of a row → that row alone is refused or cleaned, never a failure', async () => {
    const rows = ['\0', '\ud800'].flatMap((letter) => [
      { transaction: 'sale', parcels: [`A${letter}1`] },
      { transaction: 'sale', parcels: ['AB 1'], commune: letter },
      { transaction: 'sale', address: `${letter}${ADDRESS}` },
      { transaction: letter, address: ADDRESS },
      { transaction: 'sale', address: ADDRESS, parties: { owner: letter } },
      { transaction: 'sale', address: ADDRESS, metadata: { a: letter } },
      { transaction: 'sale', address: ADDRESS, metadata: { [`a${letter}`]: 'b' } },
      { transaction: 'sale', address: ADDRESS, [`a${letter}`]: 1 },
    ]);
    const statuses = [];
    for (const row of rows) {
      const body = { name: 'Lettres', start: 'manual', rows: [row, SALE] };
      statuses.push((await post(await createOwner(), '/batches', { body })).status);
    }
    expect(statuses).toEqual(rows.map(() => 201));
  });

  it('without enough credits → checked, not started, says what is missing; once bought, it starts', async () => {
    const owner = await createOwner(1);
    const made = await post(owner, '/batches', { body: { rows: [SALE, SALE] } });
    const batch = await ended(owner, idOf(made), 'ready');
    expect(batch).toMatchObject({
      problem: { code: 'no_credit', detail: expect.stringMatching(/^Il vous manque 1 crédit/) },
      credits_reserved: 0,
    });
    const start = `/batches/${idOf(made)}/start`;
    expect((await post(owner, start)).status).toBe(402);
    expect((await post(owner, `/batches/${idOf(made)}/cancel`)).json).toMatchObject({ rows: { cancelled: 2 } });
    expect((await post(owner, start)).status).toBe(409);
    expect(await creditsOf(owner)).toEqual([1, 0]);
  });

  it('the same a hundred times at once → one batch, whose repetition finds it; another body → 422', async () => {
    const owner = await createOwner();
    const body = { start: 'manual', rows: [SALE] };
    const send = () => post(owner, '/batches', { body, as: 'cent-lots' });
    const answers = await Promise.all(Array.from({ length: 100 }, send));
    const made = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(idOf)).size).toBe(1);
    expect(new Set(others.map(({ status, json }) => `${status} ${String(json['code'])}`))).toEqual(
      new Set(others.length === 0 ? [] : ['409 idempotency_in_progress']),
    );
    const again = await send();
    expect([again.status, idOf(again)]).toEqual([201, idOf(made[0]!)]);
    expect([again.headers.get('idempotent-replayed'), again.headers.get('location')]).toEqual([
      'true',
      `/api/v3/batches/${idOf(again)}`,
    ]);
    const other = await post(owner, '/batches', { body: { ...body, name: 'autre' }, as: 'cent-lots' });
    expect([other.status, other.json['code']]).toEqual([422, 'idempotency_key_reused']);
    expect((await read(owner, '/batches')).json['data']).toHaveLength(1);
  });

  it('a key used for a statement, or for the file of a batch → 422 for a batch, and the reverse', async () => {
    const owner = await createOwner(1);
    const batch = { start: 'manual', rows: [SALE] };
    const csv = (as: string) =>
      callV3(app, ['POST', '/batches/csv?start=manual&transaction=sale'], {
        key: owner.key,
        body: `Adresse\n${ADDRESS}\n`,
        headers: { 'idempotency-key': as, 'content-type': 'text/csv' },
      });
    expect((await post(owner, '/statements', { body: SALE, as: 'etat' })).status).toBe(201);
    expect((await post(owner, '/batches', { body: batch, as: 'lot' })).status).toBe(201);
    expect((await csv('fichier')).status).toBe(201);
    const reused = [
      await post(owner, '/batches', { body: batch, as: 'etat' }),
      await post(owner, '/batches', { body: batch, as: 'fichier' }),
      await post(owner, '/statements', { body: SALE, as: 'lot' }),
      await post(owner, '/statements', { body: SALE, as: 'fichier' }),
      await csv('etat'),
      await csv('lot'),
    ];
    expect(reused.map(({ status, json }) => [status, json['code']])).toEqual(
      reused.map(() => [422, 'idempotency_key_reused']),
    );
    expect((await read(owner, '/batches')).json['data']).toHaveLength(2);
  });

  it('a batch refused → its key may be used again, once another ended', async () => {
    const owner = await createOwner(0);
    const body = { start: 'manual', rows: [SALE] };
    const open = [];
    for (let count = 0; count < 5; count += 1) open.push(await post(owner, '/batches', { body }));
    expect((await post(owner, '/batches', { body, as: 'sixieme' })).json['code']).toBe('conflict');
    await ended(owner, idOf(open[0]!), 'ready');
    expect((await post(owner, `/batches/${idOf(open[0]!)}/cancel`)).status).toBe(200);
    expect((await post(owner, '/batches', { body, as: 'sixieme' })).status).toBe(201);
  });

  it('a sixth that is not ended → 409', async () => {
    const owner = await createOwner(0);
    const body = { start: 'manual', rows: [SALE] };
    for (let count = 0; count < 5; count += 1) expect((await post(owner, '/batches', { body })).status).toBe(201);
    expect((await post(owner, '/batches', { body })).status).toBe(409);
  });
});

describe('credits', () => {
  it('reserved at the start, kept from the rest of the account, given back by a cancellation', async () => {
    const owner = await createOwner(3);
    const made = await post(owner, '/batches', { body: { start: 'manual', rows: [SALE, SALE, SALE] } });
    await ended(owner, idOf(made), 'ready');
    // A source seems silent: nothing is issued meanwhile.
    const { db } = app.database;
    await sql`update batch_row set retry_at = now() + interval '1 hour'`.execute(db);
    const starts = await Promise.all([1, 2, 3].map(() => post(owner, `/batches/${idOf(made)}/start`)));
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await creditsOf(owner)).toEqual([0, 3]);
    const refused = await post(owner, '/statements', { body: SALE });
    expect([refused.status, refused.json['code']]).toEqual([409, 'conflict']);
    await expectSound();
    expect((await post(owner, `/batches/${idOf(made)}/cancel`)).json).toMatchObject({
      status: 'cancelled',
      rows: { cancelled: 3 },
      credits_reserved: 0,
    });
    expect((await post(owner, '/statements', { body: SALE })).status).toBe(201);
    expect(await creditsOf(owner)).toEqual([2, 0]);
    await expectSound();
  });

  it('a row whose place is wrong at the issue → failed, its credit is given back', async () => {
    const owner = await createOwner(2);
    const made = await post(owner, '/batches', { body: { start: 'manual', rows: [SALE, SALE] } });
    await ended(owner, idOf(made), 'ready');
    await sql`update batch_row set property = jsonb_set(property, '{codes}', '["000-ZZ-9999@95280"]')
      where batch_id = ${Number(idOf(made).slice(4))} and position = 1`.execute(app.database.db);
    await post(owner, `/batches/${idOf(made)}/start`);
    expect(await ended(owner, idOf(made), 'finished')).toMatchObject({ rows: { issued: 1, failed: 1 } });
    expect(await creditsOf(owner)).toEqual([1, 0]);
    expect(await rowsOf(owner, idOf(made), '?status=failed')).toMatchObject([
      { row: 1, problem: { detail: expect.any(String) } },
    ]);
    await expectSound();
  });
});

describe('waiting', () => {
  it('people who never leave → the batch still ends', async () => {
    const owner = await createOwner();
    const made = await post(owner, '/batches', { body: { start: 'manual', rows: [SALE, SALE, SALE] } });
    await ended(owner, idOf(made), 'ready');
    const here = Promise.withResolvers<void>();
    const leave = new AbortController();
    const passing = async (): Promise<void> => {
      for (let key = 0; !leave.signal.aborted; key += 1) {
        const turn = { owner: 'passing', key: String(key) };
        await app.deps.generations(turn, async () => void (await app.database.query('select 1', [])));
      }
    };
    const people = [app.deps.generations({ owner: 'staying', key: '0' }, () => here.promise), passing()];
    await post(owner, `/batches/${idOf(made)}/start`);
    expect(await ended(owner, idOf(made), 'finished')).toMatchObject({ rows: { issued: 3 } });
    leave.abort();
    here.resolve();
    await Promise.all(people);
  });

  it('for days → nothing fails, and the credits that were valid at the start still pay', async () => {
    const owner = await createOwner(0);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const lot = await grantLot(app, { accountId: owner.id, credits: 2, expiresAt: new Date(Date.now() + 60_000) });
    const made = await post(owner, '/batches', { body: { start: 'manual', rows: [SALE, SALE] } });
    const id = Number(idOf(made).slice(4));
    await ended(owner, idOf(made), 'ready');
    const { db } = app.database;
    await sql`update batch_row set retry_at = now() + interval '1 hour' where batch_id = ${id}`.execute(db);
    expect((await post(owner, `/batches/${idOf(made)}/start`)).status).toBe(200);
    await sql`update credit_lot set expires_at = ${hoursAgo(39)} where id = ${lot}`.execute(db);
    await sql`update batch set started_at = ${hoursAgo(40)} where id = ${id}`.execute(db);
    const run = () => runBatch(app.deps, { batchId: id }, AbortSignal.timeout(60_000));
    await run();
    expect((await read(owner, `/batches/${idOf(made)}`)).json).toMatchObject({ status: 'running', rows: { ready: 2 } });
    await expireLots(app.deps);
    await expectSound();
    await sql`update batch_row set retry_at = null where batch_id = ${id}`.execute(db);
    await run();
    expect((await read(owner, `/batches/${idOf(made)}`)).json).toMatchObject({
      status: 'finished',
      rows: { issued: 2 },
      credits_reserved: 0,
    });
    await expectSound();
  });

  it('a silent service is asked again for two hours; a fault of ours four times', () => {
    const silent = new SupplierFailure({ service: 'geocodage', reason: 'timeout', detail: '' });
    const waits = (error: unknown, most: number) => Array.from({ length: most }, (_, n) => waitMs(error, n + 1));
    const minutes = waits(silent, 12).map((ms) => ms && ms / 60_000);
    expect(minutes).toEqual([1, 2, 4, 8, 15, 15, 15, 15, 15, 15, 15, null]);
    expect(waits(new Error('fault'), 4)).toEqual([60_000, 120_000, 240_000, null]);
    expect(waits(new AppError('invalid_input', 'refus'), 1)).toEqual([null]);
  });
});

describe('addresses', () => {
  const numbers = (count: number) =>
    Array.from({ length: count }, (_, n) => `${n + 2} Rue des Lilas 95190 Goussainville`);
  /** Calls that got an answer: on a busy machine, one that did not is sent again. */
  const asked = async (source: string) => {
    const { values } = await app.deps.telemetry.metrics.supplierCalls.get();
    const counts = values.filter(
      ({ metricName, labels: { source: of, outcome } }) =>
        metricName?.endsWith('_count') && of === source && outcome === 'ok',
    );
    return counts.reduce((sum, { value }) => sum + value, 0);
  };
  const sent = (addresses: string[]) => ({
    start: 'manual',
    rows: addresses.map((address) => ({ transaction: 'sale', address })),
  });

  it('of many rows are located by one call; what leaves a doubt is asked alone', async () => {
    const owner = await createOwner();
    // Batches of other tests ask too.
    const checking = `select from batch where status = 'checking'`;
    await expect.poll(async () => (await app.database.query(checking, [])).rows).toEqual([]);
    const before = [await asked('geocodage-csv'), await asked('geocodage')];
    const made = await post(owner, '/batches', { body: sent([...numbers(5), '4 rue des lilas, "Bât. A"']) });
    await ended(owner, idOf(made), 'ready');
    const found = await rowsOf(owner, idOf(made));
    expect(found.map(({ status }) => status)).toEqual([...numbers(5).map(() => 'ready'), 'doubtful']);
    expect(found.map(({ address }) => address).slice(0, 5)).toEqual(numbers(5));
    expect(await asked('geocodage-csv')).toBe(before[0]! + 1);
    expect(await asked('geocodage')).toBe(before[1]! + 1);
    const alone = numbers(5).map(async (address) => (await findProperty(app.deps, { address })).codes);
    expect(found.map(({ parcels }) => parcels).slice(0, 5)).toEqual(await Promise.all(alone));
  });

  it('the service refuses their file → each is asked alone; one without an answer waits, undebited', async () => {
    const owner = await createOwner();
    const body = sent(['1 Rue du Port Panne-Adresses', ...numbers(3)]);
    const made = await post(owner, '/batches', { body });
    const rows = async () => (await read(owner, `/batches/${idOf(made)}`)).json['rows'];
    await expect.poll(rows).toMatchObject({ waiting: 1, ready: 3 });
    await expect.poll(async () => (await rowsOf(owner, idOf(made)))[0]?.problem?.code).toBe('source_unavailable');
    expect((await read(owner, `/batches/${idOf(made)}`)).json['status']).toBe('checking');
  });
});

describe('a doubtful row', () => {
  it('is chosen among its candidates only, checked again, then issued', async () => {
    const owner = await createOwner();
    const rows = [
      { transaction: 'sale', address: '4 rue des lilas' },
      { transaction: 'sale', point: ON_A_STREET },
    ];
    const made = await post(owner, '/batches', { body: { start: 'manual', rows } });
    await ended(owner, idOf(made), 'ready');
    expect((await post(owner, `/batches/${idOf(made)}/start`)).status).toBe(409);
    const choice = (row: number, candidate: string) =>
      post(owner, `/batches/${idOf(made)}/rows/${row}/choice`, { body: { candidate } });
    expect((await choice(1, ADDRESS.replace('4', '9'))).status).toBe(400);
    for (const { row, problem } of await rowsOf(owner, idOf(made))) {
      expect((await choice(Number(row), problem?.candidates[0] ?? '')).status).toBe(200);
    }
    await ended(owner, idOf(made), 'ready');
    const checked = await rowsOf(owner, idOf(made));
    expect(checked.map(({ status }) => status)).not.toContain('refused');
    expect(checked[1]).toMatchObject({ status: 'ready' });
    expect((await choice(2, ADDRESS)).status).toBe(409);
  });
});

it('POST /batches/csv → its rows by the lines of the file; pages of rows without a repeat or a gap', async () => {
  const owner = await createOwner();
  const text = `Adresse;CP;Ville;Vendeur\r\n4 rue des Lilas;95190;Goussainville;"Mme ""D"""\r\n\r\n;;;\r\n;;;M. Sans\r\n`;
  const send = (as: string) =>
    fetch(`${app.url}/api/v3/batches/csv?start=manual&transaction=sale&name=Mandats.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv', 'idempotency-key': as },
      body: Buffer.from(text, 'latin1'),
    });
  const answer = await send('fichier');
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  expect(await (await send('fichier')).json()).toMatchObject({ id });
  await ended(owner, id, 'ready');
  const first = await read(owner, `/batches/${id}/rows?limit=1`);
  expect(first.json).toMatchObject({
    data: [{ row: 2, status: 'ready', given: '4 rue des Lilas 95190 Goussainville' }],
    has_more: true,
  });
  const next = await read(owner, `/batches/${id}/rows?limit=1&cursor=${String(first.json['next_cursor'])}`);
  expect(next.json).toMatchObject({ data: [{ row: 5, status: 'refused' }], has_more: false });
});

it('is forgotten 90 days later, and a week later if it never began; its statements stay', async () => {
  const owner = await createOwner();
  const made = await post(owner, '/batches', { body: { start: 'manual', rows: [SALE] } });
  await ended(owner, idOf(made), 'ready');
  const later = (days: number) => ({ ...app.deps, clock: () => new Date(Date.now() + days * 86_400_000) });
  await forgetOldBatches(later(6));
  expect((await read(owner, `/batches/${idOf(made)}`)).status).toBe(200);
  await forgetOldBatches(later(8));
  expect((await read(owner, `/batches/${idOf(made)}`)).status).toBe(404);
});

async function expectResults(owner: KeyOwner, id: string, references: string[]): Promise<void> {
  const get = async (file: string) => {
    const answer = await fetch(`${app.url}/api/v3/batches/${id}/${file}`, {
      headers: { authorization: `Bearer ${owner.key}` },
    });
    expect([file, answer.status]).toEqual([file, 200]);
    return Buffer.from(await answer.arrayBuffer());
  };
  const table = (await get('results.csv')).toString();
  const [, first = '', second = ''] = table.split('\r\n');
  expect(first).toContain(`"émis";"${references[0]}";"stm_`);
  // No spreadsheet evaluates it.
  expect(first).toContain(`"'=1+1"`);
  expect(second).toContain('"à choisir"');
  const map = JSON.parse((await get('results.geojson')).toString()) as { features: unknown[] };
  expect(map.features).toMatchObject(references.map((reference) => ({ properties: { reference } })));
  const files = unzip(await get('documents.zip'));
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
  expect(files.get('resultats.csv')?.toString()).toContain('.pdf"');
}
