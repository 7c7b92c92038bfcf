import { describe, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { ANY_DRAFT, insertIssued } from '#test/issued.ts';
import { draftAt, GOUSSAINVILLE, issueAt } from '#test/wizard.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { forgetOldDrafts } from './drafts.ts';

const app = sharedApp();

const PATH = '/api/v2/erp/me/brouillon/';
const NONE = { status: 200, body: { brouillon: null, modifie_le: null } };
const read = ({ token }: Pick<TestAccount, 'token'>) => call(app, ['GET', PATH], { token });
const keep = ({ token }: Pick<TestAccount, 'token'>, body: unknown) => call(app, ['PUT', PATH], { token, body });

const draft = async (changes = {}) => ({ ...(await draftAt(app, GOUSSAINVILLE)), declarations: null, ...changes });

it('one per account, the last one saved; dropped on request', async () => {
  const [account, other] = [await createAccount(app), await createAccount(app)];
  expect(await read(account)).toMatchObject(NONE);
  const first = await draft({ type_de_transaction: null, vendeur_nom: '' });
  expect(await keep(account, first)).toMatchObject({ status: 200, body: { brouillon: first } });
  const second = await draft({
    declarations: {
      travaux_prescrits: true,
      travaux_realises: null,
      sinistres_indemnises: null,
      travaux_rga_non_realises: 'Néant',
    },
  });
  await keep(account, second);
  expect(await read(account)).toMatchObject({
    body: { brouillon: second, modifie_le: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) },
  });
  expect(await read(other)).toMatchObject(NONE);
  expect((await call(app, ['DELETE', PATH], { token: account.token })).status).toBe(204);
  expect(await read(account)).toMatchObject(NONE);
  for (const method of ['GET', 'PUT', 'DELETE']) expect((await call(app, [method, PATH])).status).toBe(401);
});

it.each([
  ['a latitude as text', { latitude: '49' }],
  ['no address', { adresse: '' }],
  ['a parcel that is none', { code_parcelle: 'ici' }],
  ['a name of a thousand characters', { vendeur_nom: 'x'.repeat(1000) }],
])('%s → 400, nothing kept', async (_, changes) => {
  const account = await createAccount(app);
  expect((await keep(account, await draft(changes))).status).toBe(400);
  expect(await read(account)).toMatchObject(NONE);
});

it('gone once the statement of its parcel is issued; that of another parcel stays', async () => {
  const account = await createAccount(app, 2);
  const elsewhere = { ...(await draft()), code_parcelle: '000-ZZ-0001@21231', cadastre: '000-ZZ-0001' };
  await keep(account, elsewhere);
  await issueAt(app, account);
  expect(await read(account)).toMatchObject({ body: { brouillon: elsewhere } });
  await keep(account, await draft());
  await issueAt(app, account);
  expect(await read(account)).toMatchObject(NONE);
});

it('a draft in another version’s shape → ignored', async () => {
  const account = await createAccount(app);
  const values = { account_id: account.id, content: '{"adresse":7}', updated_at: new Date() };
  await app.database.db.insertInto('statement_draft').values(values).execute();
  expect(await read(account)).toMatchObject(NONE);
});

it('kept before hidden characters were refused → offered without them, and can be kept again', async () => {
  const account = await createAccount(app);
  const kept = await draft({ adresse: '4 Rue des Lilas\n95190 \u202eGoussainville', vendeur_nom: 'Élodie\u200b' });
  const values = { account_id: account.id, content: JSON.stringify(kept), updated_at: new Date() };
  await app.database.db.insertInto('statement_draft').values(values).execute();
  const clean = { ...kept, adresse: '4 Rue des Lilas 95190 Goussainville', vendeur_nom: 'Élodie' };
  expect(await read(account)).toMatchObject({ status: 200, body: { brouillon: clean } });
  expect(await keep(account, kept)).toMatchObject({ status: 400 });
  expect(await keep(account, clean)).toMatchObject({ status: 200 });
});

it('kept while the account is erased in another tab → 200 or 401, and nothing left', async () => {
  const person = await createPerson(app);
  const token = await clientOf(app).sessionOf(person);
  const body = await draft();
  const keeping = Array.from({ length: 20 }, () => keep({ token }, body));
  const erased = await call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } });
  expect(erased.status).toBe(204);
  for (const { status } of await Promise.all(keeping)) expect([200, 401]).toContain(status);
  expect(
    await app.database.db.selectFrom('statement_draft').where('account_id', '=', person.id).selectAll().execute(),
  ).toEqual([]);
});

describe('statements started and never issued', () => {
  const A_DAY_MS = 86_400_000;
  const begun = async (account: TestAccount, ageMs: number): Promise<number> => {
    const values = { ...ANY_DRAFT, account_id: account.id, created_at: new Date(Date.now() - ageMs) };
    return (await app.database.db.insertInto('statement').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const issuedBy = async ({ id }: TestAccount): Promise<number> =>
    (await insertIssued(app.database.db, { accountId: id, issuedAt: new Date() })).id;
  const left = async (account: TestAccount): Promise<number[]> => {
    const rows = await app.database.db
      .selectFrom('statement')
      .select('id')
      .where('account_id', '=', account.id)
      .execute();
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  };

  it('dropped with the draft; neither an issued one, nor one that is being generated, nor another account’s', async () => {
    const [account, other] = [await createAccount(app), await createAccount(app)];
    const issued = await issuedBy(account);
    await begun(account, A_DAY_MS);
    const generating = await begun(account, A_DAY_MS);
    const step = { statement_id: generating, position: 0, label: 'Cadastre', state: 'en_cours' };
    await app.database.db.insertInto('generation_step').values(step).execute();
    const theirs = await begun(other, A_DAY_MS);
    expect((await call(app, ['DELETE', PATH], { token: account.token })).status).toBe(204);
    expect(await left(account)).toEqual([issued, generating]);
    expect(await left(other)).toEqual([theirs]);
  });

  it('deleted after three months, with the wizard’s draft', async () => {
    const account = await createAccount(app);
    const issued = await issuedBy(account);
    await keep(account, await draft());
    const recent = await begun(account, 80 * A_DAY_MS);
    await begun(account, 91 * A_DAY_MS);
    await forgetOldDrafts(app.deps);
    expect(await left(account)).toEqual([issued, recent]);
    expect(await read(account)).not.toMatchObject(NONE);
    await forgetOldDrafts({ ...app.deps, clock: () => new Date(Date.now() + 91 * A_DAY_MS) });
    expect(await left(account)).toEqual([issued]);
    expect(await read(account)).toMatchObject(NONE);
  });
});

it('a visitor who has just signed up → kept by the password until the activation; another password, an active or unknown account → 204, nothing kept', async () => {
  const email = 'visiteuse@exemple.fr';
  const signedUp = await call(app, ['POST', '/api/v2/users/'], {
    body: { email, username: email, password: PASSWORD, re_password: PASSWORD },
  });
  expect(signedUp.status).toBe(201);
  const active = await createPerson(app, { email: 'active@exemple.fr' });
  const brouillon = await draft({ vendeur_nom: 'Camille' });
  const keepFor = (claimed: { email: string; password: string }) =>
    call(app, ['POST', '/api/v2/inscription/brouillon/'], { body: { ...claimed, brouillon } });
  const kept = async () =>
    (await app.database.db.selectFrom('statement_draft').select('account_id').execute()).map((row) => row.account_id);
  const before = await kept();
  for (const claimed of [
    { email, password: 'Un autre mot 1!' },
    { email: active.email, password: PASSWORD },
    { email: 'inconnue@exemple.fr', password: PASSWORD },
  ]) {
    expect((await keepFor(claimed)).status).toBe(204);
  }
  expect(await kept()).toEqual(before);
  expect((await keepFor({ email, password: PASSWORD })).status).toBe(204);
  await app.database.db.updateTable('account').set({ activated_at: new Date() }).where('email', '=', email).execute();
  const login = await call(app, ['POST', '/api/v2/token/login/'], { body: { username: email, password: PASSWORD } });
  const { auth_token: token } = login.body as { auth_token: string };
  expect(await read({ token })).toMatchObject({ body: { brouillon } });
  // Active by now: only its owner may change the draft.
  await call(app, ['DELETE', PATH], { token });
  expect((await keepFor({ email, password: PASSWORD })).status).toBe(204);
  expect(await read({ token })).toMatchObject(NONE);
});
