/** Requirements of a Linux program or shared library. */
export type Needs = {
  /** File names of shared libraries, such as `libz.so.1`: the `DT_NEEDED` entries. */
  libraries: string[];
  /** Newest version of the GNU C library among the required symbols, as `[major, minor]`; null when it requires none. */
  glibc: [number, number] | null;
};

const DYNAMIC_SEGMENT = 2;
const LOADED_SEGMENT = 1;
const NEEDED = 1n;
const STRING_TABLE = 5n;
const STRING_TABLE_SIZE = 10n;

/** Magic number, 64 bits, little-endian, machine x86-64. */
const isForX64 = (file: Buffer): boolean =>
  file.length > 64 &&
  file.toString('latin1', 0, 4) === '\x7fELF' &&
  file.readUInt16LE(4) === 0x0102 &&
  file.readUInt16LE(18) === 62;

/**
 * Reads the dynamic section of an ELF file for x86-64 (System V ABI, chapters 4 and 5). Returns null for any other file, and for
 * a program without dynamic section. Throws `RangeError` on a truncated one.
 */
export function readNeeds(file: Buffer): Needs | null {
  if (!isForX64(file)) return null;
  const segments = readSegments(file);
  const dynamic = segments.find(({ type }) => type === DYNAMIC_SEGMENT);
  if (dynamic === undefined) return null;
  const entries = readDynamic(file, dynamic);
  const valueOf = (tag: bigint): number => Number(entries.find((entry) => entry.tag === tag)?.value ?? 0n);
  const start = fileOffset(segments, valueOf(STRING_TABLE));
  const strings = file.subarray(start, start + valueOf(STRING_TABLE_SIZE));
  const textAt = (at: number): string => strings.toString('latin1', at, strings.indexOf(0, at));
  return {
    libraries: entries.filter(({ tag }) => tag === NEEDED).map(({ value }) => textAt(Number(value))),
    glibc: newestGlibc(strings.toString('latin1')),
  };
}

type Segment = { type: number; offset: number; address: number; size: number };

function readSegments(file: Buffer): Segment[] {
  const table = Number(file.readBigUInt64LE(32));
  const size = file.readUInt16LE(54);
  return Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = table + index * size;
    const long = (offset: number): number => Number(file.readBigUInt64LE(at + offset));
    return { type: file.readUInt32LE(at), offset: long(8), address: long(16), size: long(32) };
  });
}

function readDynamic(file: Buffer, { offset, size }: Segment): { tag: bigint; value: bigint }[] {
  const entries = Array.from({ length: size / 16 }, (_, index) => ({
    tag: file.readBigUInt64LE(offset + index * 16),
    value: file.readBigUInt64LE(offset + index * 16 + 8),
  }));
  const end = entries.findIndex(({ tag }) => tag === 0n);
  return end === -1 ? entries : entries.slice(0, end);
}

function fileOffset(segments: Segment[], address: number): number {
  const holder = segments.find(
    (one) => one.type === LOADED_SEGMENT && address >= one.address && address < one.address + one.size,
  );
  return holder === undefined ? address : address - holder.address + holder.offset;
}

/** Names of required symbol versions are in the string table, as `GLIBC_2.28`. */
function newestGlibc(strings: string): [number, number] | null {
  const versions = [...strings.matchAll(/\0GLIBC_(\d+)\.(\d+)(?:\.\d+)?(?=\0)/g)].map(
    ([, major, minor]): [number, number] => [Number(major), Number(minor)],
  );
  return versions.toSorted((one, other) => other[0] - one[0] || other[1] - one[1])[0] ?? null;
}
