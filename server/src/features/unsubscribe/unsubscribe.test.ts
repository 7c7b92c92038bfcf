import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, mailsTo, type TestAccount, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { sendReminders } from '#features/reminders/reminders.ts';
import { stopLink } from './unsubscribe.ts';
import type { Choice } from './unsubscribe.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

const choicesOf = async ({ token }: TestAccount): Promise<unknown> =>
  (await call(app, ['GET', '/api/v2/user_data/me/'], { token })).body;

const pathOf = async ({ id: accountId }: { id: number }, choice: Choice): Promise<string> =>
  new URL((await stopLink(app.deps, { accountId, choice })).oneClick).pathname;

/** What the page sends. */
const choose = (path: string, recus: unknown) => call(app, ['PUT', `${path}choix/`], { body: { recus } });
const shown = (path: string) => call(app, ['GET', `${path}choix/`]);

const REFUSAL = { status: 404, body: { detail: 'Cette adresse n’existe pas, ou le compte a été supprimé.' } };

it('a reminder has one-click headers and a visible link; GET changes nothing; other mails continue', async () => {
  const account = await createAccount(app);
  await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(Date.now() - 172 * 86_400_000) });
  await sendReminders(app.deps);
  const [mail] = await mailsTo(app, account.email);
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const url = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  const { pathname } = new URL(url);
  const page = url.replace('/api/v2', '').replace(/\/$/, '');
  expect(mail?.text).toContain(`\nNe plus recevoir ces rappels\u00A0: ${page}\n`);
  expect(mail?.html).toContain(`href="${page}"`);

  const looked = await fetch(app.url + pathname, { redirect: 'manual' });
  expect([looked.status, looked.headers.get('location')]).toEqual([303, new URL(page).pathname]);
  expect(await shown(pathname)).toMatchObject({ status: 200, body: { messages: 'rappels', recus: true } });
  expect(await choicesOf(account)).toMatchObject({ rappels_echeance: true, avis_courriel: true });
  for (let time = 0; time < 2; time += 1) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const pressed = await fetch(app.url + pathname, { method: 'POST', body, headers: { accept: 'text/plain' } });
    expect(pressed.status).toBe(200);
    expect(await choicesOf(account)).toMatchObject({ rappels_echeance: false, avis_courriel: true });
  }
});

it('the URL of the notices stops only these, and takes it back', async () => {
  const account = await createAccount(app);
  const path = await pathOf(account, 'notices');
  expect(await choose(path, false)).toMatchObject({ status: 200, body: { messages: 'avis', recus: false } });
  expect(await choicesOf(account)).toMatchObject({ rappels_echeance: true, avis_courriel: false });
  expect(await shown(path)).toMatchObject({ body: { recus: false } });
  expect(await choose(path, true)).toMatchObject({ status: 200, body: { messages: 'avis', recus: true } });
  expect(await choicesOf(account)).toMatchObject({ rappels_echeance: true, avis_courriel: true });
});

it('a token changed, cut, of another use or of a deleted account → the same refusal, which names nobody', async () => {
  const account = await createAccount(app);
  const gone = await createAccount(app);
  const [path, ofGone] = [await pathOf(account, 'reminders'), await pathOf(gone, 'reminders')];
  await app.database.db.deleteFrom('account').where('id', '=', gone.id).execute();
  const { body } = await call(app, ['GET', '/api/v2/user/agenda/'], { token: account.token });
  const calendar = /agenda\/([\w-]+)\.ics$/.exec((body as { url: string }).url)?.[1] ?? '';
  expect(calendar).not.toBe('');
  const wrong = [
    ofGone,
    path.replace(/.(?=\/$)/, (last) => (last === 'A' ? 'B' : 'A')),
    path.replace(/....\/$/, '/'),
    `/api/v2/desabonnement/${calendar}/`,
    '/api/v2/desabonnement/%00/',
  ];
  for (const one of wrong) {
    expect({ one, ...(await shown(one)) }).toMatchObject(REFUSAL);
    expect(await choose(one, false)).toMatchObject(REFUSAL);
    expect(await call(app, ['POST', one])).toMatchObject(REFUSAL);
  }
  expect(await choicesOf(account)).toMatchObject({ rappels_echeance: true, avis_courriel: true });
});

it('a hostile or huge choice → 400 or 413, nothing changed', async () => {
  const account = await createAccount(app);
  const path = await pathOf(account, 'reminders');
  for (const recus of [null, 'non', 0, [], { recus: false }]) expect((await choose(path, recus)).status).toBe(400);
  expect((await choose(path, 'x'.repeat(100_000))).status).toBe(413);
  expect(await choicesOf(account)).toMatchObject({ rappels_echeance: true });
});

it('stopped and taken back at the same instant, many times → one of the two, no error', async () => {
  const account = await createAccount(app);
  const path = await pathOf(account, 'reminders');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, time) => choose(path, time % 2 === 0)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = await shown(path);
  expect(await choicesOf(account)).toMatchObject({ rappels_echeance: (body as { recus: boolean }).recus });
});
