import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { draftAt, GOUSSAINVILLE, issueAt } from '#test/wizard.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const PATH = '/api/v2/erp/me/brouillon/';
const NONE = { status: 200, body: { brouillon: null, modifie_le: null } };
const read = ({ token }: Pick<TestAccount, 'token'>) => call(app, ['GET', PATH], { token });
const keep = ({ token }: Pick<TestAccount, 'token'>, body: unknown) => call(app, ['PUT', PATH], { token, body });

const draft = async (changes = {}) => ({ ...(await draftAt(app, GOUSSAINVILLE)), declarations: null, ...changes });

it('one an account, the last that was kept; dropped on request', async () => {
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

it('what another version of the wizard kept in another shape → none, as if nothing was under way', async () => {
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
