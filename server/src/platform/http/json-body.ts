import type { BodyBounds } from '@clairisque/contract/common/route.ts';
import { AppError } from '#platform/app-error.ts';
import { requireBounded } from './body-bounds.ts';
import { findJsonFault } from './json-fault.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON in UTF-8, whatever charset is announced, within its bounds. Reports a fault in Python's words, which Django REST
 * repeats untranslated.
 */
export function parseJson(bytes: Buffer, bounds: BodyBounds): unknown {
  requireBounded(bytes, bounds);
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw parseError(findJsonFault(text));
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const position = firstInvalidByte(bytes);
    const byte = bytes[position] ?? 0;
    const reason = byte >= 0xc2 && byte <= 0xf4 ? 'invalid continuation byte' : 'invalid start byte';
    const hex = byte.toString(16).padStart(2, '0');
    throw parseError(`'utf-8' codec can't decode byte 0x${hex} in position ${position}: ${reason}`);
  }
}

/** The decoder writes U+FFFD for each invalid byte: the first difference from the source is the position. */
function firstInvalidByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString());
  return bytes.findIndex((byte, index) => byte !== again[index]);
}

function parseError(message: string): AppError {
  return new AppError('invalid_input', `JSON parse error - ${message}`);
}
