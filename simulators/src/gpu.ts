import { NOT_RECORDED, type Recordings } from '#recordings.ts';
import type { Simulator } from '#simulation.ts';
import { failIfSentinel, sentinelAt, sentinelByInsee, type Sentinel } from '#territory/sentinels.ts';
import { Geometry, meets, shapeOf, type Shape } from '#territory/shapes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import type { Point } from '#territory/geometry.ts';
import { drawingModeAt } from '#territory/odd-drawings.ts';
import { gpuFeature, municipalities, type GpuSearch } from './gpu-documents.ts';
import { LAYERS } from './gpu-layers.ts';

/** API Carto, module GPU (Géoportail de l'urbanisme): `/apicarto/api/gpu/<layer>`, GET or POST, no paging. */
export const urbanism: Simulator = async (app, { recordings }) => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { layer } = request.params as { layer: string };
    const location = request.method === 'POST' ? 'body' : 'query';
    const read = readSearch(request[location] as Record<string, unknown> | null, location);
    reply.headers({
      'access-control-allow-origin': request.headers.origin ?? '*',
      'cache-control': 'private, no-cache, no-store, must-revalidate',
      expires: '-1',
    });
    if ('errors' in read) return reply.code(400).send({ code: 400, message: read.errors });
    if (await failIfSentinel('gpu', sentinelOf(read), reply)) return reply;
    if (recordings) return recorded(recordings, layer, read) ?? reply.code(404).send(NOT_RECORDED);
    const features = search(layer, read);
    return features ? collection(features) : reply.code(404).send({ code: 404, message: 'Not found' });
  };
  app.get('/apicarto/api/gpu/:layer', answer);
  app.post('/apicarto/api/gpu/:layer', answer);
};

/** Null for an unknown layer. */
function search(layer: string, asked: GpuSearch): Feature[] | null {
  if (layer === 'municipality') return municipalities(asked);
  const candidates = LAYERS[layer];
  if (!candidates) return null;
  if (!asked.shape && asked.partition === undefined) return [];
  const found = candidates(asked).filter((feature) => matches(feature, asked));
  return layer === 'prescription-surf' && isOdd(asked) ? [...found, UNDRAWN_RETREAT] : found;
}

const isOdd = ({ shape }: GpuSearch): boolean => shape !== undefined && drawingModeAt(middleOf(shape)) === 'zone';

/** A zone of the recul du trait de côte whose geometry was lost. */
const UNDRAWN_RETREAT = {
  ...gpuFeature(
    'prescription_surf',
    { gid: 900_001, partition: 'DU_48958', libelle: 'Recul du trait de côte', typepsc: '54', stypepsc: '01' },
    { type: 'MultiPolygon', coordinates: [] },
  ),
  geometry: null as never,
};

type FieldError = { type: 'field'; value: unknown; msg: string; path: string; location: string };

function readSearch(
  parameters: Record<string, unknown> | null,
  location: string,
): GpuSearch | { errors: Record<string, FieldError> } {
  const text = (name: string) => (typeof parameters?.[name] === 'string' ? { [name]: parameters[name] } : {});
  const common = { ...text('insee'), ...text('partition'), ...text('categorie') };
  const geom = parameters?.['geom'];
  if (geom === undefined || geom === '') return common;
  const geometry = Geometry.safeParse(typeof geom === 'string' ? parsed(geom) : geom);
  if (geometry.success) return { ...common, geometry: geometry.data, shape: shapeOf(geometry.data) };
  return { errors: { geom: { type: 'field', value: geom, msg: 'Invalid value', path: 'geom', location } } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function matches({ geometry, properties }: Feature, { shape, partition, categorie }: GpuSearch): boolean {
  if (partition !== undefined && properties?.['partition'] !== partition) return false;
  if (categorie !== undefined && properties?.['suptype'] !== categorie.toLowerCase()) return false;
  return shape === undefined || meets(shape, polygonsOf(geometry as Polygon | MultiPolygon) as Shape['surfaces']);
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** Only `assiette-sup-s` was recorded. */
function recorded(recordings: Recordings, layer: string, { shape }: GpuSearch): unknown {
  const [west, south, east, north] = shape?.box ?? [0, 0, 0, 0];
  return layer === 'assiette-sup-s' ? recordings.servitudes((west + east) / 2, (south + north) / 2) : null;
}

function sentinelOf({ shape, insee }: GpuSearch): Sentinel | null {
  if (!shape) return sentinelByInsee(insee ?? '');
  return sentinelAt(...middleOf(shape));
}

function middleOf({ box: [west, south, east, north] }: Shape): Point {
  return [(west + east) / 2, (south + north) / 2];
}

function collection(features: Feature[]): Record<string, unknown> {
  const count = features.length;
  return {
    type: 'FeatureCollection',
    features,
    totalFeatures: count,
    numberMatched: count,
    numberReturned: count,
    timeStamp: new Date().toISOString(),
    crs: count > 0 ? { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } } : null,
  };
}
