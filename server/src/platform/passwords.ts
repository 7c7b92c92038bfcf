import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hashArgon2 = promisify(argon2);
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Checks a password against its PHC string; with null (unknown user) it takes the same time and answers false. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const [, , , , salt, hash] = (phc ?? DUMMY).split('$');
  if (salt === undefined || hash === undefined) throw new Error('not a PHC string');
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'));
  return timingSafeEqual(actual, expected) && phc !== null;
}

const DUMMY = `$argon2id$v=19$m=0,t=0,p=0$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(COST.tagLength))}`;

function derive(password: string, nonce: Buffer): Promise<Buffer> {
  return hashArgon2('argon2id', { message: Buffer.from(password), nonce, ...COST });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
