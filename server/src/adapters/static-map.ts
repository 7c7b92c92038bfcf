import type { TileLayer } from '@clairisque/contract/map-tiles.ts';
import type { Position } from 'geojson';
import sharp from 'sharp';
import type { MapTiles } from '#adapters/suppliers.ts';
import type { Place } from '#domain/facts.ts';
import type { MapFrame, MapFrames, MappedHeading } from '#domain/statement-document-maps.ts';
import { boxOf, HEIGHT, metresPerPixel, pixelOf, ringsOf, shareOf, TILE, WIDTH, windowOf } from './mercator.ts';
import type { Window } from './mercator.ts';
import { shapeOf, zoomToSee } from './zone-shapes.ts';

/** `files` are JPEG bytes by `frame.file`. */
type DrawnMaps = { frames: MapFrames; files: Record<string, Buffer> };

/**
 * The pictures of a statement's maps. What is drawn over them (outlines, hatching, scale, north) is vector, drawn by the
 * template. Neither fails for a tile: it is left grey, and counted in the frame.
 */
export type StaticMap = {
  /** The plans of the place, which need no facts. */
  draw(place: Place): Promise<DrawnMaps>;
  /** The same with a map for each heading, at the scale that shows where its zones end; often the situation's own picture. */
  withZones(drawn: DrawnMaps, place: Place, headings: MappedHeading[]): Promise<DrawnMaps>;
};

/** The parcels fill at most this share of a map; a larger property gets a smaller scale. */
const LARGEST_SHARE = 0.7;
const RGBA = 4;
const OPAQUE = 0xff000000;
/** The grey of what could not be had, #d5d8d6, as a little-endian word. */
const MISSING = 0xffd6d8d5;
const IGN = '© IGN — Plan IGN';

type Plan = { file: string; zoom: number; lowestZoom: number; layers: TileLayer[]; attribution: string };
const SITUATION: Plan = { file: 'plan-de-situation.jpg', zoom: 16, lowestZoom: 12, layers: ['plan'], attribution: IGN };
const CADASTRAL: Plan = {
  file: 'plan-cadastral.jpg',
  zoom: 18,
  // The cadastre's tiles begin at zoom 16.
  lowestZoom: 16,
  layers: ['plan', 'cadastre'],
  attribution: `${IGN}, Parcellaire Express (PCI), DGFiP`,
};

export function createStaticMap({ tiles }: { tiles: MapTiles }): StaticMap {
  // Small pictures, many at once: threads and a cache for each cost more than the decoding.
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
    withZones: async ({ frames, files }, place, headings) => {
      const zooms = headings.map(({ zones }) => zoomToSee(place, zones, frames.situation.zoom));
      const backgrounds = await wider(tiles, place, { zooms, situation: frames.situation });
      const zones = headings.map(({ heading, zones }, index) => {
        const { frame } = backgrounds.find(({ frame }) => frame.zoom === zooms[index]) ?? { frame: frames.situation };
        const shapes = zones.map((zone) => shapeOf(zone, windowOf(place, frame.zoom)));
        return { ...frame, heading, shapes };
      });
      const images = backgrounds.map(({ frame, image }) => [frame.file, image] as const);
      return { frames: { ...frames, zones }, files: { ...files, ...Object.fromEntries(images) } };
    },
  };
}

type Picture = { frame: MapFrame; image: Buffer };

/** One picture for each zoom that is not the situation's, whatever headings share it. */
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
  const canvas = new Uint32Array(WIDTH * HEIGHT).fill(MISSING);
  const layers = await Promise.all(plan.layers.map((layer) => decodedTiles(tiles, layer, window)));
  for (const tile of layers.flat()) paint(canvas, tile);
  const image = await sharp(new Uint8Array(canvas.buffer), { raw: { width: WIDTH, height: HEIGHT, channels: RGBA } })
    .removeAlpha()
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return {
    image,
    frame: {
      file: plan.file,
      widthPixels: WIDTH,
      heightPixels: HEIGHT,
      widthMetres: WIDTH * metresPerPixel(place.latitude, zoom),
      zoom,
      outlines: rings.map((ring) => ring.map((position) => shareOf(position, window))),
      attribution: plan.attribution,
      tiles: layers.flat().length,
      missingTiles: layers.flat().filter((tile) => tile.pixels === null).length,
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

/** A decoded tile with its place on the canvas; null pixels when it could not be had. */
type PlacedTile = { left: number; top: number; pixels: Uint32Array | null };

/** The tiles that cover the window. */
function decodedTiles(tiles: MapTiles, layer: TileLayer, { zoom, left, top }: Window): Promise<PlacedTile[]> {
  const columns = range(Math.floor(left / TILE), Math.floor((left + WIDTH - 1) / TILE));
  const rows = range(Math.floor(top / TILE), Math.floor((top + HEIGHT - 1) / TILE));
  const asked = rows.flatMap((y) => columns.map((x) => ({ x, y })));
  return Promise.all(
    asked.map(async ({ x, y }) => ({
      left: x * TILE - left,
      top: y * TILE - top,
      pixels: await pixelsOf(() => tiles.tile(layer, zoom, x, y)),
    })),
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** RGBA; null when the supplier fails or what it sends is no picture: an error page with status 200 has been seen. */
async function pixelsOf(ask: () => ReturnType<MapTiles['tile']>): Promise<Uint32Array | null> {
  try {
    const { bytes } = await ask();
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    if (info.width === TILE && info.height === TILE && info.channels === RGBA) return words(data);
    const usual = sharp(bytes).resize(TILE, TILE, { fit: 'fill' }).toColourspace('srgb').ensureAlpha();
    return words(await usual.raw().toBuffer());
  } catch {
    return null;
  }
}

/** The same bytes, four by four; copied when they do not begin on a word. */
function words(bytes: Buffer): Uint32Array {
  const aligned = bytes.byteOffset % RGBA === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / RGBA);
}

/**
 * Lays a tile over the canvas, a pixel a word. Joined by hand: side by side in a PDF tiles show seams, and passing each
 * through the picture library again took twice the whole map's time.
 */
function paint(canvas: Uint32Array, { left, top, pixels }: PlacedTile): void {
  if (pixels === null) return;
  const [fromX, toX] = [Math.max(0, -left), Math.min(TILE, WIDTH - left)];
  const [fromY, toY] = [Math.max(0, -top), Math.min(TILE, HEIGHT - top)];
  for (let y = fromY; y < toY; y += 1) {
    const row = pixels.subarray(y * TILE + fromX, y * TILE + toX);
    blendRow(canvas, row, (top + y) * WIDTH + left + fromX);
  }
}

function blendRow(canvas: Uint32Array, row: Uint32Array, target: number): void {
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
  return word >>> 0;
}
