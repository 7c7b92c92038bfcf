import { open as openFile, readFile } from 'node:fs/promises';
import type { Geometry, MultiPolygon, Position } from 'geojson';
import { open } from 'shapefile';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile } from '../source-folder.ts';
import { toWgs84, unknownProjection, type ToWgs84 } from './projection.ts';
import { systemInWkt } from './wkt.ts';

export type ShapeFeature = {
  attributes: Record<string, unknown>;
  outline: MultiPolygon | null;
  /** The point of a layer of points. */
  site: Position | null;
};

/**
 * Streams the features of a layer (`.shp`, with `.dbf`, `.prj` and `.cpg` beside it) in WGS 84. `given` replaces what the
 * files do not say: the projection without a `.prj`, the encoding without a `.cpg`.
 */
export async function* readShapefile(
  file: SourceFile,
  given: { epsg?: string; encoding?: string } = {},
): AsyncGenerator<ShapeFeature> {
  const base = file.path.replace(/\.shp$/i, '');
  const project = await projectionOf(base, file, given.epsg);
  const encoding = encodingOf(await beside(base, 'cpg')) ?? given.encoding ?? 'windows-1252';
  await requireWhole(file);
  const source = await open(file.path, `${base}.dbf`, { encoding }).catch((error: unknown) => {
    throw new DatasetRefusal(`${file.name} : cette couche ne peut pas être lue.`, { cause: error });
  });
  for (;;) {
    const { done, value } = await source.read().catch((error: unknown) => {
      throw new DatasetRefusal(`${file.name} : cette couche est tronquée.`, { cause: error });
    });
    if (done) return;
    yield { attributes: value.properties ?? {}, ...placed(value.geometry, project) };
  }
}

const LENGTH_AT = 24;

/** The header gives the file's length in words of two bytes: cut between two objects, the layer would read as whole. */
async function requireWhole({ name, path }: SourceFile): Promise<void> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LENGTH_AT + 4), 0, LENGTH_AT + 4, 0);
    const { size } = await file.stat();
    if (bytesRead === LENGTH_AT + 4 && size >= buffer.readUInt32BE(LENGTH_AT) * 2) return;
  } finally {
    await file.close();
  }
  throw new DatasetRefusal(`${name} : cette couche est tronquée.`);
}

const beside = (base: string, extension: string): Promise<string | null> =>
  readFile(`${base}.${extension}`, 'utf8').catch(() =>
    readFile(`${base}.${extension.toUpperCase()}`, 'utf8').catch(() => null),
  );

/** A `.prj` that is not recognised is refused: only a layer without one takes the projection of its standard. */
async function projectionOf(base: string, file: SourceFile, given: string | undefined): Promise<ToWgs84> {
  const wkt = await beside(base, 'prj');
  const epsg = wkt === null ? given : systemInWkt(wkt)?.codes[0];
  if (epsg === undefined) throw unknownProjection(file.name, 'fichier .prj');
  return toWgs84(epsg, file.name);
}

function encodingOf(cpg: string | null): string | null {
  const name = cpg?.trim().toLowerCase() ?? '';
  if (/utf-?8|65001/.test(name)) return 'utf-8';
  return /1252|8859|ansi|latin/.test(name) ? 'windows-1252' : null;
}

/** A geometry of points or surfaces in WGS 84, by changing its positions; both null for another one. */
export function placed(geometry: Geometry | null, project: ToWgs84): Pick<ShapeFeature, 'outline' | 'site'> {
  if (geometry?.type === 'Point') return { outline: null, site: project(geometry.coordinates) };
  const polygons = polygonsOf(geometry);
  if (polygons === null || polygons.length === 0) return { outline: null, site: null };
  for (const ring of polygons.flat()) for (const [i, position] of ring.entries()) ring[i] = project(position);
  return { outline: { type: 'MultiPolygon', coordinates: polygons }, site: null };
}

function polygonsOf(geometry: Geometry | null): Position[][][] | null {
  if (geometry?.type === 'Polygon') return [geometry.coordinates];
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : null;
}
