import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Simulator } from '#simulation.ts';
import { failIfSentinel, sentinelAt } from '#territory/sentinels.ts';
import { drawBaseMap } from './base-map.ts';
import { centreOf, frameOf } from './frame.ts';
import type { Frame } from './frame.ts';
import { encodePng } from './png.ts';
import type { Colour } from './png.ts';
import { numberOfLot } from '#territory/parcels.ts';
import { createCanvas, drawLine, drawText } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import { lotsOfFrame } from './lots.ts';

/** In the order of the land uses and of `INK`: town, park, forest, meadow, field, land, sea, street, canal, building, text, mark. */
const PLAN: readonly Colour[] = [
  [238, 234, 226], [205, 228, 190], [196, 219, 178], [228, 238, 210], [243, 239, 219], [240, 240, 228], [178, 210, 232],
  [255, 255, 255], [160, 200, 228], [206, 196, 186], [70, 78, 92], [190, 186, 180],
]; // prettier-ignore

const OSM: readonly Colour[] = [
  [224, 223, 223], [200, 250, 204], [173, 209, 158], [205, 235, 176], [238, 240, 213], [242, 239, 233], [170, 211, 223],
  [253, 251, 245], [170, 211, 223], [196, 182, 171], [60, 60, 60], [178, 178, 172],
]; // prettier-ignore

/** In the order of `PARCEL_INK`: nothing, line, number. */
const PARCELS: readonly Colour[] = [
  [255, 255, 255, 0],
  [217, 95, 14, 230],
  [150, 60, 10, 255],
];

type Layer = { name: string; maxZoom: number; styles: readonly string[]; draw: (frame: Frame) => Buffer };

const WMTS_LAYERS: Record<string, Layer> = {
  'GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2': {
    name: 'plan',
    maxZoom: 19,
    styles: ['normal'],
    draw: (frame) => encodePng(drawBaseMap(frame), PLAN),
  },
  'CADASTRALPARCELS.PARCELLAIRE_EXPRESS': {
    name: 'parcels',
    maxZoom: 20,
    styles: ['PCI vecteur', 'normal'],
    draw: (frame) => encodePng(drawParcelMap(frame), PARCELS),
  },
};
const OSM_LAYER: Layer = { name: 'osm', maxZoom: 19, styles: [], draw: (frame) => encodePng(drawBaseMap(frame), OSM) };
/** Some 50 MB: enough for a benchmark, since the real services have their tiles drawn already. */
const CACHED_TILES = 30_000;
/** A sentinel commune fills tiles from this zoom on. */
const SENTINELS_FROM = 14;

type Asked = { z: number; x: number; y: number };

/** Géoplateforme's WMTS (KVP) and OpenStreetMap's tiles, drawn on demand from the same ground as the parcels. */
export const tiles: Simulator = async (app) => {
  const cache = new LRUCache<string, Buffer>({ max: CACHED_TILES });
  const send = async (reply: FastifyReply, layer: Layer, { z, x, y }: Asked): Promise<unknown> => {
    const frame = frameOf(z, x, y);
    const sentinel = z >= SENTINELS_FROM ? sentinelAt(...centreOf(frame)) : null;
    if (await failIfSentinel('tuiles', sentinel, reply)) return reply;
    const key = `${layer.name} ${z} ${x} ${y}`;
    const png = cache.get(key) ?? layer.draw(frame);
    cache.set(key, png);
    return reply.type('image/png').header('cache-control', 'public, max-age=604800').send(png);
  };

  app.get('/geopf/wmts', async (request: FastifyRequest<{ Querystring: Record<string, string> }>, reply) => {
    reply.header('access-control-allow-origin', '*');
    const params = new Map(Object.entries(request.query).map(([name, value]) => [name.toUpperCase(), value]));
    const layer = WMTS_LAYERS[params.get('LAYER') ?? ''];
    const asked = tileOf([params.get('TILEMATRIX'), params.get('TILECOL'), params.get('TILEROW')]);
    const wrong = wrongParam(params, layer, asked);
    return layer && asked && !wrong ? send(reply, layer, asked) : refuse(reply, wrong ?? 'TILEMATRIX');
  });
  app.get('/osm/:z/:x/:y.png', async (request: FastifyRequest<{ Params: Record<string, string> }>, reply) => {
    const asked = tileOf([request.params['z'], request.params['x'], request.params['y']]);
    return asked && asked.z <= OSM_LAYER.maxZoom ? send(reply, OSM_LAYER, asked) : reply.code(404).send();
  });
};

function tileOf(values: (string | undefined)[]): Asked | null {
  const [z = NaN, x = NaN, y = NaN] = values.map((value) => (/^\d{1,8}$/.test(value ?? '') ? Number(value) : NaN));
  return z <= 20 && x < 2 ** z && y < 2 ** z ? { z, x, y } : null;
}

/** The first missing or wrong parameter, as the exception's locator; null when all are valid. */
function wrongParam(params: Map<string, string>, layer: Layer | undefined, asked: Asked | null): string | null {
  const checks: [name: string, valid: (value: string) => boolean][] = [
    ['SERVICE', (value) => value.toUpperCase() === 'WMTS'],
    ['REQUEST', (value) => value === 'GetTile'],
    ['LAYER', () => layer !== undefined],
    ['STYLE', (value) => layer?.styles.includes(value) === true],
    ['FORMAT', (value) => value === 'image/png'],
    ['TILEMATRIXSET', (value) => /^PM(_0_19)?$/.test(value)],
    ['TILEMATRIX', () => asked !== null && layer !== undefined && asked.z <= layer.maxZoom],
  ];
  return checks.find(([name, valid]) => !valid(params.get(name) ?? ''))?.[0] ?? null;
}

/** OGC services return errors with status 200: clients must check the content type. */
function refuse(reply: FastifyReply, locator: string): FastifyReply {
  const exception = `<Exception exceptionCode="InvalidParameterValue" locator="${locator}"/>`;
  return reply
    .type('application/vnd.ogc.se_xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?><ExceptionReport version="1.0.0">${exception}</ExceptionReport>`);
}

const PARCEL_INK = { nothing: 0, line: 1, number: 2 } as const;
const LINES_FROM = 16;
const NUMBERS_FROM = 18;

/** Outlines of the parcels on a transparent ground, from zoom 16; their numbers from zoom 18. */
function drawParcelMap(frame: Frame): Canvas {
  const canvas = createCanvas(PARCEL_INK.nothing);
  if (frame.z < LINES_FROM) return canvas;
  for (const { lot, ring } of lotsOfFrame(frame)) {
    for (const [i, point] of ring.entries()) drawLine(canvas, [point, ring[(i + 1) % 4] ?? point], PARCEL_INK.line);
    if (frame.z < NUMBERS_FROM) continue;
    const at = [0, 1].map((axis) => ring.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 4);
    drawText(canvas, { text: String(numberOfLot(lot)), at: [at[0] ?? 0, at[1] ?? 0] }, PARCEL_INK.number);
  }
  return canvas;
}
