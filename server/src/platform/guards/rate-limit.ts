import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { VISIT_MINUTES, VISIT_STATEMENTS } from '@clairisque/contract/api-v3.trial.ts';
import { API_LIMITS, type Limit } from '@clairisque/contract/common/limits.ts';
import type { ThrottleScope } from '@clairisque/contract/common/route.ts';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Db } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';

/**
 * Key of a count: a network address, an account from one network or one device, an account from everywhere, the account
 * of a valid token, a key of API v3.
 */
export type ThrottleKey = `${Kind}:${string}`;
type Kind = 'address' | 'account' | 'everywhere' | 'caller' | 'key' | 'space' | 'endpoint';
/** `office`: the address of calls already counted by account. */
type Counted = Kind | 'office' | 'waits';
/** Not scopes of calls: points for failed generations, what is sent to webhooks on demand, free checks of batches. */
type Scope = ThrottleScope | keyof typeof WORK | 'free-check';
/** Scopes that target one account. */
export type AttemptScope = 'login' | 'reset' | 'password';

export type Throttle = {
  /** Counts one call, or that many points. Throws `too_many_requests`, with the seconds to wait, beyond the limit. */
  hit(scope: Scope, key: ThrottleKey, points?: number): Promise<void>;
  /**
   * Counts a call of the API: by its address, or by its account with a valid token; its address then has the
   * limit of twenty accounts.
   */
  hitCall(scope: ThrottleScope, ip: string, accountId: number | undefined): Promise<void>;
  /** Throws `too_many_requests` when the limit is reached, without counting. */
  refuseSpent(scope: Scope, key: ThrottleKey): Promise<void>;
  /**
   * Counts a call of API v3, by its key, without throwing: `left` is negative beyond the limit. Null when the
   * database did not count.
   */
  hitKey(scope: ThrottleScope, keyId: number): Promise<Quota | null>;
  /** Resets the count: a right password clears the wrong ones before it. */
  forgive(scope: ThrottleScope, key: ThrottleKey): Promise<void>;
};

/** The state of a limit after a call: `calls` in `seconds`, how many are left, and until when. */
type Quota = { calls: number; seconds: number; left: number; resetMs: number };

const MINUTE = 60;
const HOUR = 3600;

type Limits = { address: Limit; account?: never; everywhere?: never };
type AttemptLimits = Record<'address' | 'account' | 'everywhere', Limit>;

/** Every limit of the product (docs/security/rate-limits.md is written from it); `RATE_LIMIT_FACTOR` multiplies the calls. */
export const LIMITS: Record<Exclude<ThrottleScope, AttemptScope>, Limits> & Record<AttemptScope, AttemptLimits> = {
  login: {
    address: { calls: 30, seconds: MINUTE },
    account: { calls: 10, seconds: 15 * MINUTE },
    everywhere: { calls: 200, seconds: HOUR },
  },
  'sign-up': { address: { calls: 30, seconds: HOUR } },
  // A mailbox gets at most five mails an hour, whose links last an hour (`features/accounts/jobs.ts`): this limit need not
  // protect it.
  reset: {
    address: { calls: 20, seconds: HOUR },
    account: { calls: 3, seconds: HOUR },
    everywhere: { calls: 200, seconds: HOUR },
  },
  'mailed-link': { address: { calls: 30, seconds: HOUR } },
  password: {
    address: { calls: 20, seconds: HOUR },
    account: { calls: 10, seconds: HOUR },
    everywhere: { calls: 100, seconds: HOUR },
  },
  // Each creates a row here and a page at the payment provider, whose limit is shared by all our buyers.
  order: { address: { calls: 60, seconds: 10 * MINUTE } },
  // Notifications with a wrong signature, each recorded in the audit trail; valid ones have no limit.
  'forged-event': { address: { calls: 60, seconds: HOUR } },
  // A reader opens some ten screens a minute; an office shares one address.
  audience: { address: { calls: 300, seconds: MINUTE } },
  // A seller saves a dozen answers in two minutes; an office shares one address.
  answers: { address: { calls: 300, seconds: 10 * MINUTE } },
  // Each queries every source again; one under way is joined.
  check: { address: { calls: 60, seconds: 10 * MINUTE } },
  // A notary checks the documents of a day; an office shares one address.
  'visitor-check': { address: { calls: 20, seconds: 24 * HOUR } },
  incident: { address: { calls: 20, seconds: 10 * MINUTE } },
  // Each may query some ten public services. A user who hesitates between parcels makes a few a minute.
  preview: { address: { calls: 60, seconds: 10 * MINUTE } },
  // A user who types makes two a second; an office shares one address. Answers are cached, so suppliers get fewer.
  place: { address: { calls: 600, seconds: MINUTE, each: true } },
  // By its reference: up to six calls to the cadastre, whose limit is shared by all our visitors.
  parcel: { address: { calls: 120, seconds: MINUTE, each: true } },
  // A map screen has some forty tiles.
  tile: { address: { calls: 6_000, seconds: MINUTE, each: true } },
  // At most a query, or a store lookup for a file of another version of the pages.
  open: { address: { calls: 600, seconds: MINUTE, each: true } },
  // Decoding a picture takes a processor for a second.
  upload: { address: { calls: 60, seconds: 10 * MINUTE } },
  // Reads everything of an account, or of a batch, from the store.
  export: { address: API_LIMITS.export },
  // Each takes a credit, or is free once: only a runaway program reaches the limit.
  generation: { address: { calls: 600, seconds: 10 * MINUTE } },
  // Calls of API v3 count by key.
  api: { address: API_LIMITS.api },
  'api-place': { address: API_LIMITS['api-place'] },
  'api-issue': { address: API_LIMITS['api-issue'] },
  batch: { address: API_LIMITS.batch },
  'api-assessment': { address: API_LIMITS['api-assessment'] },
  // A visitor has one at a time; a classroom shares one address.
  'visitor-key': { address: { calls: 20, seconds: VISIT_MINUTES * MINUTE } },
  // A visitor's key has these, in place of the three of API v3. The second is for the life of the key.
  visitor: { address: { calls: 60, seconds: MINUTE, each: true } },
  'visitor-issue': { address: { calls: VISIT_STATEMENTS, seconds: VISIT_MINUTES * MINUTE } },
  // Unknown secret URLs and references: counted where they are looked up, only when nothing is found.
  guess: { address: { calls: 30, seconds: 10 * MINUTE } },
};

/**
 * Failed generations, by account: three points each, one for a failing source, none for our own errors (decision 0026).
 */
const FAILED_GENERATIONS = { caller: { calls: 30, seconds: HOUR } };

/** What is sent to a webhook because its owner asks for it, by endpoint and by account. */
const WEBHOOK_TESTS = { endpoint: { calls: 10, seconds: 10 * MINUTE }, space: { calls: 20, seconds: 10 * MINUTE } };
const WEBHOOK_REPLAYS = { endpoint: { calls: 60, seconds: 10 * MINUTE }, space: { calls: 120, seconds: 10 * MINUTE } };

/** Limits of one's own work, which its use cases count. */
export const WORK: Record<'failed-generation' | 'webhook-test' | 'webhook-replay', Partial<Record<Kind, Limit>>> = {
  'failed-generation': FAILED_GENERATIONS,
  'webhook-test': WEBHOOK_TESTS,
  'webhook-replay': WEBHOOK_REPLAYS,
};

/** An office: that many signed-in users behind one address. */
const OFFICE = 20;

/** Beyond a limit over all networks, delays double from a minute to an hour, and reset after a quiet day. */
const FIRST_WAIT_S = MINUTE;
const LONGEST_WAIT_S = HOUR;
const WAITS: Limit = { calls: 1_000_000, seconds: 24 * HOUR };

/**
 * Counts in the table `rate_limit`, shared by all processes, except for the limits with `each`. When the database
 * fails, the call passes and is logged: its own queries will fail. Password attempts are refused instead: a flood that
 * exhausts connections must not allow uncounted guesses.
 */
export function createThrottle(deps: Counting & { log: FastifyBaseLogger }): Throttle {
  const { consume, limiterOf } = createCounters(deps);
  const guarded = async (scope: Scope, count: () => Promise<unknown>): Promise<void> => {
    try {
      await count();
    } catch (error) {
      if (error instanceof RateLimiterRes) throw slowedDown(error.msBeforeNext);
      deps.log.warn({ err: error, scope }, 'rate limit not counted');
      if (isCall(scope) && isAttempt(scope)) throw notCounted();
    }
  };
  const hit: Throttle['hit'] = (scope, key, points = 1) => guarded(scope, () => consume(scope, key, points));
  return {
    hit,
    async hitCall(scope, ip, accountId) {
      const address = addressKeyOf(ip);
      if (accountId === undefined || isAttempt(scope)) return hit(scope, address);
      await hit(scope, `caller:${accountId}`);
      await guarded(scope, () => limiterOf(scope, 'office').consume(anonymous(address)));
    },
    hitKey: (scope, keyId) =>
      quotaOf(limiterOf(scope, 'key'), anonymous(`key:${keyId}`)).catch((err: unknown) => {
        deps.log.warn({ err, scope }, 'rate limit not counted');
        return null;
      }),
    refuseSpent: (scope, key) =>
      guarded(scope, async () => {
        const limiter = limiterOf(scope, kindOf(key));
        const spent = await limiter.get(anonymous(key));
        if (spent !== null && spent.consumedPoints >= limiter.points) throw spent;
      }),
    forgive: (scope, key) => guarded(scope, () => limiterOf(scope, kindOf(key)).delete(anonymous(key))),
  };
}

/** Counts one call; beyond the limit it does not throw. */
async function quotaOf(limiter: RateLimiterAbstract, key: string): Promise<Quota> {
  const counted = await limiter.consume(key).catch((error: unknown) => {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  });
  const { points: calls, duration: seconds } = limiter;
  return { calls, seconds, left: calls - counted.consumedPoints, resetMs: counted.msBeforeNext };
}

/** `freeChecks`: rows of batches that an account without credits for them may check in an hour. */
type Counting = { db: Db; factor: number; freeChecks: number };

function createCounters(deps: Counting) {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (scope: Scope, kind: Counted): RateLimiterAbstract => {
    const name = `${scope}:${kind}`;
    const limit = scope === 'free-check' ? { calls: deps.freeChecks, seconds: HOUR } : limitOf(scope, kind);
    if (limit === undefined) throw new Error(`no limit ${name}`);
    const limiter = limiters.get(name) ?? createLimiter(deps, { name, kind, ...limit });
    limiters.set(name, limiter);
    return limiter;
  };
  const consume = async (scope: Scope, key: ThrottleKey, points: number): Promise<void> => {
    const limiter = limiterOf(scope, kindOf(key));
    try {
      await limiter.consume(anonymous(key), points);
    } catch (error) {
      const isFirst = error instanceof RateLimiterRes && error.consumedPoints === limiter.points + 1;
      if (kindOf(key) !== 'everywhere' || !isFirst) throw error;
      const { consumedPoints: waits } = await limiterOf(scope, 'waits').penalty(anonymous(key));
      throw await limiter.block(anonymous(key), Math.min(FIRST_WAIT_S * 2 ** (waits - 1), LONGEST_WAIT_S));
    }
  };
  return { limiterOf, consume };
}

function limitOf(scope: Exclude<Scope, 'free-check'>, kind: Counted): Limit | undefined {
  if (kind === 'waits') return WAITS;
  if (!isCall(scope)) return kind === 'office' ? undefined : WORK[scope][kind];
  const { address, ...others } = LIMITS[scope];
  if (kind === 'office') return { ...address, calls: OFFICE * address.calls };
  return kind === 'account' || kind === 'everywhere' ? others[kind] : address;
}

const isCall = (scope: Scope): scope is ThrottleScope => scope in LIMITS;

/** Password attempts count by address, whatever the session. */
function isAttempt(scope: ThrottleScope): boolean {
  return LIMITS[scope].account !== undefined;
}

function createLimiter(
  { db, factor }: { db: Db; factor: number },
  limit: Limit & { name: string; kind: Counted },
): RateLimiterAbstract {
  const points = Math.max(1, Math.round(limit.calls * factor));
  if (limit.each) return new RateLimiterMemory({ keyPrefix: limit.name, points, duration: limit.seconds });
  return new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
        return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
      },
    },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: limit.name,
    points,
    duration: limit.seconds,
    // A flood from one address is refused without a query. Not for accounts, whose count another process may reset.
    ...(limit.kind === 'address' && { inMemoryBlockOnConsumed: points + 1 }),
  });
}

/**
 * IPv6 subscribers get whole /64 prefixes: one prefix counts as one address, in any notation; an IPv4-mapped address
 * counts as IPv4. Callers who have already left, whose address Node no longer knows, share one count.
 */
export function addressKeyOf(ip: string | undefined): ThrottleKey {
  const address = withoutPort(ip ?? '').replace(/%.*$/, '');
  return `address:${isIPv6(address) ? prefixOf(groupsOf(address)) : address}`;
}

/** Notations of some proxies: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

function groupsOf(address: string): number[] {
  // The URL parser normalises the last 32 bits to hexadecimal.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part = ''): number[] =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

const MAPPED = '0:0:0:0:0:65535';

function prefixOf(groups: readonly number[]): string {
  if (groups.slice(0, 6).join(':') !== MAPPED) {
    return groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':');
  }
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

const kindOf = (key: ThrottleKey): Kind => key.slice(0, key.indexOf(':')) as Kind;

/** The table contains no addresses or e-mails, and its keys are short whatever was typed. */
function anonymous(key: ThrottleKey): string {
  return createHash('sha256').update(key).digest('base64url');
}

function notCounted(): AppError {
  return new AppError('overloaded', 'Le service est indisponible pour le moment. Réessayez dans quelques instants.', 5);
}

/** The refusal after too many calls. */
export function slowedDown(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('too_many_requests', `Requête ralentie. Disponible à nouveau dans ${inWords(seconds)}.`, seconds);
}

/** Nobody counts 86,399 seconds. */
function inWords(seconds: number): string {
  if (seconds >= 2 * HOUR) return `${Math.ceil(seconds / HOUR)} heures`;
  return `${seconds} ${seconds === 1 ? 'seconde' : 'secondes'}`;
}

/**
 * Refuses an unknown secret URL or reference: `not_found` with that sentence, whatever the reason; `too_many_requests`
 * after many tries. Correct ones are never counted.
 */
export async function refuseGuess({ throttle }: { throttle: Throttle }, ip: string, detail: string): Promise<never> {
  await throttle.hit('guess', addressKeyOf(ip));
  throw new AppError('not_found', detail);
}
