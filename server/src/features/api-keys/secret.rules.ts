import { randomBytes } from 'node:crypto';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { crc32 } from 'node:zlib';

/**
 * `crt_live_` or `crt_test_`, 43 characters of 32 random bytes, six of a checksum: scanners of public code recognise a
 * leaked key without asking, and a mistyped one costs no query.
 */
export const prefixOf = (mode: KeyMode): string => `crt_${mode}_`;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHAPE = new RegExp(`^crt_(?:live|test)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);
/** Characters shown in lists: enough to recognise a key, far too few to guess it. */
const SHOWN = 'crt_live_'.length + 4;

export function newKey(mode: KeyMode = 'live'): string {
  const text = prefixOf(mode) + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH);
  return text + checkOf(text);
}

export function isKey(text: string): boolean {
  return SHAPE.test(text) && checkOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH);
}

/** Mode of a key, or of its shown part. */
export const modeOf = (key: string): KeyMode => (key.startsWith(prefixOf('test')) ? 'test' : 'live');

export const shownPart = (key: string): string => key.slice(0, SHOWN);

const checkOf = (text: string): string => base62(BigInt(crc32(text)), CHECK_LENGTH);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text;
  return text;
}
