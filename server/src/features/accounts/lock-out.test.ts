import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { createPerson, mailedLink, OTHER_PASSWORD, PASSWORD, type Person } from '#test/people.ts';
import { JSON_TYPE, send } from '#test/raw-request.ts';

/** With production limits, then with a tenth of them: one attempt per network, twenty in all. Both trust a proxy. */
let app: TestApp;
let tenth: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' } });
  tenth = await createTestApp({ database: app.database, env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } });
});
afterAll(async () => {
  await tenth.close();
  await app.close();
});

type From = { to?: TestApp; network: string; device?: string };

/** The status, and the device that the response names. */
async function post(path: string, body: object, { to = app, network, device }: From) {
  const headers = { ...JSON_TYPE, 'x-forwarded-for': network, ...(device !== undefined && { cookie: device }) };
  const answer = await send(to, ['POST', `/api/v2/${path}`], { headers, body: JSON.stringify(body) });
  const cookie = [answer.headers['set-cookie'] ?? []].flat().join();
  return { status: answer.status, cookie, device: cookie.split(';')[0] ?? '' };
}

const login = ({ username }: Person, from: From, password = PASSWORD) =>
  post('token/login/', { username, password }, from);
const askReset = ({ email }: Person, from: From) => post('users/reset_password/', { email }, from);
async function flood(person: Person, network: string): Promise<void> {
  for (let attempt = 0; attempt < 11; attempt += 1) await login(person, { network }, OTHER_PASSWORD);
  for (let attempt = 0; attempt < 4; attempt += 1) await askReset(person, { network });
}

it('a flood from one network is refused there; the owner signs in and requests a link elsewhere', async () => {
  const person = await createPerson(app);
  const intruder = { network: '2001:db8:bad::1' };
  await flood(person, intruder.network);
  expect((await login(person, { network: '2001:db8:bad::2' })).status).toBe(429);
  expect((await askReset(person, intruder)).status).toBe(429);
  const owner = { network: '198.51.100.7' };
  expect((await askReset(person, owner)).status).toBe(204);
  expect((await login(person, owner)).status).toBe(200);
});

it('a known device passes even on the flood’s network; it has a separate limit', async () => {
  const person = await createPerson(app);
  const network = '192.0.2.50';
  const { cookie, device } = await login(person, { network: '198.51.100.8' });
  expect(cookie).toMatch(/^appareil=[\w-]+; Max-Age=31536000; Path=\/api\/v2\/; HttpOnly; Secure; SameSite=Strict$/);
  await flood(person, network);
  expect((await login(person, { network })).status).toBe(429);
  for (let attempt = 0; attempt < 8; attempt += 1)
    expect((await login(person, { network, device }, OTHER_PASSWORD)).status).toBe(400);
  expect((await login(person, { network, device })).status).toBe(200);
  expect((await askReset(person, { network, device })).status).toBe(204);
  expect((await login(person, { network, device })).status).toBe(200);
  expect((await login(person, { network, device })).status).toBe(429);
});

it('an address that has spent its attempts on unknown names → a known device of the account passes ten times, and no other', async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)];
  const network = '192.0.2.54';
  const { device } = await login(person, { network: '198.51.100.12' });
  const { device: others } = await login(other, { network: '198.51.100.12' });
  for (let n = 0; n <= 30; n += 1) await post('token/login/', { username: `n${n}`, password: PASSWORD }, { network });
  for (let n = 0; n <= 20; n += 1) await post('users/reset_password/', { email: `n${n}@exemple.fr` }, { network });
  for (const stranger of [undefined, others, `${device.slice(0, -1)}x`])
    expect((await login(person, { network, ...(stranger !== undefined && { device: stranger }) })).status).toBe(429);
  expect((await login(person, { network, device }, OTHER_PASSWORD)).status).toBe(400);
  for (let n = 0; n < 9; n += 1) expect((await login(person, { network, device })).status).toBe(200);
  expect((await login(person, { network, device })).status).toBe(429);
  expect((await askReset(person, { network })).status).toBe(429);
  expect((await askReset(person, { network, device })).status).toBe(204);
});

it('password hashes take turns by network and by known device', async () => {
  const person = await createPerson(app);
  const network = '2001:db8:1:2:3::4';
  const verify = vi.spyOn(app.deps.passwords, 'verify');
  const { device } = await login(person, { network });
  await login(person, { network, device });
  expect(verify.mock.calls.map(([, , owner]) => owner)).toEqual([
    'address:2001:db8:1:2',
    expect.stringMatching(/^device:[\da-f]{16}$/),
  ]);
  verify.mockRestore();
});

it('a device cookie of another account, forged, or older than a new password → unknown', async () => {
  const [person, other] = [await createPerson(app), await createPerson(app)];
  const network = '192.0.2.51';
  const { device: former } = await login(person, { network: '198.51.100.9' });
  const { device: others } = await login(other, { network: '198.51.100.9' });
  const link = await mailedLink(app, person, 'password_reset');
  await post('users/reset_password_confirm/', { ...link, new_password: OTHER_PASSWORD }, { network: '198.51.100.9' });
  await flood(person, network);
  for (const device of [former, others, `${former.slice(0, -1)}x`, 'appareil=', 'appareil=AAAA; appareil=é'])
    expect((await login(person, { network, device }, OTHER_PASSWORD)).status).toBe(429);
});

it('from everywhere: beyond a higher cap strangers wait, a known device passes, and so does a mailed link, which makes one', async () => {
  const person = await createPerson(app);
  // The owner's own sign-in is the first of twenty.
  const { device } = await login(person, { network: '198.51.100.10' });
  for (let network = 1; network < 20; network += 1)
    expect((await login(person, { to: tenth, network: `203.0.113.${network}` }, OTHER_PASSWORD)).status).toBe(400);
  const stranger = { to: tenth, network: '198.51.100.11' };
  expect((await login(person, stranger)).status).toBe(429);
  expect((await login(person, { ...stranger, device })).status).toBe(200);
  const link = await mailedLink(app, person, 'password_reset');
  const reset = await post('users/reset_password_confirm/', { ...link, new_password: OTHER_PASSWORD }, stranger);
  expect(reset.status).toBe(204);
  expect((await login(person, { ...stranger, device: reset.device }, OTHER_PASSWORD)).status).toBe(200);
});

it('an activation link makes a known device too', async () => {
  const person = await createPerson(app, { active: false });
  const network = '192.0.2.52';
  await flood(person, network);
  const { status, device } = await post('users/activation/', await mailedLink(app, person, 'activation'), { network });
  expect(status).toBe(204);
  expect((await login(person, { network, device })).status).toBe(200);
});

it('successful sign-ins count too: after ten in a quarter of an hour from one network, the eleventh waits', async () => {
  const person = await createPerson(app);
  const statuses = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await login(person, { network: '192.0.2.53' })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
