import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { JSON_TYPE, send, withToken } from '#test/raw-request.ts';
import { AppError } from '#platform/app-error.ts';
import { addressKeyOf, createThrottle, slowedDown, type ThrottleKey } from './rate-limit.ts';

/**
 * Limits multiplied by 0.1, one trusted proxy: 3 logins a minute and 2 passwords an hour per address, 1 login a quarter
 * of an hour per account.
 */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.close());

const LOGIN = '/api/v2/token/login/';
const from = (address: string) => ({ 'x-forwarded-for': address });
const login = (headers: Record<string, string>, body = '{}') =>
  send(app, ['POST', LOGIN], { headers: { ...JSON_TYPE, ...headers }, body });

describe('per address', () => {
  it('the call beyond the limit → 429, with the same number of seconds in the header and in the text', async () => {
    for (let call = 0; call < 3; call++) expect((await login(from('192.0.2.1'))).status).toBe(400);
    const { status, headers, json } = await login(from('192.0.2.1'));
    expect(status).toBe(429);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(json).toEqual({ detail: `Requête ralentie. Disponible à nouveau dans ${seconds} secondes.` });
    expect(headers).toMatchObject({ 'content-type': 'application/json', allow: 'POST, OPTIONS' });
  });

  it('comes after 401, before 405, 415 and 400', async () => {
    const spent = from('192.0.2.2');
    for (let call = 0; call < 3; call++) await login(spent);
    expect((await login({ ...spent, ...withToken('bad') })).status).toBe(401);
    expect((await login({ ...spent, accept: 'text/html' })).status).toBe(406);
    expect((await login(spent, '{')).status).toBe(429);
    expect((await login({ ...spent, 'content-type': 'text/plain' })).status).toBe(429);
    expect((await send(app, ['PUT', LOGIN], { headers: spent })).status).toBe(429);
  });

  it('another address, or another family of calls, has its own count', async () => {
    const spent = from('192.0.2.3');
    for (let call = 0; call < 4; call++) await login(spent);
    expect((await login(from('192.0.2.4'))).status).toBe(400);
    const { status } = await send(app, ['POST', '/api/v2/users/activation/'], {
      headers: { ...JSON_TYPE, ...spent },
      body: '{}',
    });
    expect(status).toBe(400);
  });

  it('a protected call is counted once its token is valid', async () => {
    const { token } = await createAccount(app);
    const change = (headers: Record<string, string>) =>
      send(app, ['POST', '/api/v2/users/set_password/'], { headers: { ...from('192.0.2.5'), ...headers } });
    for (let call = 0; call < 5; call++) expect((await change({})).status).toBe(401);
    const statuses: number[] = [];
    for (let call = 0; call < 3; call++) statuses.push((await change(withToken(token))).status);
    expect(statuses).toEqual([400, 400, 429]);
  });

  it('the proxy’s X-Forwarded-For is trusted, the caller’s is not', async () => {
    for (let call = 0; call < 3; call++) await login(from(`10.0.0.${call}, 192.0.2.6`));
    expect((await login(from('10.0.0.9, 192.0.2.6'))).status).toBe(429);
  });

  it('without a trusted proxy X-Forwarded-For is ignored', async () => {
    const direct = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' }, database: app.database });
    try {
      const statuses: number[] = [];
      for (let call = 0; call < 4; call++) {
        const { status } = await send(direct, ['POST', LOGIN], {
          headers: { ...JSON_TYPE, ...from(`2001:db8:${call}::1, 10.1.0.${call}`) },
        });
        statuses.push(status);
      }
      expect(statuses).toEqual([400, 400, 400, 429]);
    } finally {
      await direct.close();
    }
  });

  it('one IPv6 /64 is one client; an IPv4-mapped address counts as the IPv4 one', async () => {
    const statusOf = async (address: string) => (await login(from(address))).status;
    const spread = ['2001:db8:5:6::1', '2001:db8:5:6:ffff:ffff:ffff:ffff', '2001:DB8:5:6:0:0:0:2', '2001:db8:5:6::3'];
    const statuses: number[] = [];
    for (const address of spread) statuses.push(await statusOf(address));
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect(await statusOf('2001:db8:5:7::1')).toBe(400);
    const mapped = ['192.0.2.8', '::ffff:192.0.2.8', '::ffff:c000:208', '192.0.2.8'];
    statuses.length = 0;
    for (const address of mapped) statuses.push(await statusOf(address));
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect(await statusOf('::ffff:192.0.2.9')).toBe(400);
  });

  it('no other header counts, nor entries before the proxy’s own', async () => {
    const claims = (n: number): Record<string, string> => ({
      forwarded: `for="[2001:db8:${n}::1]"`,
      'x-real-ip': `2001:db8:${n}::1`,
      'x-client-ip': `203.0.113.${n}`,
      'cf-connecting-ip': `203.0.113.${n}`,
      'true-client-ip': `203.0.113.${n}`,
      'x-forwarded-for': `2001:db8:${n}::1 , ,2001:db8:9:9::1`,
    });
    const statuses: number[] = [];
    for (let call = 1; call <= 4; call += 1) statuses.push((await login(claims(call))).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  it.each([
    ['::ffff:192.0.2.7', 'address:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2'],
    ['2001:db8::1', 'address:2001:db8:0:0'],
    ['::1', 'address:0:0:0:0'],
    ['2001:0DB8:0001:0002::ABCD', 'address:2001:db8:1:2'],
    ['2001:db8:0:0:1::', 'address:2001:db8:0:0'],
    ['fe80::1%eth0', 'address:fe80:0:0:0'],
    ['::ffff:c000:207', 'address:192.0.2.7'],
    ['0:0:0:0:0:FFFF:192.0.2.7', 'address:192.0.2.7'],
    ['192.0.2.7:4711', 'address:192.0.2.7'],
    ['[2001:db8:1:2::9]:4711', 'address:2001:db8:1:2'],
    ['[::ffff:192.0.2.7]', 'address:192.0.2.7'],
    // NAT64 and 6to4 contain an IPv4 address, but not one that the caller is known to have.
    ['64:ff9b::c000:207', 'address:64:ff9b:0:0'],
    ['2002:c000:207::1', 'address:2002:c000:207:0'],
    ['nonsense', 'address:nonsense'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKeyOf(ip)).toBe(key);
  });

  it('clients that disconnect before they are counted share one count', () => {
    expect(addressKeyOf(undefined)).toBe('address:');
  });
});

describe('per account', () => {
  const limits = (factor: number) => createThrottle({ db: app.deps.db, log: app.deps.log, factor, freeChecks: 1 });
  const hits = async (throttle: ReturnType<typeof limits>, key: ThrottleKey, count: number): Promise<number> => {
    let refused = 0;
    for (let call = 0; call < count; call++) {
      await throttle.hit('login', key).catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppError);
        refused += 1;
      });
    }
    return refused;
  };

  it('ten wrong passwords, counted over all processes; the factor multiplies', async () => {
    expect(await hits(limits(1), 'account:ann', 6)).toBe(0);
    expect(await hits(limits(1), 'account:ann', 6)).toBe(2);
    expect(await hits(limits(2), 'account:bob', 20)).toBe(0);
    expect(await hits(limits(2), 'account:bob', 1)).toBe(1);
  });

  it('calls at once are counted one by one', async () => {
    const throttle = limits(1);
    const calls = Array.from({ length: 30 }, () => throttle.hit('login', 'account:eve'));
    const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(20);
  });

  it('a right password clears the count', async () => {
    await hits(limits(1), 'account:joe', 12);
    await limits(1).forgive('login', 'account:joe');
    expect(await hits(limits(1), 'account:joe', 10)).toBe(0);
  });

  it('over all networks, a far higher cap; beyond it the wait doubles, up to an hour', async () => {
    const throttle = limits(0.05);
    const waits: (number | null)[] = [];
    for (let round = 0; round < 8; round += 1) {
      expect(await hits(throttle, 'everywhere:#1', 10)).toBe(0);
      const refusal = await throttle.hit('login', 'everywhere:#1').catch((error: unknown) => error);
      waits.push((refusal as AppError).retryAfterSeconds);
      expect(await hits(throttle, 'everywhere:#1', 1)).toBe(1);
      // The delay is over.
      const { db } = app.database;
      await db.updateTable('rate_limit').set({ expire: 1 }).where('key', 'like', 'login:everywhere:%').execute();
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  it('the last second is in the singular', async () => {
    await hits(limits(1), 'account:max', 10);
    await app.database.db
      .updateTable('rate_limit')
      .set({ expire: Date.now() + 900 })
      .execute();
    await expect(limits(1).hit('login', 'account:max')).rejects.toMatchObject({
      content: 'Requête ralentie. Disponible à nouveau dans 1 seconde.',
      retryAfterSeconds: 1,
    });
  });

  it('a limit of a day is in hours', () => {
    const content = 'Requête ralentie. Disponible à nouveau dans 24 heures.';
    expect(slowedDown(86_399_000)).toMatchObject({ content, retryAfterSeconds: 86_399 });
  });

  it('any text may be a key, and none is stored', async () => {
    const key = `account:${'é\0\ud800'.repeat(100_000)}` as const;
    expect(await hits(limits(1), key, 11)).toBe(1);
    const rows = await app.database.db.selectFrom('rate_limit').select('key').execute();
    expect(rows.every((row) => /^[a-z-]+:(account|address|everywhere|waits):[\w-]{43}$/.test(row.key))).toBe(true);
  });

  it('an unreachable database → calls pass, except password attempts, which are 503', async () => {
    await app.database.db.schema.alterTable('rate_limit').renameTo('elsewhere').execute();
    try {
      for (let call = 0; call < 70; call += 1) await limits(1).hit('preview', 'address:192.0.2.10');
      await expect(limits(1).hit('login', 'account:zoe')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
      expect((await login(from('192.0.2.11'))).status).toBe(503);
    } finally {
      await app.database.db.schema.alterTable('elsewhere').renameTo('rate_limit').execute();
    }
  });
});
