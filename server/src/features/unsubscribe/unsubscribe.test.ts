import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, mailsTo, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { sendReminders } from '#features/reminders/reminders.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

const choicesOf = async (token: string): Promise<unknown> =>
  (await call(app, ['GET', '/api/v2/user_data/me/'], { token })).body;

it('a reminder has one-click unsubscribe headers; GET changes nothing; other mails continue', async () => {
  const account = await createAccount(app);
  await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(Date.now() - 172 * 86_400_000) });
  await sendReminders(app.deps);
  const [mail] = await mailsTo(app, account.email);
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const url = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  const { pathname } = new URL(url);

  const looked = await fetch(app.url + pathname, { redirect: 'manual' });
  expect([looked.status, looked.headers.get('location')]).toEqual([303, '/myspace/']);
  expect(await choicesOf(account.token)).toMatchObject({ rappels_echeance: true, avis_courriel: true });
  for (let time = 0; time < 2; time += 1) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const pressed = await fetch(app.url + pathname, { method: 'POST', body, headers: { accept: 'text/plain' } });
    expect(pressed.status).toBe(200);
    expect(await choicesOf(account.token)).toMatchObject({ rappels_echeance: false, avis_courriel: true });
  }
});

it('the URL of the notices stops only these', async () => {
  const account = await createAccount(app);
  const { pathname } = new URL(await unsubscribeUrl(app.deps, account.id, 'notices'));
  expect((await call(app, ['POST', pathname])).status).toBe(200);
  expect(await choicesOf(account.token)).toMatchObject({ rappels_echeance: true, avis_courriel: false });
});
