import { searchAddresses } from '@clairisque/contract/addresses.ts';
import { OUTLINES, parcelCode, parcelsInTile, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { chromium, type Browser, type Page, type Route } from '@playwright/test';
import { chromiumLaunch } from '../scripts/chromium.ts';
import { ask, type HttpClient } from '../tests/harness/http.ts';
import { atMost, info, median, shown, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';

const SIDES = [50, OUTLINES.most] as const;
const ROUNDS = 4;
const CHOICES = 12;
/** Large enough for a thousand parcels. */
const WINDOW = { width: 2_650, height: 1_850 };
/** Drawing in software costs by the pixel, which would hide the parcels' own cost. */
const SCALE = 0.5;
/** The product asks for no outlines beyond twelve tiles: the first address whose map needs fewer is taken. */
const MOST_TILES = 12;
const STREET = 'rue de la paix mende';
const NUMBERS = 200;
/** A tile has this width at the map's zoom, which is one closer than the tiles'. */
const TILE_PX = 512;
const PATIENT = { timeout: 60_000 };
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** In tiles of the outlines' zoom, from the upper left of the world. */
type Spot = readonly [x: number, y: number];
type Size = { width: number; height: number };
type Scene = { address: string; centre: Spot; size: Size; parcels: NearbyParcel[] };
type Chosen = { listMs: number[]; processorMs: number };

/** Choosing parcels on the map of a real browser with few and with many outlines in view. */
export async function choosing({ product }: Bench): Promise<Part> {
  const browser = await chromium.launch({ ...(await chromiumLaunch()), args: ['--no-sandbox', ...WEBGL] });
  try {
    const url = product.url.replace('127.0.0.1', 'localhost');
    const scene = await prepare(browser, url);
    const made = new Map<number, Chosen[]>(SIDES.map((side) => [side, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed())
        made.get(side)?.push(await measure(browser, url, withParcels(scene, side)));
    return partOf(SIDES.map((side) => made.get(side) ?? []) as [Chosen[], Chosen[]], browser.version());
  } finally {
    await browser.close();
  }
}

/** An address whose map has a thousand parcels within the tiles that the product asks for; the nearest first. */
async function prepare(browser: Browser, url: string): Promise<Scene> {
  const page = await openWizard(browser, url);
  const { width, height } = await boxOf(page);
  await page.context().close();
  const size = { width, height };
  const client: HttpClient = { url, token: null, send: fetch };
  for (let number = 1; number <= NUMBERS; number += 1) {
    const address = `${number} ${STREET}`;
    const found = await ask(client, searchAddresses, { query: { q: address, limit: 1 } });
    const at = found.kind === 'ok' ? found.value.features[0]?.geometry.coordinates : undefined;
    if (at === undefined) throw new Error(`no address ${address}`);
    const centre = spotOf(at);
    const tiles = tilesAround(centre, size);
    if (tiles.length > MOST_TILES) continue;
    const parcels = (await parcelsIn(client, tiles))
      .map((parcel) => ({ parcel, share: farthest(parcel, centre, size) }))
      .filter(({ share }) => share < 0.5)
      .toSorted((one, other) => one.share - other.share)
      .map(({ parcel }) => parcel);
    if (parcels.length >= OUTLINES.most) return { address, centre, size, parcels };
  }
  throw new Error(`no map of ${width} × ${height} px with ${OUTLINES.most} parcels`);
}

const withParcels = (scene: Scene, count: number): Scene => ({ ...scene, parcels: scene.parcels.slice(0, count) });

function spotOf([longitude, latitude]: readonly [number, number]): Spot {
  const tiles = 2 ** OUTLINES.zoom;
  const y = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;
  return [((longitude + 180) / 360) * tiles, y * tiles];
}

function tilesAround([x, y]: Spot, { width, height }: Size): { x: number; y: number }[] {
  const range = (middle: number, length: number): number[] => {
    const [from, to] = [Math.floor(middle - length / 2), Math.floor(middle + length / 2)];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  };
  return range(x, width / TILE_PX).flatMap((x) => range(y, height / TILE_PX).map((y) => ({ x, y })));
}

async function parcelsIn(client: HttpClient, tiles: { x: number; y: number }[]): Promise<NearbyParcel[]> {
  const found = new Map<string, NearbyParcel>();
  for (const params of tiles) {
    const answer = await ask(client, parcelsInTile, { params });
    if (answer.kind !== 'ok') throw new Error(`tile ${params.x}/${params.y}: ${JSON.stringify(answer)}`);
    for (const parcel of answer.value.parcelles) found.set(parcelCode(parcel), parcel);
  }
  return [...found.values()];
}

function cornersOf({ multiPolygon }: NearbyParcel): Spot[] {
  return multiPolygon.coordinates.flat(2).map(spotOf);
}

/** How far its farthest corner is from the map's middle, in shares of the sides; at most a half when all is in view. */
function farthest(parcel: NearbyParcel, [x, y]: Spot, { width, height }: Size): number {
  const shares = cornersOf(parcel).flatMap((corner) => [
    (Math.abs(corner[0] - x) * TILE_PX) / width,
    (Math.abs(corner[1] - y) * TILE_PX) / height,
  ]);
  return Math.max(...shares);
}

async function openWizard(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: WINDOW,
    deviceScaleFactor: SCALE,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'cookieConsent', value: 'declined', domain: 'localhost', path: '/' }]);
  const page = await context.newPage();
  await page.goto('/realisation_erp');
  await page.waitForFunction(() => document.querySelector('[data-waits]') === null);
  return page;
}

async function boxOf(page: Page) {
  const box = await page.getByRole('region', { name: 'Carte', exact: true }).boundingBox();
  if (box === null) throw new Error('no map');
  return box;
}

async function measure(browser: Browser, url: string, scene: Scene): Promise<Chosen> {
  const page = await openWizard(browser, url);
  try {
    await page.route('**/cadastre/carreau/**', (route) => thinned(route, scene));
    const field = page.getByRole('combobox', { name: 'Adresse du bien' });
    await field.fill(scene.address);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Ajouter une parcelle' }).click(PATIENT);
    await page.locator('[data-zoom="18"]').waitFor(PATIENT);
    await showAll(page, scene.parcels.length);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/proximite/') && asked.push(request.url()));
    const chosen = await chooseAll(browser, page, scene);
    if (asked.length > 0) throw new Error(`${asked.length} clicks met no outline`);
    return chosen;
  } finally {
    await page.context().close();
  }
}

/** The tile as the product gives it, with the parcels of this side only. */
async function thinned(route: Route, { parcels }: Scene): Promise<void> {
  const response = await route.fetch();
  const tile = (await response.json()) as { parcelles: NearbyParcel[]; depassement: boolean };
  const kept = new Set(parcels.map(parcelCode));
  const parcelles = tile.parcelles.filter((parcel) => kept.has(parcelCode(parcel)));
  await route.fulfill({ response, json: { ...tile, parcelles } });
}

/** Zooms out, until the product counts them in a frame as large as the map. */
async function showAll(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Entourer des parcelles' }).click();
  const tool = page.getByRole('group', { name: 'Entourer des parcelles' });
  await page.getByRole('button', { name: 'Dézoomer' }).click();
  for (const name of ['Largeur du cadre', 'Hauteur du cadre'])
    await tool.getByRole('slider', { name }).press('End', PATIENT);
  const words = `${count}\u00A0parcelles dans le cadre.`;
  await tool.getByRole('status').filter({ hasText: words }).waitFor(PATIENT);
  await page.keyboard.press('Escape');
  await tool.waitFor({ state: 'hidden' });
}

async function chooseAll(browser: Browser, page: Page, scene: Scene): Promise<Chosen> {
  const { x, y, width, height } = await boxOf(page);
  const devTools = await browser.newBrowserCDPSession();
  const before = await processorMs(devTools);
  const listMs: number[] = [];
  const preview = page.waitForResponse((response) => previewed(response.url()) === CHOICES + 1, {
    timeout: 3 * PATIENT.timeout,
  });
  // Not those around the address, which the list has already; in one piece, so that its middle is in it.
  const whole = scene.parcels.slice(0, SIDES[0]).filter(({ multiPolygon }) => multiPolygon.coordinates.length === 1);
  for (const parcel of whole.slice(-CHOICES)) {
    const [column, row] = middleOf(cornersOf(parcel));
    const chosen = page.evaluate(untilListed);
    await page.mouse.move(
      x + width / 2 + (column - scene.centre[0]) * TILE_PX,
      y + height / 2 + (row - scene.centre[1]) * TILE_PX,
    );
    await page.mouse.down();
    await page.mouse.up();
    const late = page.waitForTimeout(PATIENT.timeout).then(() => null);
    const ms = await Promise.race([chosen, late]);
    if (ms === null) throw new Error(`the list has not ${parcelCode(parcel)}`);
    listMs.push(ms);
  }
  await preview;
  return { listMs, processorMs: ((await processorMs(devTools)) - before) / CHOICES };
}

/** How many parcels a free preview is about. */
const previewed = (url: string): number => new URL(url).searchParams.get('parcelles')?.split(',').length ?? 0;

function middleOf(corners: Spot[]): Spot {
  const middle = (axis: 0 | 1): number => {
    const values = corners.map((corner) => corner[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return [middle(0), middle(1)];
}

/** In the page: from the click to the frame in which the list has one more. */
function untilListed(): Promise<number> {
  const count = () => document.querySelectorAll('[data-results] input:checked').length;
  const before = count();
  return new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = (): void => {
          if (count() > before) resolve(performance.now() - timeStamp);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
}

type DevTools = Awaited<ReturnType<Browser['newBrowserCDPSession']>>;

/** Sums the processes of the browser so far: page, worker, and what draws. */
async function processorMs(devTools: DevTools): Promise<number> {
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

function partOf([few, many]: [Chosen[], Chosen[]], browser: string): Part {
  const list = (side: Chosen[]): number => median(side.flatMap(({ listMs }) => listMs));
  const processor = (side: Chosen[]): number => median(side.map(({ processorMs }) => processorMs));
  const limit = { value: 1.5, unit: '×' };
  return {
    title: 'choosing',
    notes: [
      `${CHOICES} parcels chosen by clicks on the map of step 1 with ${SIDES.join(' and with ')} parcels in view, the same clicks at the same place and zoom; ${ROUNDS} rounds of each, in turn; headless Chromium ${browser} that draws in software, ${WINDOW.width} × ${WINDOW.height} px. The farther parcels are taken out of the tiles of the side that has fewer. From the event to the frame whose list has the parcel; processor time of all the browser’s processes, from the first click to the answer of the preview.`,
    ],
    figures: [
      atMost('until the list has it, median, of 50', list(many) / list(few), limit),
      info('the two', `${shown(list(many))} ms, ${shown(list(few))} ms`),
      atMost('processor time for each, median, of 50', processor(many) / processor(few), limit),
      info('the two', `${shown(processor(many))} ms, ${shown(processor(few))} ms`),
    ],
  };
}
