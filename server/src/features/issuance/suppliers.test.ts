import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import type { HttpLimits } from '#platform/suppliers/http-client.ts';
import { createFaultProxy } from '../../../../tests/harness/fault-proxy.ts';

/**
 * Every supplier in turn down, cut, slow, malformed, silent and over quota: sentinel communes of the simulators
 * (`simulators/README.md`), one service per row from south to north, one mode per column from west to east.
 */
const SERVICES = ['adresses', 'cadastre', 'georisques', 'peb', 'gpu', 'tuiles'] as const;
const MODES = ['panne', 'coupure', 'lenteur', 'charabia', 'vide', 'quota'] as const;
type Service = (typeof SERVICES)[number];
type Mode = (typeof MODES)[number];

function sentinel(service: Service, mode: Mode): { longitude: number; latitude: number } {
  return { longitude: 3.36 + MODES.indexOf(mode) * 0.022, latitude: 44.2 + SERVICES.indexOf(service) * 0.0155 };
}

/** One try, and a circuit breaker that closes at once, since each case is another outage. */
const ONCE = { attempts: 1, retryDelayMs: 1, breakMs: 1 };
/** One source is late, the others must not be: long enough for a busy machine, so these cases wait together. */
const HURRIED = { ...ONCE, timeoutMs: 5000, totalMs: 5500 };
let app: TestApp;
/** One application per group: a supplier that answered 429 is left alone for a while. */
const withApp = (limits: Partial<HttpLimits> = ONCE): void => {
  beforeAll(async () => {
    app = await createTestApp({ limits });
  });
  afterAll(() => app.close());
};

async function generateAt(
  app: TestApp,
  account: TestAccount,
  point: { longitude: number; latitude: number },
): Promise<{ status: number; body: unknown }> {
  const nearby = await call(app, ['POST', `/api/v2/cadastre/proximite/${point.longitude}/${point.latitude}/`]);
  if (nearby.status !== 200) return nearby;
  const [parcel] = nearby.body as { prefixe: string; section: string; numero: string; commune: string }[];
  if (parcel === undefined) return nearby;
  const cadastre = `${parcel.prefixe}-${parcel.section}-${parcel.numero}`;
  const draft = {
    adresse: '1 Rue du Causse 48999 Sentinelle',
    cadastre,
    ...point,
    type_de_transaction: 'Location',
    vendeur_nom: '',
    acheteur_nom: '-',
    code_parcelle: `${cadastre}@${parcel.commune}`,
  };
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body: draft });
  const id = (created.body as { erp_id: number }).erp_id;
  return call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });
}

async function creditsOf(account: TestAccount): Promise<unknown> {
  const { body } = await call(app, ['GET', '/api/v2/user_data/me/'], { token: account.token });
  return (body as { nb_credits: number }).nb_credits;
}

describe.each(MODES.filter((mode) => mode !== 'vide' && mode !== 'lenteur'))(
  'a compulsory source in « %s »',
  (mode) => {
    withApp();
    refuses(mode);
  },
);

describe.concurrent('a compulsory source in « lenteur »', () => {
  withApp(HURRIED);
  refuses('lenteur');
});

function refuses(mode: Exclude<Mode, 'vide'>): void {
  it('tuiles → the statement is issued with a grey map', async () => {
    const account = await createAccount(app, 1);
    expect(await generateAt(app, account, sentinel('tuiles', mode))).toMatchObject({ status: 200 });
    expect(await creditsOf(account)).toBe(0);
  });

  it.each(['georisques', 'peb', 'gpu'] as const)(
    '%s → 503 that names the headings, nothing debited',
    async (service) => {
      const account = await createAccount(app, 1);
      const { status, body } = await generateAt(app, account, sentinel(service, mode));
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { detail: expect.stringMatching(/^Données non obtenues\u00A0: .+Aucun crédit/) },
      });
      expect(await creditsOf(account)).toBe(1);
    },
  );

  it('cadastre → 503 in French, no parcel invented', async () => {
    const account = await createAccount(app, 1);
    const { status, body } = await generateAt(app, account, sentinel('cadastre', mode));
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Le cadastre ne répond pas') },
    });
  });

  it('adresses → 503 in French', async () => {
    const names = {
      panne: 'Panne',
      coupure: 'Coupure',
      lenteur: 'Lenteur',
      charabia: 'Charabia',
      quota: 'Quota',
    };
    const { status, body } = await call(app, [
      'GET',
      `/geocodage/search?q=1+rue+du+Causse+${names[mode]}-Adresses&limit=5`,
    ]);
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Le service des adresses') },
    });
  });
}

describe('a source with empty responses', () => {
  withApp();

  it('georisques, with empty bodies → 503: nothing is not « non »', async () => {
    const account = await createAccount(app, 1);
    expect(await generateAt(app, account, sentinel('georisques', 'vide'))).toMatchObject({ status: 503 });
    expect(await creditsOf(account)).toBe(1);
  });

  it('peb and cadastre, with empty collections → no noise zone, no parcel', async () => {
    const account = await createAccount(app, 1);
    expect(await generateAt(app, account, sentinel('peb', 'vide'))).toMatchObject({ status: 200 });
    expect(await generateAt(app, account, sentinel('cadastre', 'vide'))).toMatchObject({ status: 200, body: [] });
  });
});

describe('all sources down', () => {
  const TOULOUSE = { longitude: 1.4442, latitude: 43.6047 };

  it('answers of two days ago → the statement is issued and each fact keeps its date; of 30 days → 503', async () => {
    const database = await createTestDatabase();
    const suppliers = await createFaultProxy(inject('simulatorsUrl'));
    const online = await createTestApp({ database, simulatorsUrl: suppliers.url });
    const account = await createAccount(online, 3);
    expect(await generateAt(online, account, TOULOUSE)).toMatchObject({ status: 200 });
    // Waits for the answers to be written.
    await online.close();
    suppliers.close();

    const offline = async (daysLater: number): Promise<{ status: number; body: unknown }> => {
      await sql`update supplier_answer set obtained_at = now() - make_interval(days => ${daysLater}::int)`.execute(
        database.db,
      );
      const app = await createTestApp({ limits: ONCE, simulatorsUrl: suppliers.url, database });
      const answer = await generateAt(app, account, TOULOUSE).finally(app.close);
      return answer;
    };
    expect(await offline(2)).toMatchObject({ status: 200 });
    const issued = await database.db.selectFrom('statement_edition').select('facts').orderBy('statement_id').execute();
    expect(issued[1]?.facts).toMatchObject({ radon: { state: 'last-good' }, noise: { state: 'last-good' } });
    expect(await offline(30)).toMatchObject({ status: 503 });
    expect(
      await database.db.selectFrom('ledger_entry').select('credits').where('kind', '=', 'debit').execute(),
    ).toHaveLength(2);
    await database.drop();
  });
});
