import type { MultiPolygon, Polygon } from 'geojson';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Fact, RetreatZone, SisSite } from './facts.ts';
import type { Overlap, Placed } from '#domain/geometry/overlap.ts';
import type { Findings } from './findings.ts';
import type { NoiseZone } from './facts.ts';
import type { PlacedPerimeter } from './plan-perimeters.ts';

/** A zone with a published outline that touches the property or passes near it, and its row in the source. */
export type DelimitedZone = { outline: Polygon | MultiPolygon; overlap: Overlap } & (
  | { heading: PprFamily; row: PlacedPerimeter }
  | { heading: 'sis'; row: SisSite }
  | { heading: 'trait-de-cote'; row: Placed<RetreatZone> }
  | { heading: 'bruit'; row: Placed<NoiseZone> }
);

export function delimitedZones(
  { sis, 'trait-de-cote': coast, bruit }: Pick<Findings, 'sis' | 'trait-de-cote' | 'bruit'>,
  perimeters: Fact<PlacedPerimeter[]> | null,
): DelimitedZone[] {
  const published = perimeters === null || perimeters.state === 'not-obtained' ? [] : perimeters.value;
  const sites = sis.details === null ? [] : [...sis.details.sites, ...sis.details.nearby];
  const retreat = coast.details === null ? [] : [...coast.details.zones, ...coast.details.nearby];
  const noise = bruit.details === null ? [] : [...bruit.details.zones, ...bruit.details.nearby];
  return [
    ...published.map((row) => ({ ...drawingOf(row), heading: row.family, row })),
    ...sites.flatMap(({ outline, overlap, ...row }): DelimitedZone[] =>
      outline === null || overlap === null ? [] : [{ outline, overlap, heading: 'sis', row: { ...row, outline } }],
    ),
    ...retreat.map((row) => ({ ...drawingOf(row), heading: 'trait-de-cote' as const, row })),
    ...noise.map((row) => ({ ...drawingOf(row), heading: 'bruit' as const, row })),
  ];
}

const drawingOf = ({ outline, overlap }: Pick<DelimitedZone, 'outline' | 'overlap'>) => ({ outline, overlap });
