import type { MultiPolygon, Polygon } from 'geojson';
import type { PprFamily } from '#domain/risks/facts.ts';

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
/** A zone on a map: rings and holes, cut at the map's edge. */
export type ZoneShape = { label: string; rings: [number, number][][] };
export type ZoneFrame = MapFrame & Pick<MappedHeading, 'heading' | 'subject'> & { shapes: ZoneShape[] };
export type MapFrames = { situation: MapFrame; cadastral: MapFrame; zones: ZoneFrame[] };

/** A footprint to draw. */
export type MappedBuilding = { isLargest: boolean; outline: MultiPolygon };
/** A zone to draw. */
export type MappedZone = { label: string; outline: Polygon | MultiPolygon };
/** Content of one map: a plan, an aerodrome, or the zones of a heading. `subject` names the plan or the aerodrome. */
export type MappedHeading = {
  heading: PprFamily | 'sis' | 'trait-de-cote' | 'bruit';
  subject: string | null;
  zones: MappedZone[];
};
