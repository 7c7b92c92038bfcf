import { counted } from '#domain/french.ts';
import { DatasetRefusal } from './refusal.ts';
import type { ReleaseRow } from './release-writer.ts';
import { boxAround, departementOfKey, isInside, requireFrance } from './territory.ts';
import type { Box } from './formats/systems.ts';

/** Inventories misplace some sites; a projection that is misread misplaces all those of a département. */
const MISPLACED_AT_MOST = 0.1;

type Counts = { sites: number; outside: number };

/**
 * Passes rows on, and refuses a release whose places are not where its rows say: any position outside France, a surface
 * outside its département, or the sites of a département outside it. @throws DatasetRefusal
 */
export async function* inTheirPlace(rows: AsyncIterable<ReleaseRow>, dataset: string): AsyncGenerator<ReleaseRow> {
  const sites = new Map<string, Counts>();
  for await (const row of rows) {
    const box = boxOfRow(row);
    if (box !== null) requirePlace({ row, box, what: `${dataset}, ligne de clé « ${row.key} »` }, sites);
    yield row;
  }
  for (const [code, { sites: count, outside }] of sites) {
    if (outside <= count * MISPLACED_AT_MOST) continue;
    const many = counted(outside, 'site', 'sites');
    throw new DatasetRefusal(`${dataset} : ${many} sur ${count} du département ${code} hors de ce département.`);
  }
}

function boxOfRow({ site, outline }: ReleaseRow): Box | null {
  if (site !== undefined) return [site[0] ?? NaN, site[1] ?? NaN, site[0] ?? NaN, site[1] ?? NaN];
  return outline === undefined || outline.coordinates.flat(2).length === 0 ? null : boxAround(outline);
}

function requirePlace(
  { row, box, what }: { row: ReleaseRow; box: Box; what: string },
  sites: Map<string, Counts>,
): void {
  requireFrance(box, what);
  const departement = departementOfKey(row.key);
  if (departement === null) return;
  const isOutside = !isInside(box, departement.box);
  if (row.site !== undefined) {
    const counts = sites.get(departement.code) ?? { sites: 0, outside: 0 };
    sites.set(departement.code, { sites: counts.sites + 1, outside: counts.outside + (isOutside ? 1 : 0) });
  } else if (isOutside) {
    throw new DatasetRefusal(`${what} : hors du département ${departement.code} (${box[0]}, ${box[1]}).`);
  }
}
