import { join } from 'node:path';
import type { Route } from '@clairisque/contract/route.ts';
import { expect, it } from 'vitest';
import { contractRoutes } from '#test/contract-routes.ts';
import { createTestDatabase } from '#test/database.ts';
import { createDb } from './db.ts';
import { createThrottle, LIMITS } from './rate-limit.ts';

/** Counted within, when what is asked is not there or not signed: those who have a right address are never counted. */
const WITHIN: Record<string, keyof typeof LIMITS> = {
  'GET /api/v2/verification/:reference/': 'guess',
  'GET /api/v2/remise/:jeton/': 'guess',
  'GET /api/v2/remise/:jeton/etat/': 'guess',
  'GET /api/v2/remise/:jeton/document/': 'guess',
  'GET /agenda/:fichier': 'guess',
  'POST /api/v2/desabonnement/:jeton/': 'guess',
  'POST /api/v2/stripe/webhook/': 'forged-event',
};
/** Closed, and more than a query or two. */
const COSTLY = /generate\/|regenerate|export|upload|create\/session|set_password/;

const routes = await contractRoutes();
const keyOf = ({ method, url }: Route): string => `${method} ${url}`;
const scopeOf = (route: Route): keyof typeof LIMITS | undefined => route.config.throttle ?? WITHIN[keyOf(route)];

it('every open call and every costly one has its limit', () => {
  const free = routes.filter((route) => scopeOf(route) === undefined);
  expect(free.filter(({ config, url }) => config.access !== 'required' || COSTLY.test(url)).map(keyOf)).toEqual([]);
});

it('docs/security/rate-limits.md says them all', async () => {
  const rows = Object.entries(LIMITS).map(([scope, { address, account, everywhere }]) => {
    const calls = routes.filter((route) => scopeOf(route) === scope).map((route) => `\`${keyOf(route)}\``);
    const counted = address.each ? 'each process' : 'PostgreSQL';
    return `| ${scope} | ${written(address)} | ${written(account)} | ${written(everywhere)} | ${counted} | ${calls.toSorted().join('<br>')} |`;
  });
  const closed = routes.filter((route) => scopeOf(route) === undefined).map((route) => `- \`${keyOf(route)}\``);
  const text = [
    '# Rate limits\n\nWritten by `server/src/platform/rate-limit.routes.test.ts` from the code (`rate-limit.ts` and the contract): a difference fails the gate.',
    'By network address (an IPv6 address counts as its /64); `RATE_LIMIT_FACTOR` multiplies the calls. Beyond: 429 with `Retry-After`. Counted in PostgreSQL, whatever process answers; what a screen asks by the hundred, in each process. When PostgreSQL cannot count, what guesses a password is a 503; the rest passes.',
    'What aims at one account is counted by account and network, so that a stranger locks it nowhere but where he is, and by account from everywhere, under a far higher cap. Beyond the cap: a wait of one minute, then two, four, up to an hour; a day without such a wait starts again at one. An attempt that succeeds counts too. A known device (a browser that has signed in, or followed a mailed link, since the last new password: `accounts.known-device.ts`) has the limit of a network for itself, wherever it is, even where the address has spent its own, and no cap. A mailed link is never counted by account.',
    'A call whose token was found good counts for its account, under the figure of an address; its address then has twenty times as much, for an office (decision 0046). What guesses a password (login, reset, password) counts by address in any case. Generations that fail count by account: three points each out of 30 in 3600 s, one when a source does not answer (decision 0047).',
    'Before all of these, in each process and in memory: 2000 calls of any kind by address, of which it gets 100 back each second; fewer as the process is busier, down to 300 and, overloaded, 60, or by account when its token is known. Refused calls count too. A thousand connections at once by address (without a proxy). Of a connection, one call is begun at a time; one with more than eight calls unanswered is closed, and no more of what it sent is parsed. Of the calls worked on, ten at once by client (an account, or an address), one while others have twenty; 400 more wait. Passwords are hashed one or two at a time, in fair turns between networks, known devices and signed-in accounts: 30 of one wait (then 429), 50 of all (then 503), 200 when the next comes from one that has none there.',
    [
      '| family | by address | by account and network, or known device | by account, everywhere | counted in | calls |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    '## Without a limit of their own\n\nClosed (a token is required), a query or two each:',
    closed.toSorted().join('\n'),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/security/rate-limits.md'));
});

const written = (limit: { calls: number; seconds: number } | undefined): string =>
  limit === undefined ? '–' : `${limit.calls} in ${limit.seconds} s`;

it('three processes and ninety calls at once → thirty pass, whoever answers', async () => {
  const database = await createTestDatabase();
  const log = { warn: () => undefined } as never;
  const pools = [1, 2, 3].map(() => createDb({ url: database.url, poolSize: 3, onError: () => undefined }));
  const processes = pools.map((db) => createThrottle({ db, log, factor: 1 }));
  const calls = Array.from({ length: 30 }, () => processes.map((one) => one.hit('login', 'address:192.0.2.9'))).flat();
  const passed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
  await Promise.all(pools.map((db) => db.destroy()));
  await database.drop();
  expect(passed).toHaveLength(LIMITS.login.address.calls);
});
