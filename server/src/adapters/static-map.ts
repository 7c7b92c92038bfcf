import type { TileLayer } from '@clairisque/contract/map-tiles.ts';
import type { Position } from 'geojson';
import sharp from 'sharp';
import type { MapTiles } from '#adapters/suppliers.ts';
import type { Place } from '#domain/facts.ts';
import type { MapFrame, MapFrames } from '#domain/statement-document-maps.ts';

/** The pictures of a statement's maps. What is drawn over them (outline, scale, north) is vector, drawn by the template. */
export type StaticMap = {
  /** Never fails for a tile: it is left grey, and counted in the frame. `files` are JPEG bytes by `frame.file`. */
  draw(place: Place): Promise<{ frames: MapFrames; files: Record<string, Buffer> }>;
};

const TILE = 256;
/** At most four tiles by three, wherever the centre falls. */
const WIDTH = 768;
const HEIGHT = 432;
/** The parcels fill at most this share of a map; a larger property gets a smaller scale. */
const LARGEST_SHARE = 0.7;
const MISSING = '#d5d8d6';
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
  return {
    draw: async (place) => {
      const [situation, cadastral] = await Promise.all([
        drawPlan(tiles, place, SITUATION),
        drawPlan(tiles, place, CADASTRAL),
      ]);
      return {
        frames: { situation: situation.frame, cadastral: cadastral.frame },
        files: { [situation.frame.file]: situation.image, [cadastral.frame.file]: cadastral.image },
      };
    },
  };
}

async function drawPlan(tiles: MapTiles, place: Place, plan: Plan): Promise<{ frame: MapFrame; image: Buffer }> {
  const rings = place.parcels.flatMap((parcel) => parcel.outline.coordinates.flat());
  const zoom = fittingZoom(rings, plan);
  const window = windowAround(rings.length > 0 ? centreOf(rings.flat()) : [place.longitude, place.latitude], zoom);
  const mosaics = await Promise.all(plan.layers.map((layer) => mosaic(tiles, layer, window)));
  const [base, ...overlays] = mosaics.map(({ image }) => image);
  const image = await sharp(base)
    .composite(overlays.map((input) => ({ input })))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const count = (counted: 'tiles' | 'missing'): number => mosaics.reduce((sum, mosaic) => sum + mosaic[counted], 0);
  return {
    image,
    frame: {
      file: plan.file,
      widthPixels: WIDTH,
      heightPixels: HEIGHT,
      widthMetres: WIDTH * metresPerPixel(place.latitude, zoom),
      zoom,
      outlines: rings.map((ring) => ring.map((position) => share(position, window))),
      attribution: plan.attribution,
      tiles: count('tiles'),
      missingTiles: count('missing'),
    },
  };
}

/** Pixels of the whole world's picture at a zoom, from its top left; Web Mercator. */
type Window = { zoom: number; left: number; top: number };

function pixelOf([longitude = 0, latitude = 0]: Position, zoom: number): [number, number] {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [((longitude + 180) / 360) * world, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world];
}

function windowAround(centre: Position, zoom: number): Window {
  const [x, y] = pixelOf(centre, zoom);
  return { zoom, left: Math.round(x - WIDTH / 2), top: Math.round(y - HEIGHT / 2) };
}

/** Rounded: a hundred-thousandth of the map is far below what is printed. */
function share(position: Position, { zoom, left, top }: Window): [number, number] {
  const [x, y] = pixelOf(position, zoom);
  return [round((x - left) / WIDTH), round((y - top) / HEIGHT)];
}
const round = (value: number): number => Math.round(value * 1e5) / 1e5;

function centreOf(positions: Position[]): Position {
  const { west, east, south, north } = boxOf(positions);
  return [(west + east) / 2, (south + north) / 2];
}

function boxOf(positions: Position[]): { west: number; east: number; south: number; north: number } {
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
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

/** On the ground: a Mercator pixel shrinks with the cosine of the latitude. */
const metresPerPixel = (latitude: number, zoom: number): number =>
  (Math.cos((latitude * Math.PI) / 180) * 2 * Math.PI * 6_378_137) / (TILE * 2 ** zoom);

/** The tiles that cover the window, joined and cut to it. Joined by sharp: tiles side by side in a PDF show seams. */
async function mosaic(
  tiles: MapTiles,
  layer: TileLayer,
  { zoom, left, top }: Window,
): Promise<{ image: Buffer; tiles: number; missing: number }> {
  const columns = range(Math.floor(left / TILE), Math.floor((left + WIDTH - 1) / TILE));
  const rows = range(Math.floor(top / TILE), Math.floor((top + HEIGHT - 1) / TILE));
  const asked = rows.flatMap((y) => columns.map((x) => ({ x, y })));
  const answers = await Promise.all(asked.map(({ x, y }) => decodedTile(tiles, layer, { zoom, x, y })));
  const missing = await blankTile(layer);
  const joined = await sharp(
    answers.map((tile) => tile ?? missing),
    { join: { across: columns.length } },
  )
    .png({ compressionLevel: 0 })
    .toBuffer();
  const image = await sharp(joined)
    .extract({ left: left - (columns[0] ?? 0) * TILE, top: top - (rows[0] ?? 0) * TILE, width: WIDTH, height: HEIGHT })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return { image, tiles: answers.length, missing: answers.filter((tile) => tile === null).length };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Null when the supplier fails or what it sends is no picture: an error page with status 200 has been seen. */
async function decodedTile(
  tiles: MapTiles,
  layer: TileLayer,
  { zoom, x, y }: { zoom: number; x: number; y: number },
): Promise<Buffer | null> {
  try {
    const { bytes } = await tiles.tile(layer, zoom, x, y);
    return await sharp(bytes).resize(TILE, TILE, { fit: 'fill' }).ensureAlpha().png({ compressionLevel: 0 }).toBuffer();
  } catch {
    return null;
  }
}

/** Grey for the plan; transparent for what lies over it. */
function blankTile(layer: TileLayer): Promise<Buffer> {
  const background = layer === 'cadastre' ? { r: 0, g: 0, b: 0, alpha: 0 } : MISSING;
  return sharp({ create: { width: TILE, height: TILE, channels: 4, background } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
