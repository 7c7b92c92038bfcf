import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { clientOf, createPerson, mailedLink, OTHER_PASSWORD, PASSWORD } from '#test/people.ts';

const app = sharedApp();
beforeEach(() => void (app.deps.clock = systemClock));

const addressOf = async ({ token }: TestAccount, method = 'GET'): Promise<string> => {
  const { body } = await call(app, [method, '/api/v2/user/agenda/'], { token });
  return app.url + new URL((body as { url: string }).url).pathname;
};
const subscribe = (address: string, headers: Record<string, string> = {}) => fetch(address, { headers });

/** Events as maps of their lines, unfolded. */
function eventsOf(ics: string): Map<string, string>[] {
  const lines = ics.replaceAll('\r\n ', '').split('\r\n');
  return lines
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((event) => {
      const pairs = event
        .split('\nBEGIN:VALARM')[0]
        ?.split('\n')
        .map((line) => line.split(/:(.*)/s));
      return new Map(pairs?.map(([name = '', value = '']) => [name.split(';')[0] ?? '', value]));
    });
}

it('an event on the last day of validity and, once it can be renewed, on the last day to renew', async () => {
  const account = await createAccount(app);
  const issue = (issuedAt: string, adresse: string, renewedAt?: string) =>
    insertIssued(app.database.db, {
      accountId: account.id,
      issuedAt: new Date(issuedAt),
      adresse,
      ...(renewedAt !== undefined && { renewedAt: new Date(renewedAt) }),
    });
  const active = await issue('2027-09-02T10:00:00Z', '1 Rue; du, Bac 75007 Paris');
  const expired = await issue('2026-09-30T22:00:00Z', '2 Rue de l’Été');
  const renewed = await issue('2026-09-01T10:00:00Z', '3 Rue', '2027-10-01T10:00:00Z');
  const concluded = await issue('2027-09-02T10:00:00Z', '4 Rue');
  await issue('2025-01-01T10:00:00Z', '5 Rue');
  await app.database.db
    .updateTable('statement')
    .set({ closed_at: new Date() })
    .where('id', '=', concluded.id)
    .execute();
  const address = await addressOf(account);
  app.deps.clock = () => new Date('2028-01-15T12:00:00Z');
  const answer = await subscribe(address);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  const ics = await answer.text();
  expect(ics.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(ics).not.toContain('Nuñez');
  const host = new URL(app.deps.publicUrl).hostname;
  const events = eventsOf(ics).map((event) => [event.get('UID'), event.get('DTSTART'), event.get('LOCATION')]);
  expect(events).toEqual([
    [`expiry-${expired.id}-1@${host}`, '20270330', '2 Rue de l’Été'],
    [`expiry-${active.id}-1@${host}`, '20280229', '1 Rue\\; du\\, Bac 75007 Paris'],
    [`end-of-renewal-${expired.id}-1@${host}`, '20280329', '2 Rue de l’Été'],
    [`expiry-${renewed.id}-2@${host}`, '20280329', '3 Rue'],
  ]);
  expect(ics.match(/(?<=^TRIGGER:).*(?=\r$)/gm)).toEqual([1, 2, 3].flatMap(() => ['-P29DT15H', '-P6DT15H', '-PT15H']));

  const etag = answer.headers.get('etag') ?? '';
  const again = await subscribe(address, { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  app.deps.clock = () => new Date('2028-02-29T23:00:00Z');
  expect((await subscribe(address, { 'if-none-match': etag })).status).toBe(200);
});

it('of several parcels: the event’s title says how many', async () => {
  const account = await createAccount(app);
  const { id } = await insertIssued(app.database.db, {
    accountId: account.id,
    issuedAt: new Date('2027-09-02T10:00:00Z'),
    adresse: '1 Rue du Bac',
  });
  const parcelles = ['000-AB-0012@75107', '000-AB-0013@75107', '000-AB-0014@75107'];
  await app.database.db.updateTable('statement').set({ parcelles }).where('id', '=', id).execute();
  const address = await addressOf(account);
  app.deps.clock = () => new Date('2028-01-15T12:00:00Z');
  const [event] = eventsOf(await (await subscribe(address)).text());
  expect(event?.get('SUMMARY')).toMatch(/1 Rue du Bac \(AB 12 et 2 autres parcelles\)$/);
});

it('a new calendar address → the former one, another account’s number and unsigned ones are 404', async () => {
  const account = await createAccount(app);
  const first = await addressOf(account);
  expect(await addressOf(account)).toBe(first);
  const second = await addressOf(account, 'POST');
  expect(second).not.toBe(first);
  expect((await subscribe(second)).status).toBe(200);
  const another = second.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  for (const wrong of [first, second.replace('.ics', ''), another, `${app.url}/agenda/x.ics`]) {
    expect((await subscribe(wrong)).status).toBe(404);
  }
  await app.database.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', account.id).execute();
  expect((await subscribe(second)).status).toBe(404);
});

it('a changed or reset password: another address, which an intruder does not know', async () => {
  const [client, person] = [clientOf(app), await createPerson(app)];
  const token = await client.sessionOf(person);
  const first = await addressOf({ ...person, token });
  const change = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
  expect((await client.post('users/set_password/', change, token)).status).toBe(204);
  const second = await addressOf({ ...person, token });
  expect([(await subscribe(first)).status, (await subscribe(second)).status]).toEqual([404, 200]);
  const link = await mailedLink(app, person, 'password_reset');
  const reset = await client.post('users/reset_password_confirm/', { ...link, new_password: PASSWORD });
  expect(reset.status).toBe(204);
  expect((await subscribe(second)).status).toBe(404);
});
