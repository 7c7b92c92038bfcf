import type { Commune } from './communes.ts';
import { insideRing } from './geometry.ts';
import type { Point } from './geometry.ts';
import { BANDS, groundArea, lotRing, lotsIn, lotsInBox } from './grid.ts';
import type { Block, Lot } from './grid.ts';
import { hash3 } from './hash.ts';
import { planeFromDegrees } from './plane.ts';
import { blockOfSection, sectionOfBlock } from './sections.ts';

/** A parcel of the synthetic cadastre. A parcel is one lot of the grid, or two that lie apart. */
export type Parcel = {
  commune: Commune;
  /** Lengths: three, two and four characters. */
  comAbs: string;
  section: string;
  numero: string;
  /** Fiscal area in m²: 0 when unknown, and sometimes far from the outline's, as in the real cadastre. */
  contenance: number;
  /** One closed ring a polygon, `[longitude, latitude]`. */
  polygons: Point[][];
};

/** `[west, south, east, north]` in degrees. */
export type Box = [number, number, number, number];

/** Mercator metres. */
const MAX_SPAN = 5000;
const ROUNDING = 1;
const LOTS_PER_SIDE = 20;
const LOTS_PER_BAND = 2 * LOTS_PER_SIDE;
/** Its real cadastre has no areas. */
const WITHOUT_AREA = '67365';

/** The parcel under the point; null in the streets, which are no parcel, at sea and abroad. */
export function parcelAt(point: Point): Parcel | null {
  const [u, v] = planeFromDegrees(point);
  // A corner in degrees is rounded: a point on the edge of a band may lie in a lot of the next one.
  const lots = lotsInBox([u - ROUNDING, v - ROUNDING], [u + ROUNDING, v + ROUNDING]);
  const lot = lots.find((lot) => insideRing(lotRing(lot), point));
  return lot ? parcelOfLot(lot) : null;
}

/** The parcel of a reference; null when there is none. Without `comAbs`, the commune's first prefix. */
export function parcelByReference(
  commune: Commune,
  reference: { section: string; numero: string; comAbs?: string },
): Parcel | null {
  const block = blockOfSection(commune, reference.section, reference.comAbs);
  const rank = /^\d{4}$/.test(reference.numero) ? Number(reference.numero) - 1 : -1;
  if (!block || rank < 0 || rank >= BANDS * LOTS_PER_BAND) return null;
  const lot: Lot = {
    column: block.column,
    band: block.row * BANDS + Math.floor(rank / LOTS_PER_BAND),
    side: rank % LOTS_PER_BAND < LOTS_PER_SIDE ? 0 : 1,
    index: rank % LOTS_PER_SIDE,
  };
  return lot.index < lotsIn(lot) && !isAnnex(lot) ? parcelOfLot(lot) : null;
}

/** Main lots of a block, one per parcel, in the order of their numbers. */
export function mainLots({ column, row }: Block): Lot[] {
  return Array.from({ length: BANDS }, (_, i) => row * BANDS + i).flatMap((band) =>
    ([0, 1] as const).flatMap((side) =>
      Array.from({ length: lotsIn({ column, band }) }, (_, index): Lot => ({ column, band, side, index })).filter(
        (lot) => !isAnnex(lot),
      ),
    ),
  );
}

/** Parcels that may meet the box (in degrees): all that do, and a few around. At most some 3 km are searched. */
export function parcelsAround(box: Box): Parcel[] {
  const found = new Map<string, Parcel>();
  for (const lot of lotsAround(box)) {
    const main = mainLotOf(lot);
    const key = `${main.column} ${main.band} ${main.side} ${main.index}`;
    const parcel = found.has(key) ? null : parcelOfLot(main);
    if (parcel) found.set(key, parcel);
  }
  return [...found.values()];
}

/** Lots that may meet the box, as `parcelsAround`. */
export function lotsAround([west, south, east, north]: Box): Lot[] {
  const corners = (
    [
      [west, south],
      [west, north],
      [east, south],
      [east, north],
    ] as Point[]
  ).map(planeFromDegrees);
  const [us, vs] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
  const low: Point = [Math.min(...us), Math.min(...vs)];
  const span = Math.min(MAX_SPAN, Math.max(Math.max(...us) - low[0], Math.max(...vs) - low[1]));
  // Between its corners the bent box bulges by the square of its size over eight radii of curvature, and no more than the waves.
  const slack = Math.min(140, 1 + span ** 2 / 2400);
  const high: Point = [Math.min(Math.max(...us), low[0] + MAX_SPAN), Math.min(Math.max(...vs), low[1] + MAX_SPAN)];
  return lotsInBox([low[0] - slack, low[1] - slack], [high[0] + slack, high[1] + slack]);
}

/** The parcel of a lot; null where the block belongs to no commune. */
export function parcelOfLot(lot: Lot): Parcel | null {
  const row = Math.floor(lot.band / BANDS);
  const place = sectionOfBlock({ column: lot.column, row });
  if (!place) return null;
  const main = mainLotOf(lot);
  const rings = [lotRing(main)];
  if (main.side === 0 && main.index === 0 && hasAnnex(main)) rings.push(lotRing(annexOf(main)));
  return {
    ...place,
    numero: String(numberOfLot(main)).padStart(4, '0'),
    contenance: place.commune.insee === WITHOUT_AREA ? 0 : fiscalArea(main, rings),
    polygons: rings,
  };
}

/** The number of the parcel that a lot belongs to, within its section. */
export function numberOfLot(lot: Lot): number {
  const { band, side, index } = mainLotOf(lot);
  const bandInBlock = band - Math.floor(band / BANDS) * BANDS;
  return 1 + bandInBlock * LOTS_PER_BAND + side * LOTS_PER_SIDE + index;
}

function fiscalArea(lot: Lot, rings: Point[][]): number {
  const draw = hash3(lot.column, lot.band * 64 + lot.index * 2 + lot.side, 5) % 100;
  if (draw < 3) return 0;
  const area = rings.reduce((sum, ring) => sum + groundArea(ring), 0);
  return Math.round(area * (draw < 6 ? 0.31 : 0.98 + draw / 2500));
}

/** One band in six has a parcel in two parts: its first lot, and the last one on the other side. */
function hasAnnex({ column, band }: Lot): boolean {
  return hash3(column, band, 2) % 6 === 0;
}

function mainLotOf(lot: Lot): Lot {
  return isAnnex(lot) ? { ...lot, side: 0, index: 0 } : lot;
}

function annexOf(lot: Lot): Lot {
  return { ...lot, side: 1, index: lotsIn(lot) - 1 };
}

function isAnnex(lot: Lot): boolean {
  return lot.side === 1 && lot.index === lotsIn(lot) - 1 && hasAnnex(lot);
}
