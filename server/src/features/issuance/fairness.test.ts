import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { startHeldSuppliers, type HeldSuppliers } from '#test/held-suppliers.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';

/** One printer: two generations at once, one per account. One try at the suppliers, which a test may hold back. */
let app: TestApp;
let suppliers: HeldSuppliers;
beforeAll(async () => {
  suppliers = await startHeldSuppliers();
  const limits = { attempts: 1, timeoutMs: 60_000, totalMs: 60_000, retryDelayMs: 1, breakMs: 1 };
  app = await createTestApp({ limits, simulatorsUrl: suppliers.baseUrl, env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(async () => {
  suppliers.release();
  await app.close();
  await suppliers.close();
});

const DIJON = { longitude: 5.0415, latitude: 47.322 };
/** A sentinel of the simulators: refused at once. */
const BROKEN_RISKS = { longitude: 3.36, latitude: 44.231 };

async function draft(account: TestAccount, point = GOUSSAINVILLE, changes: object = {}): Promise<number> {
  const body = { ...(await draftAt(app, point)), ...changes };
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body });
  expect(created).toMatchObject({ status: 201 });
  return (created.body as { erp_id: number }).erp_id;
}
const generate = ({ token }: TestAccount, id: number) =>
  call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token });
const declare = ({ token }: TestAccount, id: number, sinistres_indemnises: boolean) =>
  call(app, ['PUT', `/api/v2/erp/me/id/${id}/declarations/`], {
    token,
    body: { travaux_prescrits: null, travaux_realises: null, sinistres_indemnises, travaux_rga_non_realises: null },
  });
const isGenerating = async (id: number): Promise<boolean> => {
  const row = app.database.db.selectFrom('statement').select('generating_until').where('id', '=', id);
  return (await row.executeTakeFirst())?.generating_until != null;
};

describe('the queue of generations', () => {
  it('an account with one credit and eighty drafts of a slow place → it waits for its own work; another is served', async () => {
    const [attacker, honest] = [await createAccount(app, 1), await createAccount(app, 1)];
    const first = await draft(attacker, DIJON);
    const columns = sql.raw(
      'account_id, adresse, cadastre, code_parcelle, latitude, longitude, type_de_transaction, vendeur_nom, acheteur_nom',
    );
    const copies = await sql<{ id: number }>`insert into statement (${columns})
      select ${columns} from statement, generate_series(1, 79) where id = ${first} returning id`.execute(
      app.database.db,
    );
    const mine = await draft(honest);
    suppliers.hold(({ pathname, href }) => pathname.startsWith('/georisques/') && href.includes('21231'));
    const attack = [first, ...copies.rows.map(({ id }) => id)].map((id) => generate(attacker, id));
    await expect.poll(() => isGenerating(first)).toBe(true);
    expect(await generate(honest, mine)).toMatchObject({ status: 200 });
    // Ends the waiting ones at once.
    await app.database.db.deleteFrom('statement').where('account_id', '=', attacker.id).execute();
    suppliers.release();
    const refused = (await Promise.all(attack)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(73);
    expect(refused[0]?.body).toEqual({
      detail:
        'Vous préparez déjà 7 états des risques à la fois. Attendez que l’un d’eux soit prêt : rien n’a été débité.',
    });
  });
});

describe('declarations', () => {
  it('changed during the generation → 409; the document has those of its start, and no generation is lost', async () => {
    const account = await createAccount(app, 1);
    const id = await draft(account, DIJON);
    expect(await declare(account, id, true)).toMatchObject({ status: 200 });
    suppliers.hold(({ pathname }) => pathname.startsWith('/geopf/wmts'));
    const generation = generate(account, id);
    await expect.poll(() => isGenerating(id)).toBe(true);
    expect(await declare(account, id, false)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Cet état des risques est en cours de préparation/) },
    });
    suppliers.release();
    expect(await generation).toMatchObject({ status: 200 });
    const kept = app.database.db.selectFrom('statement').select('declarations').where('id', '=', id);
    expect((await kept.executeTakeFirstOrThrow()).declarations).toMatchObject({ sinistres_indemnises: true });
  });

  it('after a process died → refused for five minutes, then stored; the generation may restart at once', async () => {
    const account = await createAccount(app, 1);
    const id = await draft(account);
    const until = (ms: number) =>
      app.database.db
        .updateTable('statement')
        .set({ generating_until: new Date(Date.now() + ms) })
        .where('id', '=', id)
        .execute();
    await until(60_000);
    expect((await declare(account, id, true)).status).toBe(409);
    await until(-1);
    expect((await declare(account, id, true)).status).toBe(200);
    await until(60_000);
    expect((await generate(account, id)).status).toBe(200);
  });

  it('after a failed generation → may change again', async () => {
    const account = await createAccount(app, 1);
    const id = await draft(account, BROKEN_RISKS);
    expect((await generate(account, id)).status).toBe(503);
    expect((await declare(account, id, true)).status).toBe(200);
  });
});

describe('generations that fail', () => {
  it('ten in an hour, three times as many when a source does not answer → 429 with the minutes to wait, no credit touched', async () => {
    const account = await createAccount(app, 2);
    const nowhere = await draft(account, GOUSSAINVILLE, {
      cadastre: '999-ZZ-9999',
      code_parcelle: '999-ZZ-9999@95280',
    });
    const silent = await draft(account, BROKEN_RISKS);
    const good = await draft(account);
    for (let n = 0; n < 9; n += 1) expect((await generate(account, nowhere)).status).toBe(400);
    for (let n = 0; n < 2; n += 1) expect((await generate(account, silent)).status).toBe(503);
    expect((await generate(account, nowhere)).status).toBe(400);
    expect(await generate(account, good)).toMatchObject({
      status: 429,
      body: {
        detail: expect.stringMatching(
          /^Trop de préparations ont échoué depuis une heure\. Réessayez dans (59|60)\sminutes\s: aucun crédit/,
        ),
      },
    });
    const spent = app.database.db.selectFrom('ledger_entry').where('account_id', '=', account.id).selectAll();
    expect(await spent.where('kind', '=', 'debit').execute()).toEqual([]);
    const other = await createAccount(app, 1);
    expect((await generate(other, await draft(other))).status).toBe(200);
  });
});
