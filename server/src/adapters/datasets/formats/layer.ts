import type { SourceFile } from '../source-folder.ts';
import { readGeoJson } from './geojson.ts';
import { openGeoPackage } from './geopackage.ts';
import { placed, readShapefile, type ShapeFeature } from './shapefile.ts';

/** A layer of surfaces or points as a shapefile, a GeoJSON or (surfaces only) a GeoPackage. */
export const LAYER_FILE = /\.(?:shp|gpkg|geojson|json)$/i;

/** `epsg`: the projection of a shapefile without a `.prj`. `tables`: those of a GeoPackage to read. */
type Given = { epsg?: string; tables?: RegExp };

/** Streams the features of a layer in WGS 84, whatever its form; names of attributes in lower case, dates in ISO. */
export async function* readLayer(file: SourceFile, given: Given = {}): AsyncGenerator<ShapeFeature> {
  for await (const { attributes, ...where } of featuresOf(file, given)) {
    const named = Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), plain(value)]);
    yield { attributes: Object.fromEntries(named) as Record<string, unknown>, ...where };
  }
}

function featuresOf(file: SourceFile, { epsg, tables = /./ }: Given): AsyncIterable<ShapeFeature> {
  if (/shp$/i.test(file.name)) return readShapefile(file, epsg === undefined ? {} : { epsg });
  return /gpkg$/i.test(file.name) ? packedFeatures(file, tables) : jsonFeatures(file);
}

async function* jsonFeatures(file: SourceFile): AsyncGenerator<ShapeFeature> {
  for await (const { properties, geometry, project } of readGeoJson(file)) {
    yield { attributes: properties, ...placed(geometry, project) };
  }
}

async function* packedFeatures(file: SourceFile, tables: RegExp): AsyncGenerator<ShapeFeature> {
  const pack = openGeoPackage(file);
  try {
    for (const table of pack.tables.filter((name) => tables.test(name))) {
      for (const feature of pack.features(table)) yield { ...feature, site: null };
    }
  } finally {
    pack.close();
  }
}

/** dBASE gives a day as a local date. */
function plain(value: unknown): unknown {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return value;
  const [month, day] = [value.getMonth() + 1, value.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${value.getFullYear()}-${month}-${day}`;
}
