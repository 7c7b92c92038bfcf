import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Box } from '#domain/geometry/boxes.ts';
import { boxesOf } from './feature-geometry.ts';
import { addressOf, openPackage } from './package-reader.ts';
import { PACKAGE } from './manifest.ts';

/** What differs between two releases of a dataset, by where it is. */
export type Differences = {
  /** Keys of changed rows without a geometry. */
  keys: Set<string>;
  /** Keys that only one release has. */
  oneSided: Set<string>;
  /** Boxes of the polygons of changed rows, in degrees. */
  boxes: Box[];
  coverage: { isEverywhere: boolean; departements: string[]; communes: string[] };
};

/** Compares two releases in their local folders. A row with its geometry is one thing: it is the same in both, or it differs. */
export async function differencesOf(formerFolder: string, nextFolder: string): Promise<Differences> {
  const db = openPackage(join(formerFolder, PACKAGE));
  try {
    db.prepare('attach ? as next').run(addressOf(join(nextFolder, PACKAGE)).href);
    const found: Differences = {
      keys: new Set(),
      oneSided: new Set(keysOf(db, inOneOnly('select distinct key from', 'features', ''))),
      boxes: [],
      coverage: coverageDifferences(db),
    };
    await addChangedRows(found, db);
    return found;
  } finally {
    db.close();
  }
}

/** What one of the two tables has, and the other has not. */
const inOneOnly = (select: string, table: string, rest: string): string => {
  const [former, next] = ['main', 'next'].map((side) => `${select} ${side}.${table} ${rest}`);
  return `select * from (${former} except ${next}) union all select * from (${next} except ${former})`;
};

const keysOf = (db: DatabaseSync, sql: string): string[] =>
  db
    .prepare(sql)
    .all()
    .map(({ key }) => String(key));

/** One key after the other: a worker must go on sending its heartbeat. */
async function addChangedRows(found: Differences, db: DatabaseSync): Promise<void> {
  // Counted: a row that one release has twice is a difference.
  const changed = db.prepare(
    inOneOnly(
      'select geom, value, within_metres, count(*) from',
      'features',
      'where key = $key group by value, within_metres, geom',
    ),
  );
  for (const key of keysOf(db, 'select key from main.features union select key from next.features')) {
    for (const { geom } of changed.iterate({ key })) {
      if (geom === null) found.keys.add(key);
      else found.boxes.push(...boxesOf(geom as Uint8Array));
    }
    await yieldToOthers();
  }
}

function coverageDifferences(db: DatabaseSync): Differences['coverage'] {
  const changed = db.prepare(`select distinct place, code from (
    ${inOneOnly('select place, code, coverage from', 'coverage', '')}) order by place, code`);
  const rows = changed.all();
  const codesOf = (place: string): string[] =>
    rows.filter((row) => row['place'] === place).map(({ code }) => String(code));
  return {
    isEverywhere: codesOf('elsewhere').length > 0,
    departements: codesOf('departements'),
    communes: codesOf('communes'),
  };
}
