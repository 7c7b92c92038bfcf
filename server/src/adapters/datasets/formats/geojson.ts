import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import type { Geometry } from 'geojson';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';
import { toWgs84, type ToWgs84 } from './projection.ts';

/** `project`: from the file's coordinates to WGS 84. */
type GeoJsonFeature = { properties: Record<string, unknown>; geometry: Geometry | null; project: ToWgs84 };

/**
 * Streams the features of a FeatureCollection: one in memory at a time. Degrees (RFC 7946), or the projection that a
 * `crs` member before the features names.
 * @throws DatasetRefusal for a truncated file, or one without features
 */
export async function* readGeoJson(file: SourceFile): AsyncGenerator<GeoJsonFeature> {
  let project = toWgs84('4326', file.name);
  let found: GeoJsonFeature[] = [];
  const parser = new JSONParser({ paths: ['$.crs.properties.name', '$.features.*'], keepStack: false });
  parser.onValue = ({ value, stack }) => {
    if (typeof value === 'string' && stack[1]?.key === 'crs') project = toWgs84(epsgOfName(value), file.name);
    const { properties, geometry } = value as unknown as Partial<GeoJsonFeature>;
    if (stack[1]?.key === 'features') found.push({ properties: properties ?? {}, geometry: geometry ?? null, project });
  };
  try {
    for await (const bytes of createReadStream(file.path)) {
      parser.write(bytes as Buffer);
      yield* found;
      found = [];
    }
    if (!parser.isEnded) throw new Error('the document is not complete');
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw new DatasetRefusal(`${file.name} : ce GeoJSON est tronqué ou mal formé.`, { cause: error });
  }
}

/** `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::2154`, `EPSG:2154`. */
const epsgOfName = (name: string): string => /EPSG:+(\d+)/.exec(name)?.[1] ?? '4326';
