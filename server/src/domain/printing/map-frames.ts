import type { MultiPolygon, Polygon } from 'geojson';
import type { DrawnHeading, PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Provenance } from '#domain/risks/facts.ts';
import type { ZoneStyle } from './zone-styles.ts';
import { frenchNumber } from '#domain/french.ts';

/**
 * A map's picture from the adapter, without its bytes; positions are shares of its width and height, from the top left.
 */
export type MapFrame = {
  /** Name of the JPEG among the files of the render. */
  file: string;
  widthPixels: number;
  heightPixels: number;
  /** Ground width at the latitude of the place. */
  widthMetres: number;
  zoom: number;
  /** Outer rings and holes of the parcels. */
  outlines: [number, number][][];
  /** Published footprints, where the scale shows them. */
  buildings: BuildingShape[];
  attribution: string;
  tiles: number;
  missingTiles: number;
};
/** A footprint on a map: rings and holes, cut at the map's edge. */
export type BuildingShape = { isLargest: boolean; rings: [number, number][][] };
/** A zone on a map: rings and holes, cut at the map's edge; `at` is where its mark is written, when there is room. */
export type ZoneShape = Omit<MappedZone, 'outline'> & { rings: [number, number][][]; at: [number, number] | null };
export type ZoneFrame = MapFrame & Omit<MappedHeading, 'zones' | 'focus'> & { shapes: ZoneShape[] };
export type MapFrames = { situation: MapFrame; cadastral: MapFrame; zones: ZoneFrame[] };

/** A footprint to draw. */
export type MappedBuilding = { isLargest: boolean; outline: MultiPolygon };
/** A zone to draw. `isOwn`: it touches the property. `mark` is written on it; null when its name would be too long. */
export type MappedZone = {
  label: string;
  outline: Polygon | MultiPolygon;
  style: ZoneStyle;
  mark: string | null;
  isOwn: boolean;
};
/** Content of one map: a plan, an aerodrome, or the zones of a heading. `subject` names the plan or the aerodrome. */
export type MappedHeading = {
  heading: PprFamily | DrawnHeading;
  subject: string | null;
  zones: MappedZone[];
  /** What the map's scale shows a limit of; the situation's own scale when there is nothing. */
  focus: MappedZone['outline'][];
  /** False when the other zones of the frame were asked and not obtained. */
  hasNeighbours: boolean;
  /** Source of the zones of a plan's règlement; null for any other drawing. */
  zoning: Provenance | null;
};

/** A length on the ground, and its share of a map's width. */
export type Scale = { label: string; share: number };

/** The longest round length within a quarter of the map. */
export function scaleBar(widthMetres: number): Scale {
  const longest = widthMetres / 4;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = ([5, 2, 1].find((digit) => digit * power <= longest) ?? 1) * power;
  const label = length < 1000 ? `${length} m` : `${frenchNumber(length / 1000)} km`;
  return { label, share: length / widthMetres };
}
