import { crc32 } from 'node:zlib';
import { expect } from 'vitest';

/** Files of a ZIP by name, read from its central directory as an unzip program does; sums checked. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  // ZIP64, used by large archives, states its position, then counts and offsets in 64 bits.
  const isLong = zip.readUInt16LE(end + 10) === 0xffff;
  const record = isLong ? Number(zip.readBigUInt64LE(end - 12)) : end;
  let at = isLong ? Number(zip.readBigUInt64LE(record + 48)) : zip.readUInt32LE(end + 16);
  const entries = isLong ? Number(zip.readBigUInt64LE(record + 32)) : zip.readUInt16LE(end + 10);
  for (let count = entries; count > 0; count -= 1) {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    files.set(name, content);
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}
