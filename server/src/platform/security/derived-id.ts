import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562), always the same for the same parts: a repeated request finds what it made. */
export function derivedId(parts: readonly unknown[]): string {
  const digits = hash('sha256', JSON.stringify(parts));
  const at = (from: number, length: number): string => digits.slice(from, from + length);
  return `${at(0, 8)}-${at(8, 4)}-8${at(12, 3)}-8${at(15, 3)}-${at(18, 12)}`;
}
