import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, mailsTo, type TestAccount, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { composeReminder } from './reminders.mails.ts';
import { sendReminders } from './reminders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

/** Runs the job at that instant, on several workers at once. */
async function remindAt(instant: string): Promise<void> {
  app.deps.clock = () => new Date(instant);
  await Promise.all(Array.from({ length: 3 }, () => sendReminders(app.deps)));
}

type Dates = { issuedAt: string; renewedAt?: string; adresse?: string };
const issue = (account: TestAccount, { issuedAt, renewedAt, ...rest }: Dates) =>
  insertIssued(app.database.db, {
    accountId: account.id,
    issuedAt: new Date(issuedAt),
    ...(renewedAt !== undefined && { renewedAt: new Date(renewedAt) }),
    ...rest,
  });

const remindersOf = ({ id }: TestAccount) =>
  app.database.db
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('account_id', '=', id)
    .where('kind', '=', 'expiry-reminder')
    .orderBy('id')
    .execute();

async function noticesOf({ id }: TestAccount): Promise<number[]> {
  const rows = await app.database.db
    .selectFrom('expiry_notice')
    .innerJoin('statement', 'statement.id', 'expiry_notice.statement_id')
    .select('days_before')
    .where('account_id', '=', id)
    .orderBy('sent_at')
    .execute();
  return rows.map((row) => row.days_before);
}

it('30 days, 7 days and the day before, by the dates of Paris, each once on any worker', async () => {
  const account = await createAccount(app);
  // Valid until 29 February 2028.
  await issue(account, { issuedAt: '2027-09-02T10:00:00Z', adresse: '1 Rue du Bac 75007 Paris' });
  await remindAt('2028-01-29T22:59:59Z');
  expect(await noticesOf(account)).toEqual([]);
  await remindAt('2028-01-29T23:00:00Z');
  await mailsTo(app, account.email, 1);
  await remindAt('2028-02-10T12:00:00Z');
  expect(await noticesOf(account)).toEqual([30]);
  await remindAt('2028-02-22T12:00:00Z');
  await mailsTo(app, account.email, 2);
  await remindAt('2028-02-28T12:00:00Z');
  const mails = await mailsTo(app, account.email, 3);
  await remindAt('2028-02-29T12:00:00Z');
  await remindAt('2028-03-01T12:00:00Z');
  expect(await noticesOf(account)).toEqual([30, 7, 1]);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Votre état des risques expire le 29\u00A0février\u00A02028, demain\u00A0: 1 Rue du Bac 75007 Paris',
    'Votre état des risques expire le 29\u00A0février\u00A02028, dans 7\u00A0jours\u00A0: 1 Rue du Bac 75007 Paris',
    'Votre état des risques expire le 29\u00A0février\u00A02028, dans 30\u00A0jours\u00A0: 1 Rue du Bac 75007 Paris',
  ]);
  expect(mails[0]?.text).toContain('/myspace/?tab=mesERP-tabs-simple');
  expect(mails[0]?.text).not.toContain('Nuñez');
});

it('of several parcels: the subject, the preview and the text say how many', async () => {
  const account = await createAccount(app);
  const { id } = await issue(account, { issuedAt: '2027-09-02T10:00:00Z', adresse: '1 Rue du Bac' });
  const parcelles = ['000-AB-0012@75107', '000-AB-0013@75107'];
  await app.database.db.updateTable('statement').set({ parcelles }).where('id', '=', id).execute();
  await remindAt('2028-02-28T12:00:00Z');
  const [mail] = await mailsTo(app, account.email, 1);
  expect(mail?.subject).toMatch(/demain\u00A0: 1 Rue du Bac \(AB 12 et 1 autre parcelle\)$/u);
  expect(mail?.text).toContain('(AB 12 et 1 autre parcelle)');
});

it('days without a worker: only the nearest reminder; after the last day, none', async () => {
  const account = await createAccount(app);
  await issue(account, { issuedAt: '2027-09-02T10:00:00Z' });
  await remindAt('2028-02-26T12:00:00Z');
  await remindAt('2028-02-27T12:00:00Z');
  expect(await noticesOf(account)).toEqual([7]);
  await remindAt('2028-02-29T22:00:00Z');
  expect(await noticesOf(account)).toEqual([7, 1]);
  const late = await createAccount(app);
  await issue(late, { issuedAt: '2027-09-02T10:00:00Z' });
  await remindAt('2028-02-29T23:00:00Z');
  expect(await noticesOf(late)).toEqual([]);
});

it('several documents → one mail, the nearest first; the renewed ones by their own date', async () => {
  const account = await createAccount(app);
  await issue(account, { issuedAt: '2030-01-20T10:00:00Z', adresse: 'Deuxième' });
  await issue(account, { issuedAt: '2030-01-06T10:00:00Z', adresse: 'Premier' });
  await issue(account, { issuedAt: '2029-02-01T10:00:00Z', renewedAt: '2030-01-25T10:00:00Z', adresse: 'Troisième' });
  await issue(account, { issuedAt: '2029-01-01T10:00:00Z', renewedAt: '2030-06-25T10:00:00Z', adresse: 'Tranquille' });
  await remindAt('2030-07-01T09:00:00Z');
  expect(await noticesOf(account)).toHaveLength(3);
  const [mail, ...others] = await mailsTo(app, account.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('3\u00A0états des risques expirent bientôt');
  expect(mail?.text).toMatch(
    /Premier[^]*dans 4\u00A0jours[^]*Deuxième[^]*dans 18\u00A0jours[^]*Troisième[^]*dans 23\u00A0jours/,
  );
  expect(mail?.text).not.toContain('Tranquille');
});

it('concluded, replaced, or no reminder wanted → none; nor when it became so before the mail left', async () => {
  const dates = { issuedAt: '2031-01-10T10:00:00Z' };
  const { db } = app.database;
  const [concluded, stopped, disabled, later] = await Promise.all([1, 2, 3, 4].map(() => createAccount(app)));
  if (!concluded || !stopped || !disabled || !later) throw new Error('accounts');
  const now = new Date('2031-07-03T09:00:00Z');
  const one = await issue(concluded, dates);
  await db.updateTable('statement').set({ closed_at: now }).where('id', '=', one.id).execute();
  await issue(stopped, dates);
  await db.updateTable('account').set({ reminders_stopped_at: now }).where('id', '=', stopped.id).execute();
  await issue(disabled, dates);
  await db.updateTable('account').set({ disabled_at: now }).where('id', '=', disabled.id).execute();
  const last = await issue(later, dates);
  await remindAt(now.toISOString());
  expect(await Promise.all([concluded, stopped, disabled, later].map(noticesOf))).toEqual([[], [], [], [7]]);

  const [row] = await remindersOf(later);
  const params = row?.params as Record<string, string>;
  const mail = { id: 1, kind: 'expiry-reminder' as const, recipient: later.email, accountId: later.id, params };
  expect(await composeReminder(app.deps, mail)).not.toBeNull();
  expect(await composeReminder({ ...app.deps, clock: () => new Date('2031-07-09T22:00:00Z') }, mail)).toBeNull();
  await db.updateTable('statement').set({ closed_at: now }).where('id', '=', last.id).execute();
  expect(await composeReminder(app.deps, mail)).toBeNull();
});
