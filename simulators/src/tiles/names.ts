import { COMMUNES, communeByInsee, type Commune } from '#territory/communes.ts';
import { plainText } from '#territory/plain-text.ts';
import { toMercator } from '#territory/plane.ts';
import { drawText, type Canvas } from './canvas.ts';
import { extentOf, toPixel, type Frame } from './frame.ts';
import { INK } from './land-use.ts';

const NAMES_FROM = 5;
/** From this zoom on, the arrondissements of Paris, Lyon and Marseille replace the three communes. */
const ARRONDISSEMENTS_FROM = 12;
/** Pixels of the world reserved for one name. */
const ROOM = { width: 110, height: 24 };

const undivided = new Set(COMMUNES.flatMap(({ mother }) => mother?.insee ?? []));
/** By population, with their Mercator metres in separate arrays: every tile reads them all. */
const communes = [...COMMUNES, ...[...undivided].flatMap((insee) => communeByInsee(insee) ?? [])].sort(
  (a, b) => b.population - a.population,
);
const centres = communes.map(({ longitude, latitude }) => toMercator([longitude, latitude]));
const xs = Float64Array.from(centres, ([x]) => x);
const ys = Float64Array.from(centres, ([, y]) => y);

/** Names of the communes, the biggest of each piece of the map: the pieces are the world's, so that neighbouring tiles agree. */
export function drawNames(canvas: Canvas, frame: Frame): void {
  if (frame.z < NAMES_FROM) return;
  const taken = new Set<string>();
  for (const { name, at } of namesAround(frame)) {
    const piece = [at[0] / ROOM.width, at[1] / ROOM.height]
      .map((side) => Math.floor(side / frame.metresPerPixel))
      .join(' ');
    if (!taken.has(piece)) drawText(canvas, { text: plainText(name).toUpperCase(), at: toPixel(frame, at) }, INK.text);
    taken.add(piece);
  }
}

/** Communes whose name may reach into the tile, by population. */
function namesAround(frame: Frame): { name: string; at: [number, number] }[] {
  const [west, south, east, north] = extentOf(frame);
  const margin = 2 * ROOM.width * frame.metresPerPixel;
  const middleX = (west + east) / 2;
  const middleY = (south + north) / 2;
  const reach = (east - west) / 2 + margin;
  // Some ten names a tile: the minimum population falls with each zoom.
  const enough = 300_000 / 2.2 ** (frame.z - NAMES_FROM);
  const found: { name: string; at: [number, number] }[] = [];
  for (let i = 0; i < xs.length; i += 1) {
    const x = xs[i] ?? 0;
    const y = ys[i] ?? 0;
    if (Math.abs(x - middleX) > reach || Math.abs(y - middleY) > reach) continue;
    const commune = communes[i];
    if (!commune || (commune.population < enough && frame.z <= ARRONDISSEMENTS_FROM)) break;
    if (shownAt(commune, frame.z)) found.push({ name: commune.name, at: [x, y] });
  }
  return found;
}

function shownAt({ insee, mother }: Commune, z: number): boolean {
  return z < ARRONDISSEMENTS_FROM ? !mother : !undivided.has(insee);
}
