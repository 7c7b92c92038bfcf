import type { TileLayer } from '@clairisque/contract/map-tiles.ts';
import type { Position } from 'geojson';
import sharp, { type Sharp } from 'sharp';
import type { MapTiles } from '#adapters/suppliers.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { MapFrame, MapFrames, MappedBuilding, MappedHeading } from '#domain/printing/map-frames.ts';
import { boxOf, HEIGHT, metresPerPixel, pixelOf, ringsOf, shareOf, TILE, WIDTH, windowOf } from './mercator.ts';
import type { Window } from './mercator.ts';
import { buildingsOn, shapesOf, zoomToSee } from '#adapters/zone-shapes.ts';

/** `files` are JPEG bytes by `frame.file`. */
type DrawnMaps = { frames: MapFrames; files: Record<string, Buffer> };

/**
 * Pictures of a statement's maps. Outlines, hatching, scale and north are vector drawings of the template. No method
 * fails for a missing tile: it stays grey, and the frame counts it.
 */
export type StaticMap = {
  /** Maps of the place that need no facts. */
  draw(place: Place): Promise<DrawnMaps>;
  /** From its middle, what a map with that focus shows at most; the situation's without one. */
  reachMetres(drawn: DrawnMaps, place: Place, focus?: MappedHeading['focus']): number;
  /**
   * Adds the buildings on the cadastral plan, and a map for each plan, at a scale that shows the limits of its zones;
   * often the situation's own picture.
   */
  withFacts(drawn: DrawnMaps, place: Place, facts: MappedFacts): Promise<DrawnMaps>;
};

type MappedFacts = { headings: MappedHeading[]; buildings: MappedBuilding[] };

/** The parcels take at most this share of a map; a larger property gets a smaller scale. */
const LARGEST_SHARE = 0.7;
const RGBA = 4;
/** Pixels are 32-bit signed integers, which the engine handles without boxing. */
const OPAQUE = 0xff000000 | 0;
/** Grey of missing tiles, and as a little-endian word. */
const MISSING_COLOUR = '#d5d8d6';
const MISSING = 0xffd6d8d5 | 0;
const IGN = '© IGN — Plan IGN';

type Plan = { file: string; zoom: number; lowestZoom: number; layers: TileLayer[]; attribution: string };
const SITUATION: Plan = { file: 'plan-de-situation.jpg', zoom: 16, lowestZoom: 12, layers: ['plan'], attribution: IGN };
const CADASTRAL: Plan = {
  file: 'plan-cadastral.jpg',
  zoom: 18,
  // The cadastre's tiles start at zoom 16.
  lowestZoom: 16,
  layers: ['plan', 'cadastre'],
  attribution: `${IGN}, Parcellaire Express (PCI), DGFiP`,
};

export function createStaticMap({ tiles }: { tiles: MapTiles }): StaticMap {
  // Many small pictures: threads and a cache for each cost more than the decoding.
  sharp.concurrency(1);
  sharp.cache(false);
  return {
    draw: async (place) => {
      const [situation, cadastral] = await Promise.all([
        drawPlan(tiles, place, SITUATION),
        drawPlan(tiles, place, CADASTRAL),
      ]);
      return {
        frames: { situation: situation.frame, cadastral: cadastral.frame, zones: [] },
        files: { [situation.frame.file]: situation.image, [cadastral.frame.file]: cadastral.image },
      };
    },
    reachMetres: ({ frames }, place, focus = []) => {
      const zoom = zoomToSee(place, focus, frames.situation.zoom);
      return (Math.hypot(WIDTH, HEIGHT) / 2) * metresPerPixel(place.latitude, zoom);
    },
    withFacts: async ({ frames, files }, place, { headings, buildings }) => {
      const zooms = headings.map(({ focus }) => zoomToSee(place, focus, frames.situation.zoom));
      const backgrounds = await wider(tiles, place, { zooms, situation: frames.situation });
      const zones = headings.map(({ zones, heading, subject, hasNeighbours, zoning }, index) => {
        const { frame } = backgrounds.find(({ frame }) => frame.zoom === zooms[index]) ?? { frame: frames.situation };
        const window = windowOf(place, frame.zoom);
        const shapes = shapesOf(zones, window);
        return { ...frame, heading, subject, hasNeighbours, zoning, shapes, buildings: buildingsOn(buildings, window) };
      });
      const cadastral = {
        ...frames.cadastral,
        buildings: buildingsOn(buildings, windowOf(place, frames.cadastral.zoom)),
      };
      const images = backgrounds.map(({ frame, image }) => [frame.file, image] as const);
      return { frames: { ...frames, cadastral, zones }, files: { ...files, ...Object.fromEntries(images) } };
    },
  };
}

type Picture = { frame: MapFrame; image: Buffer };

/** One picture for each zoom other than the situation's, shared by headings. */
function wider(
  tiles: MapTiles,
  place: Place,
  { zooms, situation }: { zooms: number[]; situation: MapFrame },
): Promise<Picture[]> {
  const others = [...new Set(zooms)].filter((zoom) => zoom !== situation.zoom);
  return Promise.all(
    others.map((zoom) =>
      drawPlan(tiles, place, { ...SITUATION, file: `plan-de-zones-${zoom}.jpg`, zoom, lowestZoom: zoom }),
    ),
  );
}

async function drawPlan(tiles: MapTiles, place: Place, plan: Plan): Promise<Picture> {
  const rings = ringsOf(place);
  const zoom = fittingZoom(rings, plan);
  const window = windowOf(place, zoom);
  const layers = await Promise.all(plan.layers.map((layer) => receivedLayer(tiles, layer, window)));
  const { image, missing } = (await encodedAlone(layers)) ?? (await encodedTogether(layers));
  return {
    image,
    frame: {
      file: plan.file,
      widthPixels: WIDTH,
      heightPixels: HEIGHT,
      widthMetres: WIDTH * metresPerPixel(place.latitude, zoom),
      zoom,
      outlines: rings.map((ring) => ring.map((position) => shareOf(position, window))),
      buildings: [],
      attribution: plan.attribution,
      tiles: sumOf(layers.map(({ received }) => received.length)),
      missingTiles: missing,
    },
  };
}

function fittingZoom(rings: Position[][], { zoom, lowestZoom }: Plan): number {
  if (rings.length === 0) return zoom;
  const { west, east, south, north } = boxOf(rings.flat());
  for (let candidate = zoom; candidate > lowestZoom; candidate -= 1) {
    const [left, top] = pixelOf([west, north], candidate);
    const [right, bottom] = pixelOf([east, south], candidate);
    if (right - left <= WIDTH * LARGEST_SHARE && bottom - top <= HEIGHT * LARGEST_SHARE) return candidate;
  }
  return lowestZoom;
}

const sumOf = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** A tile with its position on the canvas; null bytes when it did not come. */
type Received = { left: number; top: number; bytes: Buffer | null };
/** The window's tiles, row by row. */
type Layer = { received: Received[]; across: number };

async function receivedLayer(tiles: MapTiles, layer: TileLayer, { zoom, left, top }: Window): Promise<Layer> {
  const columns = range(Math.floor(left / TILE), Math.floor((left + WIDTH - 1) / TILE));
  const rows = range(Math.floor(top / TILE), Math.floor((top + HEIGHT - 1) / TILE));
  const received = await Promise.all(
    rows.flatMap((y) =>
      columns.map(async (x) => ({
        left: x * TILE - left,
        top: y * TILE - top,
        bytes: await bytesOf(() => tiles.tile(layer, zoom, x, y)),
      })),
    ),
  );
  return { received, across: columns.length };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

async function bytesOf(ask: () => ReturnType<MapTiles['tile']>): Promise<Buffer | null> {
  try {
    return (await ask()).bytes;
  } catch {
    return null;
  }
}

type Encoded = { image: Buffer; missing: number };

const encoded = (picture: Sharp): Promise<Buffer> =>
  picture.jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer();

/** A map of one layer, from tiles to JPEG in one operation; null when that is not possible. */
async function encodedAlone([layer, ...others]: Layer[]): Promise<Encoded | null> {
  const window = layer === undefined || others.length > 0 ? null : joinedTiles(layer);
  if (window === null) return null;
  try {
    return { image: await encoded(window.flatten({ background: MISSING_COLOUR })), missing: 0 };
  } catch {
    return null;
  }
}

async function encodedTogether(layers: Layer[]): Promise<Encoded> {
  const drawn = await Promise.all(layers.map(drawnTiles));
  const canvas = painted(drawn.flat());
  const bytes = new Uint8Array(canvas.buffer, canvas.byteOffset, canvas.byteLength);
  const picture = sharp(bytes, { raw: { width: WIDTH, height: HEIGHT, channels: RGBA } }).removeAlpha();
  const asked = sumOf(layers.map(({ received }) => received.length));
  return { image: await encoded(picture), missing: asked - sumOf(drawn.flat().map(({ tiles }) => tiles)) };
}

/** Decoded pixels with their position on the canvas, and the tiles that they show. */
type Placed = { left: number; top: number; width: number; height: number; pixels: Int32Array; tiles: number };

/** Draws the tiles in one operation when all have arrived and are alike, else one by one. */
async function drawnTiles(layer: Layer): Promise<Placed[]> {
  const { received } = layer;
  try {
    const whole = await joinedTiles(layer)?.ensureAlpha().raw().toBuffer();
    if (whole) return [{ left: 0, top: 0, width: WIDTH, height: HEIGHT, pixels: words(whole), tiles: received.length }];
  } catch {
    // One of them is no picture: each is tried.
  }
  return (await Promise.all(received.map(decodedTile))).filter((picture) => picture !== null);
}

/**
 * The window, in one call of the picture library, whose cost is the same for a tile as for a picture; null when a tile
 * differs from the others.
 */
function joinedTiles({ received, across }: Layer): Sharp | null {
  const [first] = received;
  const usual = received.flatMap(({ bytes }) => (bytes !== null && isUsual(bytes) ? [bytes] : []));
  if (first === undefined || usual.length < received.length) return null;
  return sharp(usual, { join: { across } }).extract({
    left: -first.left,
    top: -first.top,
    width: WIDTH,
    height: HEIGHT,
  });
}

/**
 * A PNG of the expected size, true-colour or with a palette, at most eight bits (PNG, 11.2.1): what the services send.
 */
function isUsual(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.length < 26) return false;
  const isColoured = [2, 3, 6].includes(bytes.readUInt8(25));
  return bytes.readUInt32BE(16) === TILE && bytes.readUInt32BE(20) === TILE && bytes.readUInt8(24) <= 8 && isColoured;
}

/** Null when the supplier's bytes are no picture: an error page with status 200 was seen. */
async function decodedTile({ left, top, bytes }: Received): Promise<Placed | null> {
  if (bytes === null) return null;
  try {
    return { left, top, width: TILE, height: TILE, pixels: await pixelsOf(bytes), tiles: 1 };
  } catch {
    return null;
  }
}

async function pixelsOf(bytes: Buffer): Promise<Int32Array> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  if (info.width === TILE && info.height === TILE && info.channels === RGBA) return words(data);
  const usual = sharp(bytes).resize(TILE, TILE, { fit: 'fill' }).toColourspace('srgb').ensureAlpha();
  return words(await usual.raw().toBuffer());
}

/** Reads the bytes as 32-bit words; they are copied when not aligned. */
function words(bytes: Buffer): Int32Array {
  const aligned = bytes.byteOffset % RGBA === 0 ? bytes : new Uint8Array(bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / RGBA);
}

/** The pictures in layers on grey; the first is the canvas when it is opaque. */
function painted([first, ...others]: Placed[]): Int32Array {
  const hidesAll = first?.pixels.length === WIDTH * HEIGHT && isOpaque(first.pixels);
  const canvas = hidesAll ? first.pixels : new Int32Array(WIDTH * HEIGHT).fill(MISSING);
  if (first !== undefined && !hidesAll) paint(canvas, first);
  for (const picture of others) paint(canvas, picture);
  return canvas;
}

function isOpaque(pixels: Int32Array): boolean {
  // Bits set in every word.
  let all = OPAQUE;
  for (let x = 0; x < pixels.length; x += 1) all &= pixels[x] ?? 0;
  return all === OPAQUE;
}

/**
 * Draws a picture on the canvas, one word per pixel. By hand: tiles side by side in a PDF show seams, and using the
 * picture library for each doubled the time of the whole map.
 */
function paint(canvas: Int32Array, { left, top, width, height, pixels }: Placed): void {
  const [fromX, toX] = [Math.max(0, -left), Math.min(width, WIDTH - left)];
  const [fromY, toY] = [Math.max(0, -top), Math.min(height, HEIGHT - top)];
  for (let y = fromY; y < toY; y += 1) {
    const row = pixels.subarray(y * width + fromX, y * width + toX);
    blendRow(canvas, row, (top + y) * WIDTH + left + fromX);
  }
}

function blendRow(canvas: Int32Array, row: Int32Array, target: number): void {
  for (let x = 0; x < row.length; x += 1) {
    const over = row[x] ?? 0;
    const alpha = over >>> 24;
    if (alpha === 255) canvas[target + x] = over;
    else if (alpha > 0) canvas[target + x] = blended(canvas[target + x] ?? 0, over, alpha);
  }
}

/** Little-endian RGBA: red is the lowest byte. */
function blended(under: number, over: number, alpha: number): number {
  let word = OPAQUE;
  for (let shift = 0; shift < 24; shift += 8) {
    const [low, high] = [(under >>> shift) & 255, (over >>> shift) & 255];
    word |= Math.round(low + ((high - low) * alpha) / 255) << shift;
  }
  return word;
}
