import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#platform/app-error.ts';
import { createFairQueue } from '#platform/guards/fair-queue.ts';

/** Shorter than the first in the library's list, and as common. */
const SHORT_ONES = ['000', '123', '666', '777', 'abc'];

/** The 49 000 most common passwords, in lower case: some 400 kB, imported when a password is first chosen. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...SHORT_ONES]);
}

/**
 * `owner` is the fairness key: a network, a known device, or a signed-in account. Throws `too_many_requests` when too
 * many passwords of that owner wait, `overloaded` when too many wait in all.
 */
export type Passwords = {
  /** PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash: (password: string, owner: string) => Promise<string>;
  /** With null (unknown user) or an invalid PHC string (unusable), takes the same time and returns false. */
  verify: (password: string, phc: string | null, owner: string) => Promise<boolean>;
  /** The most common passwords, in lower case. */
  common: () => Promise<ReadonlySet<string>>;
};

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number };
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
type Derivation = { salt: Buffer; cost: Cost; owner: string };

const hashArgon2 = promisify(argon2);

/** At most so many of one owner wait: an office that signs in at nine o'clock, a second of hashing. */
const WAITING_OF_ONE = 30;
const REFUSALS = {
  tooManyOfOne: () => new AppError('too_many_requests', 'Trop de demandes à la fois. Réessayez dans un instant.', 2),
  tooManyOfAll: () => new AppError('overloaded', 'Le service est très demandé. Réessayez dans un instant.'),
};

type Options = { atOnce: number; waiting: number; cost?: Cost };

/**
 * Hashes on libuv's threads, `atOnce` at a time, so that a flood of passwords leaves threads and processors to other
 * calls; `waiting` more wait in fair turns, so that one network delays no other.
 */
export function createPasswords({ atOnce, waiting, cost: ours = COST }: Options): Passwords {
  const unknownAccount = { salt: Buffer.alloc(16), hash: Buffer.alloc(ours.tagLength), cost: ours };
  const queue = createFairQueue(
    { atOnce, waiting, ofOne: { atOnce, waiting: WAITING_OF_ONE } },
    { refusals: REFUSALS },
  );
  const derive = (password: string, { salt, cost, owner }: Derivation): Promise<Buffer> =>
    queue(owner, () => hashArgon2('argon2id', { message: Buffer.from(password), nonce: salt, ...cost }));
  let common: Promise<ReadonlySet<string>> | null = null;
  return {
    async hash(password, owner) {
      const salt = randomBytes(16);
      const hash = await derive(password, { salt, cost: ours, owner });
      return `$argon2id$v=19$m=${ours.memory},t=${ours.passes},p=${ours.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
    },
    async verify(password, phc, owner) {
      const known = phc === null ? null : parse(phc);
      const { salt, hash, cost } = known ?? unknownAccount;
      return timingSafeEqual(await derive(password, { salt, cost, owner }), hash) && known !== null;
    },
    common: () => (common ??= loadCommonPasswords()),
  };
}

/** The cost is read from the string, so older hashes stay valid when ours is raised. */
function parse(phc: string): { salt: Buffer; hash: Buffer; cost: Cost } | null {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc) ?? [];
  if (salt === undefined || hash === undefined) return null;
  const expected = Buffer.from(hash, 'base64');
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: expected,
    cost: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    },
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
