import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { mailNamed } from '#wiring/mails.ts';
import type { QueuedMail } from '#platform/mails/outbox.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { runBatch } from '#test/batches.ts';
import { callV3, createKeyOwner, ON_A_STREET, SALE, type KeyOwner } from '#test/keys.ts';

/** Without a worker: each run is asked for, so that what happens before, during and after is known. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
const DOUBT = { transaction: 'sale', point: ON_A_STREET };
const REFUSED = { transaction: 'sale', parcels: ['000-ZZ-9999@95280'] };

let drawn = 0;
const post = ({ key }: KeyOwner, path: string, body: object = {}) =>
  callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': `main-${(drawn += 1)}` } });
const read = async ({ key }: KeyOwner, path: string) => (await callV3(app, ['GET', path], { key })).json;
const patch = ({ key }: KeyOwner, path: string, body: object) => callV3(app, ['PATCH', path], { key, body });
const run = (id: string) => runBatch(app.deps, { batchId: Number(id.slice(4)) }, AbortSignal.timeout(60_000));

async function made(owner: KeyOwner, rows: object[], more: object = { start: 'manual' }): Promise<string> {
  const id = String((await post(owner, '/batches', { rows, ...more })).json['id']);
  await run(id);
  return id;
}
type Row = { row: number; status: string; problem: { code: string; detail: string; candidates: string[] } | null };
const rowsOf = async (owner: KeyOwner, id: string): Promise<Row[]> =>
  (await read(owner, `/batches/${id}/rows`))['data'] as Row[];
const statusesOf = async (owner: KeyOwner, id: string) => (await rowsOf(owner, id)).map(({ status }) => status);
const creditsOf = async (owner: KeyOwner) => {
  const { credits, credits_reserved: reserved } = await read(owner, '/balance');
  return [credits, reserved];
};
async function chosen(owner: KeyOwner, id: string, row: number) {
  const found = (await rowsOf(owner, id)).find((one) => one.row === row);
  return post(owner, `/batches/${id}/rows/${row}/choice`, { candidate: found?.problem?.candidates[0] ?? '' });
}
/** Rows are checked; nothing is issued, as if a source were silent. */
const hold = (id: string) =>
  sql`update batch_row set retry_at = now() + interval '1 hour' where batch_id = ${Number(id.slice(4))} and state = 'ready'`.execute(
    app.database.db,
  );
const goOn = (id: string) =>
  sql`update batch_row set retry_at = null where batch_id = ${Number(id.slice(4))}`.execute(app.database.db);
const expectSound = async () => expect(await ledgerViolations(app.deps)).toEqual([]);

describe('a doubtful row of an automatic batch', () => {
  it('chosen while it runs → joins the run, with its own credit; without one → 402, and it stays', async () => {
    const owner = await createKeyOwner(app, 2);
    const id = String((await post(owner, '/batches', { rows: [SALE, DOUBT, DOUBT], start: 'manual' })).json['id']);
    await run(id);
    await post(owner, `/batches/${id}/start`);
    await hold(id);
    expect(await creditsOf(owner)).toEqual([1, 1]);
    expect((await chosen(owner, id, 2)).json).toMatchObject({ status: 'waiting' });
    expect(await creditsOf(owner)).toEqual([0, 2]);
    const refused = await chosen(owner, id, 3);
    expect([refused.status, refused.json['code']]).toEqual([402, 'no_credit']);
    expect(await statusesOf(owner, id)).toEqual(['ready', 'waiting', 'doubtful']);
    await expectSound();
    await goOn(id);
    await run(id);
    expect(await statusesOf(owner, id)).toEqual(['issued', 'issued', 'doubtful']);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'finished', credits_reserved: 0 });
    await expectSound();
  });

  it('chosen after the run → a next run of its own starts by itself, once', async () => {
    const owner = await createKeyOwner(app, 3);
    const id = await made(owner, [SALE, DOUBT], { start: 'automatic' });
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'finished', rows: { issued: 1, doubtful: 1 } });
    expect((await chosen(owner, id, 2)).status).toBe(200);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'checking', ended_at: null });
    await Promise.all([run(id), run(id)]);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'finished', rows: { issued: 2 } });
    expect(await creditsOf(owner)).toEqual([1, 0]);
    await expectSound();
  });

  it('alone in it → nothing starts before the choice, then it does; by two people at once → one choice', async () => {
    const owner = await createKeyOwner(app, 2);
    const id = await made(owner, [DOUBT], { start: 'automatic' });
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'ready', problem: { code: 'conflict' } });
    const answers = await Promise.all([chosen(owner, id, 1), chosen(owner, id, 1), chosen(owner, id, 1)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    await run(id);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'finished', problem: null });
    expect(await creditsOf(owner)).toEqual([1, 0]);
  });

  it('shows what tells its candidates apart', async () => {
    const owner = await createKeyOwner(app, 0);
    const id = await made(owner, [DOUBT, { transaction: 'sale', address: '4 rue des lilas' }]);
    expect(await rowsOf(owner, id)).toMatchObject([
      {
        problem: {
          choices: expect.arrayContaining([expect.objectContaining({ distance_metres: expect.any(Number) })]),
          asked: [ON_A_STREET],
        },
      },
      { problem: { choices: expect.arrayContaining([expect.objectContaining({ longitude: expect.any(Number) })]) } },
    ]);
  });
});

describe('a refused row', () => {
  it('edited in place → checked again; what cannot be read → 400, and it stays', async () => {
    const owner = await createKeyOwner(app, 1);
    const id = await made(owner, [REFUSED]);
    const wrong = await patch(owner, `/batches/${id}/rows/1`, { parcels: 'rue des Lilas' });
    expect([wrong.status, wrong.json['code']]).toEqual([400, 'invalid_input']);
    const right = { parcels: '', address: ADDRESS, owner: 'Mme Durand', reference: 'A-12' };
    expect((await patch(owner, `/batches/${id}/rows/1`, right)).json).toMatchObject({
      status: 'waiting',
      input: right,
    });
    await run(id);
    expect(await rowsOf(owner, id)).toMatchObject([
      { status: 'ready', address: ADDRESS, area_square_metres: expect.any(Number) },
    ]);
  });

  it('edited in a running batch that it leaves again → its credit goes back', async () => {
    const owner = await createKeyOwner(app, 2);
    const id = await made(owner, [SALE, REFUSED]);
    await post(owner, `/batches/${id}/start`);
    await hold(id);
    await patch(owner, `/batches/${id}/rows/2`, { parcels: '000-ZZ-9998@95280' });
    expect(await creditsOf(owner)).toEqual([0, 2]);
    await run(id);
    expect(await statusesOf(owner, id)).toEqual(['ready', 'refused']);
    expect(await creditsOf(owner)).toEqual([1, 1]);
    await expectSound();
  });

  it('« AA 143, AA 144 » with the commune of the row, by its name or its code', async () => {
    const owner = await createKeyOwner(app, 0);
    const rows = [
      { transaction: 'sale', parcels: ['AB 1, AB 2'], commune: '95190 Goussainville' },
      { transaction: 'sale', parcels: ['AB 1', 'ab 2'], commune: '95280' },
      { transaction: 'sale', parcels: ['AB 1'], address: ADDRESS },
    ];
    const id = await made(owner, rows);
    const both = ['000-AB-0001@95280', '000-AB-0002@95280'];
    expect(await rowsOf(owner, id)).toMatchObject([
      { status: 'ready', parcels: both },
      { status: 'ready', parcels: both },
      { status: 'ready', parcels: both.slice(0, 1), distance_metres: expect.any(Number) },
    ]);
    const none = await made(owner, [{ transaction: 'sale', parcels: ['AB 1'] }]);
    expect(await rowsOf(owner, none)).toMatchObject([
      { status: 'refused', problem: { code: 'invalid_input', errors: [{ pointer: '/commune' }] } },
    ]);
  });
});

describe('a row that its owner leaves', () => {
  it('while it waits → its credit goes back, and the batch ends; taken back → it makes the next run', async () => {
    const owner = await createKeyOwner(app, 2);
    const id = await made(owner, [SALE]);
    await post(owner, `/batches/${id}/start`);
    await sql`update batch_row set retry_at = now() + interval '1 hour', attempts = 1, waiting_since = now(),
      problem = '{"code": "source_unavailable", "detail": "Un service public ne répond pas.", "candidates": []}'
      where batch_id = ${Number(id.slice(4))}`.execute(app.database.db);
    expect(await rowsOf(owner, id)).toMatchObject([
      { status: 'ready', waiting: { attempts: 1, since: expect.any(String), next_try_at: expect.any(String) } },
    ]);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({
      stalled: { rows: 1, detail: 'Un service public ne répond pas.' },
    });
    const left = await Promise.all([1, 2].map(() => post(owner, `/batches/${id}/rows/1/leave_out`)));
    expect(left.map(({ status }) => status)).toEqual([200, 200]);
    expect(await creditsOf(owner)).toEqual([2, 0]);
    await expectSound();
    await run(id);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'finished', rows: { cancelled: 1 } });
    expect((await post(owner, `/batches/${id}/rows/1/take_back`)).json).toMatchObject({ status: 'waiting' });
    await run(id);
    expect(await read(owner, `/batches/${id}`)).toMatchObject({ status: 'ready', rows: { ready: 1 } });
    await expectSound();
  });

  it('in the middle of its generation → nothing is debited for it', async () => {
    const owner = await createKeyOwner(app, 1);
    const id = await made(owner, [SALE]);
    await post(owner, `/batches/${id}/start`);
    const here = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    // The first generation of the row stops before it pays.
    const deps = {
      ...app.deps,
      generations: (turn: unknown, work: () => Promise<void>) => {
        begun.resolve();
        return here.promise.then(work);
      },
    } as typeof app.deps;
    const running = runBatch(deps, { batchId: Number(id.slice(4)) }, AbortSignal.timeout(60_000));
    await begun.promise;
    expect((await patch(owner, `/batches/${id}/rows/1`, { owner: 'Mme Durand' })).json).toMatchObject({
      status: 'waiting',
    });
    here.resolve();
    await running;
    await run(id);
    expect(await statusesOf(owner, id)).toEqual(['issued']);
    const { rows } = await app.database.query(
      `select s.vendeur_nom from statement s join ledger_entry e on e.statement_id = s.id where s.account_id = $1`,
      [owner.id],
    );
    expect(rows).toEqual([{ vendeur_nom: 'Mme Durand' }]);
    expect(await creditsOf(owner)).toEqual([0, 0]);
    await expectSound();
  });

  it('issued, unknown, of a cancelled batch or of another account → refused', async () => {
    const owner = await createKeyOwner(app, 2);
    const other = await createKeyOwner(app, 0);
    const id = await made(owner, [SALE, DOUBT], { start: 'automatic' });
    expect((await patch(owner, `/batches/${id}/rows/1`, { owner: 'A' })).status).toBe(409);
    expect((await post(owner, `/batches/${id}/rows/1/leave_out`)).status).toBe(409);
    expect((await post(owner, `/batches/${id}/rows/9/leave_out`)).status).toBe(404);
    for (const what of ['leave_out', 'take_back', 'choice']) {
      const body = what === 'choice' ? { candidate: ADDRESS } : {};
      expect((await post(other, `/batches/${id}/rows/2/${what}`, body)).status).toBe(404);
    }
    expect((await patch(other, `/batches/${id}/rows/2`, { owner: 'A' })).status).toBe(404);
    const cancelled = await made(owner, [SALE]);
    await post(owner, `/batches/${cancelled}/cancel`);
    expect((await post(owner, `/batches/${cancelled}/rows/1/take_back`)).status).toBe(409);
  });
});

describe('rows that are repeated', () => {
  const row = (owner: string, more: object = {}) => ({
    transaction: 'sale',
    address: ADDRESS,
    parties: { owner, recipient: '' },
    ...more,
  });

  it('are left out with the reason when that is asked; taken back → issued all the same', async () => {
    const owner = await createKeyOwner(app, 5);
    const first = await made(owner, [row('Mme Durand')], { start: 'automatic' });
    expect(await statusesOf(owner, first)).toEqual(['issued']);
    const rows = [
      row(' mme durand'),
      row('M. Martin'),
      row('M. Martin'),
      row('M. Martin', { metadata: { reference: 'B' } }),
      row('Mme Durand', { transaction: 'lease' }),
    ];
    const id = await made(owner, rows, { start: 'manual', repeated: 'leave_out' });
    expect(await statusesOf(owner, id)).toEqual(['cancelled', 'ready', 'cancelled', 'ready', 'ready']);
    const found = await rowsOf(owner, id);
    expect(found[0]?.problem).toMatchObject({
      code: 'already_issued',
      detail: expect.stringMatching(/^Déjà émis, valable jusqu’au \d\d\/\d\d\/\d{4} \(ERP-/),
    });
    expect(found[2]?.problem).toMatchObject({ code: 'repeated_row', detail: 'Identique à la ligne 2.' });
    await post(owner, `/batches/${id}/rows/3/take_back`);
    await run(id);
    expect(await statusesOf(owner, id)).toEqual(['cancelled', 'ready', 'ready', 'ready', 'ready']);
    expect((await post(owner, `/batches/${id}/start`)).json).toMatchObject({ credits_reserved: 4 });
    await expectSound();
  });

  it('are issued by default, as programs know', async () => {
    const owner = await createKeyOwner(app, 2);
    expect(await statusesOf(owner, await made(owner, [SALE, SALE]))).toEqual(['ready', 'ready']);
  });
});

describe('tables', () => {
  const get = async ({ key }: KeyOwner, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.url}/api/v3${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
    return (await answer.text()).replace('\uFEFF', '').split('\r\n');
  };

  it('have identifiers, the owner’s reference, codes and ISO dates, under French or English titles', async () => {
    const owner = await createKeyOwner(app, 1);
    const rows = [{ ...SALE, metadata: { reference: 'A-12' } }, REFUSED];
    const id = await made(owner, rows, { start: 'automatic' });
    const [titles, issued, refused] = await get(owner, `/batches/${id}/results.csv`);
    expect(titles).toContain('"Ligne";"Donné";"Résultat";"Référence de l’état";"statement_id";"Émis le"');
    expect(issued).toMatch(/"émis";"ERP-[\d-]+";"stm_\d+";"\d{4}-\d\d-\d\d";"\d{4}-\d\d-\d\d"/);
    expect(issued).toContain('"A-12"');
    expect(refused).toContain('"parcel_not_found"');
    const english = [
      await get(owner, `/batches/${id}/results.csv?language=en`),
      await get(owner, `/batches/${id}/results.csv`, { 'accept-language': 'en-GB,fr;q=0.5' }),
    ];
    for (const [line, row] of english) {
      expect(line).toContain('"Row";"Given";"Status";"Reference";"statement_id";"Issued on"');
      expect(row).toContain('"issued"');
    }
  });

  it('rows to correct are ready to be sent again: the file is read, with what was written', async () => {
    const owner = await createKeyOwner(app, 1);
    const file = [
      'Adresse;CP;Ville;Parcelles;Type;Vendeur;Mandat;Sinistres indemnisés;Agence',
      `${ADDRESS};;;;vente;Mme A;M1;;Nord`,
      ';95190;Goussainville;"ZZ 9998, ZZ 9999";location;=1+1;M2;sans doute;Sud',
      '4 rue des lilas;;;;don;Mme C;M3;;Sud',
    ].join('\n');
    const send = async (body: string) => {
      const { json } = await callV3(app, ['POST', '/batches/csv?start=manual'], {
        key: owner.key,
        body,
        headers: { 'idempotency-key': `renvoi-${(drawn += 1)}`, 'content-type': 'text/csv' },
      });
      await run(String(json['id']));
      return String(json['id']);
    };
    const id = await send(file);
    expect(await statusesOf(owner, id)).toEqual(['ready', 'refused', 'refused']);
    const table = await get(owner, `/batches/${id}/to_correct.csv`);
    expect(table).toHaveLength(4);
    expect(table[2]).toContain('« don » n’est pas une transaction'.replaceAll(/(?<=«) | (?=»)/g, '\u00A0'));
    expect([table[0], table[2]]).toEqual([expect.stringContaining('"Agence"'), expect.stringContaining('"Sud"')]);
    const corrected = await send(
      table.join('\n').replace('ZZ 9998', 'AB 1').replace('ZZ 9999', 'AB 2').replace('sans doute', 'oui'),
    );
    const { rows: kept } = await app.database.query(
      `select request->'declarations'->'disasters_indemnified' as answer from batch_row where batch_id = $1 order by position`,
      [Number(corrected.slice('bat_'.length))],
    );
    expect(kept).toEqual([{ answer: true }, { answer: null }]);
    const inputs = (await rowsOf(owner, corrected)).map((row) => (row as unknown as { input: object }).input);
    expect(inputs).toMatchObject([
      { owner: '=1+1', reference: 'M2', transaction: 'lease' },
      { owner: 'Mme C', reference: 'M3' },
    ]);
  });
});

it('a row corrected in place gives what it says now, and an address on the street is said to be one', async () => {
  const owner = await createKeyOwner(app, 1);
  const id = await made(owner, [REFUSED]);
  const street = '8 Rue des Lilas 95190 Goussainville';
  await patch(owner, `/batches/${id}/rows/1`, { address: street, parcels: '' });
  await run(id);
  const detail = expect.stringContaining('Cette adresse tombe sur la rue') as unknown;
  expect(await rowsOf(owner, id)).toMatchObject([{ status: 'doubtful', given: street, problem: { detail } }]);
});

describe('mails', () => {
  it('choices are asked for once; an account that refused notices has none; a program’s end sends none', async () => {
    const owner = await createKeyOwner(app, 2);
    const quiet = await createKeyOwner(app, 2);
    await sql`update account set notices_stopped_at = now() where id = ${quiet.id}`.execute(app.database.db);
    const ids = [await made(owner, [SALE, DOUBT, DOUBT]), await made(quiet, [SALE, DOUBT])];
    await chosen(owner, ids[0] ?? '', 2);
    await run(ids[0] ?? '');
    const { rows } = await app.database.query(
      `select kind, account_id::int as account from outgoing_mail where kind like 'batch-%' and account_id = any($1)`,
      [[owner.id, quiet.id]],
    );
    expect(rows).toEqual([{ kind: 'batch-choices', account: owner.id }]);
  });

  it('the end of a file imported on the site is told, with what is left to do; a forgotten batch sends nothing', async () => {
    const owner = await createKeyOwner(app, 1);
    const headers = { authorization: `Token ${owner.token}`, 'content-type': 'text/csv' };
    const answer = await fetch(`${app.url}/api/v3/batches/csv?name=Mandats.csv&start=automatic&transaction=sale`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'site' },
      body: `Adresse\n${ADDRESS}\n12 rue\n`,
    });
    const { id } = (await answer.json()) as { id: string };
    await run(id);
    const { rows } = await app.database.query(
      `select kind, account_id::int as "accountId", params from outgoing_mail where account_id = $1`,
      [owner.id],
    );
    expect(rows).toMatchObject([{ kind: 'batch-ended', accountId: owner.id }]);
    const [queued] = rows as Pick<QueuedMail, 'kind' | 'accountId' | 'params'>[];
    const compose = (params: Record<string, string>) =>
      mailNamed('batch-ended').compose(app.deps, { ...queued!, id: 1, recipient: owner.email, params });
    const mail = await compose(queued?.params ?? {});
    expect(mail?.subject).toMatch(
      /^Votre import «\sMandats\.csv\s»\s: 1\sétat émis, 1\s(attend votre choix|est à corriger|n’a pas abouti)$/,
    );
    expect(mail?.text).toMatch(/1\sétat des risques a été émis.*1\sligne .*Rien n’est débité pour cette ligne/s);
    expect(mail?.text).toContain(`/imports/${id.slice(4)}`);
    expect(mail?.unsubscribeUrl).toContain('/api/v2/desabonnement/');
    expect(await compose({ batchId: '999999' })).toBeNull();
  });
});
