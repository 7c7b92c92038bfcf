import { beforeAll, expect, it } from 'vitest';
import { ensureDemoAccount } from '#features/accounts/accounts.ts';
import { createTotal } from '#features/statistics/statistics.ts';
import { call, createAccount, sharedApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';

const app = sharedApp();
const DEMO = { email: 'demo@clairisque.fr', password: 'Demonstration-2026!', credits: 25 };
beforeAll(async () => {
  await ensureDemoAccount(app.deps, DEMO);
  await ensureDemoAccount(app.deps, DEMO);
});

const login = (username: string, password: string) =>
  call(app, ['POST', '/api/v2/token/login/'], { body: { username, password } });

it('login of the demo account → a token that reads the profile, until logout', async () => {
  const { status, body } = await login(' Demo@clairisque.fr', DEMO.password);
  expect(status).toBe(200);
  const token = (body as { auth_token: string }).auth_token;
  expect(token).toMatch(/^[0-9a-f]{40}$/);
  expect(await call(app, ['GET', '/api/v2/user_data/me/'], { token })).toMatchObject({
    body: { nb_credits: 25, statut: 'PAR' },
  });
  expect(await call(app, ['GET', '/api/v2/users/me'], { token })).toMatchObject({ body: { username: DEMO.email } });
  expect(await call(app, ['POST', '/api/v2/token/logout/'], { token })).toMatchObject({ status: 204, body: '' });
  expect(await call(app, ['GET', '/api/v2/users/me/'], { token })).toMatchObject({
    status: 401,
    body: { detail: 'Token non valide.' },
  });
});

it('login with a wrong password, or an unknown name → the same 400', async () => {
  const wrong = await login(DEMO.email, 'Autre-2026!');
  expect(wrong.status).toBe(400);
  expect(await login('personne@exemple.fr', 'Autre-2026!')).toMatchObject({ status: 400, body: wrong.body as object });
});

it('tokens are hashed at rest, and an expired one is refused', async () => {
  const account = await createAccount(app);
  const rows = await app.database.db
    .selectFrom('api_token')
    .select('token_hash')
    .where('account_id', '=', account.id)
    .execute();
  expect(rows[0]?.token_hash.toString('hex')).not.toContain(account.token);
  await app.database.db
    .updateTable('api_token')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', account.id)
    .execute();
  expect((await call(app, ['GET', '/api/v2/users/me/'], { token: account.token })).status).toBe(401);
});

it('GET admin/data → the number of issued statements, without a token', async () => {
  const body = { nb_erps_total: expect.any(Number) };
  expect(await call(app, ['GET', '/api/v2/admin/data/'])).toMatchObject({ status: 200, body });
  // Counted anew: the application keeps its total for a minute.
  const count = () => createTotal(app.deps)();
  const before = await count();
  const { id: accountId } = await createAccount(app);
  await insertIssued(app.database.db, { accountId, issuedAt: new Date() });
  expect(await count()).toBe(before + 1);
});

it('an unknown path → 404 in JSON', async () => {
  expect(await call(app, ['GET', '/api/v2/rien/'])).toMatchObject({
    status: 404,
    body: { detail: 'Non trouvé.' },
  });
});
