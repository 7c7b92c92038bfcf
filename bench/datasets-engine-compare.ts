import type { Client } from 'pg';
import type { LocalDeps } from '../server/src/adapters/datasets/facts/local-fact.ts';
import type { BrushClearingRow } from '../server/src/adapters/datasets/importers/brush-clearing.ts';
import type { ClayRow } from '../server/src/adapters/datasets/importers/clay.ts';
import type { PprZoneRow } from '../server/src/adapters/datasets/importers/ppr-zones.ts';
import type { Place } from '../server/src/domain/geometry/place.ts';
import type { NearbySite, UndrawnNoisePlan } from '../server/src/domain/risks/facts.ts';
import { isInside } from '../server/src/domain/geometry/overlap.ts';
import type { OurAnswer } from './datasets-engine-answers.ts';
import type { Asked, PeerAnswer, Row } from './peers/postgis-assessment.ts';

/** Ours are measured in a local plane, on coordinates to a centimetre; the peer's in Lambert-93. */
export const TOLERANCE = { share: 0.007, metres: 0.02 };
const RADIUS_METRES = 500;

/** `isNear`: two measures differ by less than the tolerance, on either side of a threshold. */
export type Difference = { what: string; isNear: boolean };
/** A zone that the property or its point is in. */
export type MetZone = { key: string; share: number; contains: boolean };

/** All that differs between the two answers about a place. */
export async function differences(
  client: Client,
  { ours, theirs, asked, met }: { ours: OurAnswer; theirs: PeerAnswer; asked: Asked; met: Met },
): Promise<Difference[]> {
  const plain = plainDifferences(ours, theirs).map((what) => ({ what, isNear: false }));
  const zones = [
    ...(await zoneDifferences(client, { what: 'clay', ours: met.clay, theirs: theirs.clay.map(clayOf(asked)), asked })),
    ...(await zoneDifferences(client, {
      what: 'ppr_zones',
      ours: met.zones,
      theirs: theirs.zones.map(zoneOf(asked)),
      asked,
    })),
    ...(await zoneDifferences(client, {
      what: 'brush',
      ours: met.brush,
      theirs: theirs.brush.map(brushOf(asked)),
      asked,
    })),
  ];
  // What the statement says of them: the highest level, and the zones of the listed plans.
  const said =
    zones.length > 0 ? [] : [...levels(ours, theirs), ...planZones(ours, theirs), ...latestDecrees(ours, theirs)];
  const sites: Difference[] = [];
  for (const [what, found] of Object.entries(ours.sites) as [keyof OurAnswer['sites'], NearbySite[]][]) {
    sites.push(...(await siteDifferences(client, { what, ours: found, theirs: theirs[what], asked })));
  }
  return [...plain, ...zones, ...said, ...sites, ...planDifferences(ours.noisePlans, theirs.noisePlans)];
}

/** Compares lists and grades; a difference is said in words. */
function plainDifferences(ours: OurAnswer, theirs: PeerAnswer): string[] {
  return [
    ...same('radon', ours.radon, Number(theirs.radon[0]?.['highest'])),
    ...same('seismic zone', ours.seismic, Number.parseInt(String(theirs.seismic[0]?.['highest']), 10)),
    ...same('decrees', listed(ours.catnat.map(({ code }) => code)), listed(theirs.catnat.map(idOf))),
    ...same('plans', listed(ours.plans.map(({ gasparId }) => gasparId)), listed(theirs.plans.map(idOf))),
    ...same(
      'SIS',
      listed(ours.sis),
      listed(theirs.sis.filter(({ common, contains }) => contains || Number(common) >= 1).map(idOf)),
    ),
    ...same('coast', ours.coastal, theirs.coastal[0]?.['listed'] === true),
    ...same(
      'noise',
      listed(ours.noise),
      listed(theirs.noise.filter(({ common, contains }) => contains || Number(common) >= 1).map(noiseOf)),
    ),
  ];
}

export type Met = { clay: MetZone[]; zones: MetZone[]; brush: MetZone[] };

/** The engine's own measures, which the facts rest on. */
export function metZones({ releases }: LocalDeps, place: Place): Met {
  const around = (dataset: 'clay' | 'ppr-zones' | 'brush-clearing', keyOf: (row: unknown) => string): MetZone[] => {
    const release = releases.of(dataset);
    const found = release?.zonesAround(place, 0).filter(({ overlap }) => isInside(overlap)) ?? [];
    return found.map(({ row, overlap: { shareOfParcel, containsPoint } }) => ({
      key: keyOf(release?.row(row)),
      share: shareOfParcel ?? 0,
      contains: containsPoint,
    }));
  };
  return {
    clay: around('clay', (row) => String((row as ClayRow).level)),
    zones: around('ppr-zones', (row) => {
      const { gasparId, name, code } = row as PprZoneRow;
      return `${gasparId} ${name} ${code}`;
    }),
    brush: around('brush-clearing', (row) => String((row as BrushClearingRow).sheetUrl)),
  };
}

const clayOf =
  ({ area }: Asked) =>
  ({ niveau, common, contains }: Row): MetZone => ({
    key: String(niveau),
    share: Number(common) / area,
    contains: contains === true,
  });
const zoneOf =
  ({ area }: Asked) =>
  ({ id_gaspar, nom, codezone, common, contains }: Row): MetZone => ({
    key: `${id_gaspar} ${nom} ${codezone}`,
    share: Number(common) / area,
    contains: contains === true,
  });

const brushOf =
  ({ area }: Asked) =>
  ({ url, common, contains }: Row): MetZone => ({
    key: String(url),
    share: Number(common) / area,
    contains: contains === true,
  });

const noiseOf = ({ code_oaci, zone }: Row): string => `${code_oaci} ${zone}`;
const idOf = ({ id }: Row): string => String(id);
const listed = (ids: (string | null)[]): string =>
  ids
    .map(String)
    .toSorted((one, other) => one.localeCompare(other))
    .join();
const same = (what: string, one: unknown, other: unknown): string[] =>
  one === other ? [] : [`${what}: ours ${String(one)}, PostGIS ${String(other)}`];

function levels(ours: OurAnswer, theirs: PeerAnswer): Difference[] {
  const highest = Math.max(0, ...theirs.clay.map(({ niveau }) => Number(niveau)));
  return same('exposure', ours.clay.exposure, highest).map((what) => ({ what, isNear: false }));
}

/** 05/06/2018 as 2018-06-05 */
const isoDay = (written: unknown): string => String(written).split('/').toReversed().join('-');

function latestDecrees({ brushClearing }: OurAnswer, { brush }: PeerAnswer): Difference[] {
  const latest =
    brush
      .map(({ dat_ap_old }) => isoDay(dat_ap_old))
      .toSorted()
      .at(-1) ?? null;
  return same('clearing', brushClearing?.decreeDate ?? null, latest).map((what) => ({ what, isNear: false }));
}

const PLAN_METRES = 15_000;

function planDifferences(ours: UndrawnNoisePlan[], theirs: Row[]): Difference[] {
  const measured = new Map(ours.map(({ aerodrome, distanceMetres }) => [aerodrome, distanceMetres]));
  const expected = new Map(theirs.map((row) => [idOf(row), Number(row['metres'])]));
  return [...new Set([...measured.keys(), ...expected.keys()])].flatMap((id) => {
    const [one, other] = [measured.get(id), expected.get(id)];
    const [least, most] = [Math.min(one ?? Infinity, other ?? Infinity), Math.max(one ?? 0, other ?? 0)];
    const isBoth = one !== undefined && other !== undefined;
    if (isBoth && most - least <= 0.5 + TOLERANCE.share * most) return [];
    const isNear = !isBoth && Math.abs(most - PLAN_METRES) <= TOLERANCE.share * PLAN_METRES;
    return [{ what: `noise plan ${id}: ours ${one}, PostGIS ${other}`, isNear }];
  });
}

function planZones({ plans }: OurAnswer, { zones }: PeerAnswer): Difference[] {
  return plans.flatMap(({ gasparId, zones: found, zoned }) => {
    const expected = zones.filter(({ id_gaspar }) => id_gaspar === gasparId).map(({ nom }) => String(nom));
    const isIn = zoned ?? false;
    return [
      ...same(`zones of ${gasparId}`, listed(found.map(({ name }) => name)), listed(expected)),
      ...same(`in a zone of ${gasparId}`, isIn, expected.length > 0),
    ].map((what) => ({ what, isNear: false }));
  });
}

type Zones = { what: 'clay' | 'ppr_zones' | 'brush'; ours: MetZone[]; theirs: MetZone[]; asked: Asked };

async function zoneDifferences(client: Client, { what, ours, theirs, asked }: Zones): Promise<Difference[]> {
  const keys = [...new Set([...ours, ...theirs].map(({ key }) => key))];
  // Two centimetres along the edge of the parcels.
  const tolerance = (TOLERANCE.metres * 4 * Math.sqrt(asked.area)) / asked.area + 0.0001;
  const limit = Math.min(1, 0.01 * asked.area) / asked.area;
  const found: Difference[] = [];
  for (const key of keys) {
    const [mine, others] = [ours, theirs].map((zones) =>
      zones.filter((zone) => zone.key === key).toSorted((one, other) => other.share - one.share),
    ) as [MetZone[], MetZone[]];
    for (let i = 0; i < Math.max(mine.length, others.length); i += 1) {
      const [one, other] = [mine[i], others[i]];
      const words = `${what} ${key}: ours ${JSON.stringify(one)}, PostGIS ${JSON.stringify(other)}`;
      if (one === undefined || other === undefined) {
        const { share, contains } = (one ?? other)!;
        const isNear = contains ? await isOnBoundary(client, what, asked) : Math.abs(share - limit) <= tolerance;
        found.push({ what: words, isNear });
      } else if (one.contains !== other.contains) {
        found.push({ what: words, isNear: await isOnBoundary(client, what, asked) });
      } else if (Math.abs(one.share - other.share) > tolerance) found.push({ what: words, isNear: false });
    }
  }
  return found;
}

/** The point lies on the boundary of a zone, to two centimetres. */
async function isOnBoundary(client: Client, table: string, { point, box }: Asked): Promise<boolean> {
  const { rows } = await client.query<{ metres: number | null }>(
    `select min(ST_Distance(ST_Boundary(geom), $1::geometry)) as metres from ${table} where geom && ST_Expand($2::geometry, 1)`,
    [point, box],
  );
  return (rows[0]?.metres ?? Infinity) <= TOLERANCE.metres;
}

type Sites = { what: keyof OurAnswer['sites']; ours: NearbySite[]; theirs: Row[]; asked: Asked };

async function siteDifferences(client: Client, { what, ours, theirs, asked }: Sites): Promise<Difference[]> {
  const expected = new Map(theirs.map((row) => [idOf(row), row]));
  const found: Difference[] = [];
  for (const { id, distanceMetres } of ours) {
    const row = expected.get(id);
    expected.delete(id);
    if (row === undefined) {
      found.push({ what: `${what} ${id}: only ours`, isNear: await isOnRadius(client, what, { id, asked }) });
      continue;
    }
    const metres = row['metres'] ?? null;
    const isSame =
      metres === null || distanceMetres === null
        ? metres === distanceMetres
        : Math.abs(Number(metres) - distanceMetres) <= 0.5 + TOLERANCE.metres + TOLERANCE.share * distanceMetres;
    if (!isSame) found.push({ what: `${what} ${id}: ours ${distanceMetres}, PostGIS ${metres}`, isNear: false });
  }
  for (const id of expected.keys()) {
    found.push({ what: `${what} ${id}: only PostGIS`, isNear: await isOnRadius(client, what, { id, asked }) });
  }
  return found;
}

const IDS = {
  casias: 'identifiant_ssp',
  installations: 'code_aiot',
  cavities: 'identifiant',
  movements: 'identifiant',
};

/** The site is at the limit of the search. */
async function isOnRadius(client: Client, table: keyof typeof IDS, { id, asked }: { id: string; asked: Asked }) {
  const { rows } = await client.query<{ metres: number; within: number }>(
    `select ST_Distance(geom, $1::geometry) as metres, within_metres as within from ${table} where ${IDS[table]} = $2`,
    [asked.from, id],
  );
  const reach = RADIUS_METRES + (rows[0]?.within ?? 0);
  return Math.abs((rows[0]?.metres ?? Infinity) - reach) <= TOLERANCE.share * reach;
}
