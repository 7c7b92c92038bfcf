import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { loadCommonPasswords } from './common-passwords.ts';
import { Failure } from './failure.ts';

/** Throws `overloaded` when too many passwords wait already. */
export type Passwords = {
  /** PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash: (password: string) => Promise<string>;
  /** With null (unknown user) or what is no PHC string (unusable), it takes the same time and answers false. */
  verify: (password: string, phc: string | null) => Promise<boolean>;
  /** The commonest passwords, in lower case. */
  common: () => Promise<ReadonlySet<string>>;
};

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number };
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const NOBODY = { salt: Buffer.alloc(16), hash: Buffer.alloc(COST.tagLength), cost: COST };

const hashArgon2 = promisify(argon2);

/**
 * Hashes on libuv's threads, `atOnce` at a time, so that a flood of passwords leaves threads and processors to the other
 * calls; `waiting` more wait, beyond which the answer is a 503 at once.
 */
export function createPasswords(limits: { atOnce: number; waiting: number }): Passwords {
  const gate = bulkhead(limits.atOnce, limits.waiting);
  const derive = async (password: string, salt: Buffer, cost: Cost): Promise<Buffer> => {
    try {
      return await gate.execute(() => hashArgon2('argon2id', { message: Buffer.from(password), nonce: salt, ...cost }));
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error;
      throw new Failure('overloaded', 'Le service est très demandé. Réessayez dans un instant.');
    }
  };
  let common: Promise<ReadonlySet<string>> | null = null;
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await derive(password, salt, COST);
      return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
    },
    async verify(password, phc) {
      const known = phc === null ? null : parse(phc);
      const { salt, hash, cost } = known ?? NOBODY;
      return timingSafeEqual(await derive(password, salt, cost), hash) && known !== null;
    },
    common: () => (common ??= loadCommonPasswords()),
  };
}

/** The cost is read from the string, so that raising ours leaves the passwords of before valid. */
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
