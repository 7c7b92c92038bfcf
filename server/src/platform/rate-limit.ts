import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { ThrottleScope } from '@clairisque/contract/route.ts';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Db } from './db.ts';
import { Failure } from './failure.ts';

/** Whose calls are counted: a network address, an account from one network or one device, an account from everywhere, the account of a token found good. */
export type ThrottleKey = `${Kind}:${string}`;
type Kind = 'address' | 'account' | 'everywhere' | 'caller';
/** `office`: the address of calls that are counted by account already. */
type Counted = Kind | 'office' | 'waits';
/** `failed-generation`: no family of calls, but points for those that end badly (`generations.ts`). */
type Scope = ThrottleScope | 'failed-generation';
/** What aims at one account. */
export type AttemptScope = 'login' | 'reset' | 'password';

export type Throttle = {
  /** Counts one call, or so many points. Throws `too_many_requests`, with the seconds to wait, beyond the limit. */
  hit(scope: Scope, key: ThrottleKey, points?: number): Promise<void>;
  /**
   * The same for a call of the API: by its address, or by its account when its token was found good; its address is then
   * bounded for twenty accounts.
   */
  hitCall(scope: ThrottleScope, ip: string, accountId: number | undefined): Promise<void>;
  /** Throws `too_many_requests` when the limit is reached, without counting. */
  refuseSpent(scope: Scope, key: ThrottleKey): Promise<void>;
  /** Forgets the calls counted: a right password clears the wrong ones before it. */
  forgive(scope: ThrottleScope, key: ThrottleKey): Promise<void>;
};

/** `each`: every process counts for itself, without a query: for what is asked a hundred times to show one screen. */
type Limit = { calls: number; seconds: number; each?: true };
const MINUTE = 60;
const HOUR = 3600;

type Limits = { address: Limit; account?: never; everywhere?: never };
type AttemptLimits = Record<Exclude<Kind, 'caller'>, Limit>;

/** Every limit of the product (docs/security/rate-limits.md is written from it); `RATE_LIMIT_FACTOR` multiplies the calls. */
export const LIMITS: Record<Exclude<ThrottleScope, AttemptScope>, Limits> & Record<AttemptScope, AttemptLimits> = {
  login: {
    address: { calls: 30, seconds: MINUTE },
    account: { calls: 10, seconds: 15 * MINUTE },
    everywhere: { calls: 200, seconds: HOUR },
  },
  'sign-up': { address: { calls: 30, seconds: HOUR } },
  // A mailbox has five mails an hour at most, whose links are good for an hour (`accounts.jobs.ts`): the cap need not protect it.
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
  // Each makes a row here and a page at the payment provider, whose own limit is for all our buyers.
  order: { address: { calls: 60, seconds: 10 * MINUTE } },
  // Notifications with a wrong signature, each of which is written in the audit trail; the right ones have no limit.
  'forged-event': { address: { calls: 60, seconds: HOUR } },
  // A reader opens some ten screens a minute; an office shares one address.
  audience: { address: { calls: 300, seconds: MINUTE } },
  incident: { address: { calls: 20, seconds: 10 * MINUTE } },
  // Each may ask some ten public services. Somebody who hesitates between parcels makes a few a minute.
  preview: { address: { calls: 60, seconds: 10 * MINUTE } },
  // Somebody who types asks twice a second; an office shares one address. Answers are kept, suppliers are asked less.
  place: { address: { calls: 600, seconds: MINUTE, each: true } },
  // By its reference: up to six calls to the cadastre, whose limit is for all our visitors.
  parcel: { address: { calls: 120, seconds: MINUTE, each: true } },
  // A screen of map is some forty tiles.
  tile: { address: { calls: 6_000, seconds: MINUTE, each: true } },
  // What costs a query at most, or a look into the store for a file of another version of the pages.
  open: { address: { calls: 600, seconds: MINUTE, each: true } },
  // Decoding a picture takes a processor for a second.
  upload: { address: { calls: 60, seconds: 10 * MINUTE } },
  // All that an account has, read from the store.
  export: { address: { calls: 20, seconds: 10 * MINUTE } },
  // Each takes a credit, or is free once: only what a program gone mad would ask is refused.
  generation: { address: { calls: 600, seconds: 10 * MINUTE } },
  // Secret addresses and references that do not exist: counted where they are looked for, only when nothing is found.
  guess: { address: { calls: 30, seconds: 10 * MINUTE } },
};

/**
 * Generations that fail, by account: three points each, one when a source does not answer, none for a fault of ours
 * (decision 0047).
 */
const FAILED_GENERATIONS = { caller: { calls: 30, seconds: HOUR } };

/** An office: so many signed-in users behind one address. */
const OFFICE = 20;

/** Beyond a limit of everywhere, waits that double, from a minute to an hour, and start again after a quiet day. */
const FIRST_WAIT_S = MINUTE;
const LONGEST_WAIT_S = HOUR;
const WAITS: Limit = { calls: 1_000_000, seconds: 24 * HOUR };

/**
 * Counts in the table `rate_limit`, shared by all the processes, but for the limits of `each` of them. When the database does not answer, the call passes with a
 * line in the log: whatever it asks needs that same database, and fails there with its own reason. What guesses a password is refused: a
 * flood that keeps connections to the database busy must not open guesses without a count.
 */
export function createThrottle(deps: { db: Db; log: FastifyBaseLogger; factor: number }): Throttle {
  const { consume, limiterOf } = createCounters(deps);
  const guarded = async (scope: Scope, count: () => Promise<unknown>): Promise<void> => {
    try {
      await count();
    } catch (error) {
      if (error instanceof RateLimiterRes) throw slowedDown(error.msBeforeNext);
      deps.log.warn({ err: error, scope }, 'rate limit not counted');
      if (scope !== 'failed-generation' && isAttempt(scope)) throw notCounted();
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
    refuseSpent: (scope, key) =>
      guarded(scope, async () => {
        const limiter = limiterOf(scope, kindOf(key));
        const spent = await limiter.get(anonymous(key));
        if (spent !== null && spent.consumedPoints >= limiter.points) throw spent;
      }),
    forgive: (scope, key) => guarded(scope, () => limiterOf(scope, kindOf(key)).delete(anonymous(key))),
  };
}

function createCounters(deps: { db: Db; factor: number }) {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (scope: Scope, kind: Counted): RateLimiterAbstract => {
    const name = `${scope}:${kind}`;
    const limit = limitOf(scope, kind);
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

function limitOf(scope: Scope, kind: Counted): Limit | undefined {
  if (kind === 'waits') return WAITS;
  if (scope === 'failed-generation') return kind === 'caller' ? FAILED_GENERATIONS.caller : undefined;
  const { address, ...others } = LIMITS[scope];
  if (kind === 'office') return { ...address, calls: OFFICE * address.calls };
  return kind === 'account' || kind === 'everywhere' ? others[kind] : address;
}

/** What guesses a password counts by address, whatever session it comes from. */
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
    // A flood from one address is refused without a query. Not for accounts, which another process may forgive.
    ...(limit.kind === 'address' && { inMemoryBlockOnConsumed: points + 1 }),
  });
}

/**
 * An IPv6 network hands whole /64 prefixes to one subscriber: they count as one address, however it is written; an IPv4 address
 * mapped into IPv6 is the IPv4 one. So do, together, the callers who are gone already, whose address Node no longer knows.
 */
export function addressKeyOf(ip: string | undefined): ThrottleKey {
  const address = withoutPort(ip ?? '').replace(/%.*$/, '');
  return `address:${isIPv6(address) ? prefixOf(groupsOf(address)) : address}`;
}

/** As some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

function groupsOf(address: string): number[] {
  // The URL parser writes the last 32 bits in hexadecimal, as the others.
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

/** The table holds neither addresses nor e-mails, and its key is short whatever was typed. */
function anonymous(key: ThrottleKey): string {
  return createHash('sha256').update(key).digest('base64url');
}

function notCounted(): Failure {
  return new Failure('overloaded', 'Le service est indisponible pour le moment. Réessayez dans quelques instants.', 5);
}

/** The refusal of who calls too often. */
export function slowedDown(waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const unit = seconds === 1 ? 'seconde' : 'secondes';
  return new Failure('too_many_requests', `Requête ralentie. Disponible à nouveau dans ${seconds} ${unit}.`, seconds);
}
