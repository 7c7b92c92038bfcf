import type { DrawnHeading, PprFamily } from '@clairisque/contract/common/headings.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Overlap } from '#domain/geometry/overlap.ts';
import type { PlacedPerimeter } from './plan-perimeters.ts';

/**
 * A zone with a published outline that touches the property or passes near it. `label` names it in the data attached to
 * the document, `column` in the table by parcel.
 */
export type DelimitedZone = {
  outline: Polygon | MultiPolygon;
  overlap: Overlap;
  label: string;
  column: string;
} & ({ heading: PprFamily; perimeter: PlacedPerimeter } | { heading: DrawnHeading });
