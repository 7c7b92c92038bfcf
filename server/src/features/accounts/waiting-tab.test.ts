import { randomUUID } from 'node:crypto';
import { AWAITED } from '@clairisque/contract/accounts.ts';
import { beforeAll, expect, it } from 'vitest';
import { mailsTo, sharedApp } from '#test/app.ts';
import { clientOf, linkIn, mailedLink, OTHER_PASSWORD, PASSWORD, type Client } from '#test/people.ts';

const app = sharedApp({ worker: true });
let client: Client;
beforeAll(async () => {
  client = clientOf(app);
});

const HOUR_MS = 3_600_000;

async function signUp(email = `${randomUUID()}@exemple.fr`) {
  const answer = await client.post('users/', { email, username: email, password: PASSWORD, re_password: PASSWORD });
  const { id } = answer.body as { id: number };
  return { ...answer, person: { id, email }, awaited: answer.headers.get(AWAITED.header) };
}
const ask = async (attente: string | null) => (await client.post('inscription/attente/', { attente })).body;

it('the mailed link is opened anywhere → true for the tab that signed up; false before, and an hour after the sign-up', async () => {
  const { person, awaited } = await signUp();
  expect(await ask(awaited)).toEqual({ active: false });
  await client.post('users/activation/', await mailedLink(app, person, 'activation'));
  expect(await ask(awaited)).toEqual({ active: true });
  const { clock } = app.deps;
  app.deps.clock = () => new Date(Date.now() + HOUR_MS + 2_000);
  expect(await ask(awaited)).toEqual({ active: false });
  app.deps.clock = clock;
  expect(await ask(awaited)).toEqual({ active: true });
});

it('its owner chooses another password, by a new link or once active → false: a stranger who signed up learns nothing', async () => {
  const again = await signUp();
  await mailsTo(app, again.person.email);
  await client.post('users/resend_activation/', { email: again.person.email });
  const [mail] = await mailsTo(app, again.person.email, 2);
  const chosen = { ...linkIn(mail!), new_password: OTHER_PASSWORD };
  expect((await client.post('users/reset_password_confirm/', chosen)).status).toBe(204);
  expect((await client.login(again.person.email, OTHER_PASSWORD)).status).toBe(200);
  expect(await ask(again.awaited)).toEqual({ active: false });

  const later = await signUp();
  await client.post('users/activation/', await mailedLink(app, later.person, 'activation'));
  const reset = { ...(await mailedLink(app, later.person, 'password_reset')), new_password: OTHER_PASSWORD };
  await client.post('users/reset_password_confirm/', reset);
  expect(await ask(later.awaited)).toEqual({ active: false });
});

it('a refused sign-up returns no token', async () => {
  const { person } = await signUp();
  expect(await signUp(person.email)).toMatchObject({ status: 400, awaited: null });
});

it('a forged token, or one of another purpose → false, whether the account exists or not', async () => {
  const { person, awaited } = await signUp();
  await client.post('users/activation/', await mailedLink(app, person, 'activation'));
  const { headers } = await client.login(person.email);
  const [, device = ''] = /appareil=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
  expect(device).not.toBe('');
  const altered = `${awaited?.startsWith('A') === true ? 'B' : 'A'}${awaited?.slice(1)}`;
  for (const token of [device, altered, `${awaited}A`, person.email, String(person.id), '../..', 'x'.repeat(4_000)]) {
    expect({ token, answer: await ask(token) }).toEqual({ token, answer: { active: false } });
  }
  expect(await ask(awaited)).toEqual({ active: true });
  expect((await client.post('inscription/attente/', {})).status).toBe(400);
});

it('an account that is blocked → false, as its sign-in is refused', async () => {
  const { person, awaited } = await signUp();
  await client.post('users/activation/', await mailedLink(app, person, 'activation'));
  await app.database.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', person.id).execute();
  expect(await ask(awaited)).toEqual({ active: false });
});
