import { hash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import { unpack } from '#domain/geometry/packed-piece.ts';
import { boxOf, type Box } from '#domain/geometry/piece.ts';
import { COVERAGE, OWNERS, PIECES, PIECE_OFFSETS } from './release-files.ts';
import { bufferOf, hasZones, openByOffset, openRows, readJson } from './release-reader.ts';

/** What differs between two releases of a dataset, by where it is. */
export type Differences = {
  /** Keys of changed rows without a geometry. */
  keys: Set<string>;
  /** Keys that only one release has. */
  oneSided: Set<string>;
  /** Boxes of the pieces of changed rows, in units; large ones are not joined. */
  boxes: Box[];
  coverage: { isEverywhere: boolean; departements: string[]; communes: string[] };
};

/** A worker must go on sending its heartbeat. */
const ROWS_AT_ONCE = 1_000;

/**
 * Compares two releases in their local folders, key by key in the order of the files. A row with its geometry is one
 * thing: it is the same in both, or it differs. Memory holds the keys, the offsets, and the digests of one key's rows.
 */
export async function differencesOf(formerFolder: string, nextFolder: string): Promise<Differences> {
  const releases = [openRelease(formerFolder), openRelease(nextFolder)] as const;
  try {
    const found: Differences = {
      keys: new Set(),
      oneSided: new Set(),
      boxes: [],
      coverage: coverageDifferences(releases[0].coverage, releases[1].coverage),
    };
    await addRows(found, releases);
    return found;
  } finally {
    for (const release of releases) release.close();
  }
}

type Rows = ReturnType<typeof openRelease>;

async function addRows(found: Differences, [former, next]: readonly [Rows, Rows]): Promise<void> {
  let read = 0;
  for (const key of new Set([...former.keys(), ...next.keys()])) {
    const [before, now] = [former.rowsOf(key), next.rowsOf(key)];
    if (before.length === 0 || now.length === 0) found.oneSided.add(key);
    const changed = await changedRows([former, before], [next, now], async () => {
      read += 1;
      if (read % ROWS_AT_ONCE === 0) await yieldToOthers();
    });
    for (const boxes of changed) {
      if (boxes.length === 0) found.keys.add(key);
      else found.boxes.push(...boxes);
    }
  }
}

type Side = readonly [release: Rows, rows: number[]];

/** For each row that only one side has, the boxes of its pieces. */
async function changedRows([former, before]: Side, [next, now]: Side, onRow: () => Promise<void>): Promise<Box[][]> {
  const onlyBefore = new Map<string, number[]>();
  for (const row of before) {
    const digest = former.digestOf(row);
    onlyBefore.set(digest, [...(onlyBefore.get(digest) ?? []), row]);
    await onRow();
  }
  const changed: Box[][] = [];
  for (const row of now) {
    const isSame = onlyBefore.get(next.digestOf(row))?.pop() !== undefined;
    if (!isSame) changed.push(next.boxesOf(row));
    await onRow();
  }
  const gone = [...onlyBefore.values()].flat().map((row) => former.boxesOf(row));
  return [...changed, ...gone];
}

/** The files of a release, by row. */
function openRelease(folder: string) {
  const { keys, row, ...rows } = openRows(folder);
  const zones = hasZones(folder) ? openPieces(folder) : null;
  const piecesOf = (row: number): Buffer[] => zones?.piecesOf(row) ?? [];
  // Digests the JSON of a row: each release has its own numbers for the values that its rows share.
  const digestOf = (number: number): string =>
    hash('sha1', Buffer.concat([Buffer.from(JSON.stringify(row(number))), ...piecesOf(number)]), 'base64');
  return {
    keys: keys.keys,
    coverage: readJson(folder, COVERAGE) as CoverageTable,
    rowsOf: (key: string): number[] => Array.from({ length: keys.countOf(key) }, (_, i) => keys.firstOf(key) + i),
    digestOf,
    boxesOf: (row: number): Box[] => piecesOf(row).map((piece) => boxOf(unpack({ words: wordsOf(piece), at: 0 }))),
    close() {
      rows.close();
      zones?.close();
    },
  };
}

/** The words stand at the start of the memory that the buffer is a part of. */
const wordsOf = ({ buffer, byteLength }: Buffer): Int32Array => new Int32Array(buffer, 0, byteLength / 4);

function openPieces(folder: string) {
  const pieces = openByOffset(folder, PIECES, PIECE_OFFSETS);
  const owners = new Uint32Array(bufferOf(folder, OWNERS));
  // Pieces in the order of their rows; those of a row in their own order.
  const order = Uint32Array.from(owners, (_, piece) => piece).sort(
    (one, other) => (owners[one] ?? 0) - (owners[other] ?? 0) || one - other,
  );
  return {
    piecesOf(row: number): Buffer[] {
      const found: Buffer[] = [];
      for (let at = firstOf(order, owners, row); owners[order[at] ?? -1] === row; at += 1) {
        found.push(pieces.copy(order[at] ?? 0));
      }
      return found;
    },
    close: pieces.close,
  };
}

/** Position of the first piece of a row, by bisection. */
function firstOf(order: Uint32Array, owners: Uint32Array, row: number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((owners[order[middle] ?? 0] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function coverageDifferences(former: CoverageTable, next: CoverageTable): Differences['coverage'] {
  const differing = (side: 'departements' | 'communes'): string[] =>
    [...new Set([...Object.keys(former[side]), ...Object.keys(next[side])])].filter(
      (code) => former[side][code] !== next[side][code],
    );
  return {
    isEverywhere: former.elsewhere !== next.elsewhere,
    departements: differing('departements'),
    communes: differing('communes'),
  };
}
