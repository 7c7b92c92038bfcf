import type { Locator, Page } from '@playwright/test';
import { shortParcel } from '../contract/src/common/parcel-codes.ts';
import { expect, hold, holdTimers, test } from './journey.ts';
import {
  addressField,
  cadastreField,
  continueButton,
  LABEL,
  order,
  stopAtGeneration,
  validateAddress,
} from './wizard-steps.ts';

const popup = (page: Page) => page.locator('.maplibregl-popup');
const marker = (page: Page) => page.locator('.maplibregl-marker');
const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');
const backgroundOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);

/** Layer and zoom of every requested tile. */
function recordTiles(page: Page): { layer: string; zoom: number }[] {
  const tiles: { layer: string; zoom: number }[] = [];
  page.on('request', (request) => {
    const [, layer, zoom] = /\/tuiles\/(\w+)\/(\d+)\//.exec(request.url()) ?? [];
    if (layer !== undefined) tiles.push({ layer, zoom: Number(zoom) });
  });
  return tiles;
}

/** Clicks the map, that many pixels from its centre. */
async function clickMap(page: Page, x: number, y: number): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('no map');
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
}

/** Number of pixels in the parcel's prescribed green around the middle of the map. */
async function greenPixels(page: Page): Promise<number> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('no map');
  const clip = { x: box.x + box.width / 2 - 120, y: box.y + box.height / 2 - 120, width: 240, height: 240 };
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const drawing = new OffscreenCanvas(240, 240).getContext('2d', { willReadFrequently: true });
    drawing?.drawImage(image, 0, 0);
    const pixels = new Uint32Array(drawing?.getImageData(0, 0, 240, 240).data.buffer ?? []);
    // #1b8a5a, little-endian, opaque.
    return pixels.filter((pixel) => pixel === 0xff_5a_8a_1b).length;
  }, png);
}

/** Brightness of the lower left of the map, which nothing covers: 0 is black, 1 white. */
async function brightness(page: Page): Promise<number> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('no map');
  const clip = { x: box.x + 20, y: box.y + box.height - 160, width: 80, height: 80 };
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const drawing = new OffscreenCanvas(80, 80).getContext('2d', { willReadFrequently: true });
    drawing?.drawImage(image, 0, 0);
    const bytes = [...(drawing?.getImageData(0, 0, 80, 80).data ?? [])].filter((_, index) => index % 4 !== 3);
    return bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length / 255;
  }, png);
}

/** At once: without interaction it waits some seconds. */
async function openMap(page: Page): Promise<void> {
  await page.goto('/realisation_erp');
  await page.mouse.move(40, 40);
  await page.mouse.move(60, 40);
  await expect(canvas(page)).toBeVisible();
}

test('WZ-01 WZ-08 Paris at zoom 15, then from afar to the nearest: cadastral tiles from zoom 16 only, none above 18; the keyboard alone hears the parcel under the cross after each stop and takes it, to the generation', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const expectOrdered = await stopAtGeneration(page);
  const tiles = recordTiles(page);
  const tile = page.waitForRequest(/\/tuiles\/plan\//);
  await page.goto('/realisation_erp');
  const [, z, x, y] = /plan\/(\d+)\/(\d+)\/(\d+)/.exec((await tile).url()) ?? [];
  expect(z).toBe('15');
  // 48.8566, 2.3522 is in the tile 16598, 11273; the map requests those around it.
  expect(Math.abs(Number(x) - 16_598)).toBeLessThanOrEqual(3);
  expect(Math.abs(Number(y) - 11_273)).toBeLessThanOrEqual(3);
  const zoom = page.locator('[data-zoom]');
  await expect(zoom).toHaveAttribute('data-zoom', '15');

  await page.getByRole('button', { name: 'Dézoomer' }).click();
  await expect(zoom).toHaveAttribute('data-zoom', '14');
  expect(tiles.filter(({ layer }) => layer === 'cadastre')).toEqual([]);
  for (const next of ['15', '16', '17', '18', '18']) {
    await page.getByRole('button', { name: 'Zoomer', exact: true }).click();
    await expect(zoom).toHaveAttribute('data-zoom', next);
  }
  await expect.poll(() => tiles.some((one) => one.layer === 'cadastre' && one.zoom === 18)).toBe(true);
  expect(tiles.filter((one) => one.layer === 'cadastre' && one.zoom < 16)).toEqual([]);
  expect(tiles.filter((one) => one.zoom > 18)).toEqual([]);
  await page.getByRole('button', { name: 'Fond OpenStreetMap' }).click();
  await expect.poll(() => tiles.some(({ layer }) => layer === 'osm')).toBe(true);
  await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();

  await canvas(page).focus();
  const map = page.getByRole('application', { name: 'Carte des parcelles' });
  await expect(map).toHaveAccessibleDescription(/^Flèches pour se déplacer, .* sous la croix\.$/);
  const said = page.locator('#annonces');
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText(/^(?:Sous la croix|Parcelle la plus proche, à .* de la croix)\s: /);
  await said.evaluate((region) => (region.textContent = ''));
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText(/\S/);
  const heard = (await said.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(popup(page)).toContainText('Latitude : 48.85660');
  await expect(popup(page)).toContainText('Longitude : 2.35220');
  expect(heard).toContain(` ${shortParcel(await cadastreField(page).inputValue())}, `);
  await continueButton(page).press('Enter');
  await order(page);
  await expectOrdered();
});

test('WZ-03 an address is validated → the map at zoom 18, its parcel in green; no popup nor tile beyond; a click elsewhere → the address of that point, the one before given back in one click', async ({
  page,
}) => {
  const tiles = recordTiles(page);
  await validateAddress(page);
  await expect(continueButton(page)).toBeVisible();
  await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', '18');
  await expect(marker(page)).toBeVisible();
  await expect.poll(() => greenPixels(page)).toBeGreaterThan(50);
  await expect(popup(page)).toBeHidden();
  expect(Math.max(...tiles.map(({ zoom }) => zoom))).toBeLessThanOrEqual(18);

  const searched = await cadastreField(page).inputValue();
  await clickMap(page, 260, 150);
  await expect(popup(page)).toBeVisible();
  await expect(cadastreField(page)).not.toHaveValue(searched);
  await expect(addressField(page)).not.toHaveValue(LABEL);
  const clicked = await cadastreField(page).inputValue();
  await page.getByRole('button', { name: `Garder ${LABEL}` }).click();
  await expect(addressField(page)).toHaveValue(LABEL);
  await expect(page.getByRole('definition').filter({ hasText: LABEL })).toBeFocused();
  await expect(cadastreField(page)).toHaveValue(clicked);
  await expect(page.getByRole('button', { name: /^Garder / })).toBeHidden();

  // By night the map is dark too, and by day again as it was.
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.7);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => brightness(page)).toBeLessThan(0.35);
  const background = await backgroundOf(page.getByRole('button', { name: 'Zoomer', exact: true }));
  expect(background).not.toBe('rgb(255, 255, 255)');
  expect(await backgroundOf(page.getByText('© IGN'))).toBe(background);
  expect(await backgroundOf(popup(page).locator('.maplibregl-popup-content'))).toBe(background);
  await expect(marker(page)).toHaveCSS('color', 'rgb(82, 199, 145)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => brightness(page)).toBeGreaterThan(0.7);
});

test('the map’s script is missing → a message in its place after 3 s, until it loads', async ({ page }) => {
  const bringCode = await hold(page, '**/assets/parcel-map-*.js');
  const showNow = await holdTimers(page, 3_000);
  await validateAddress(page);
  const notice = page.getByText('Chargement de la carte…');
  await expect(notice).toHaveClass('visually-hidden');
  await showNow();
  await expect(notice).not.toHaveClass('visually-hidden');
  bringCode();
  await expect(canvas(page)).toBeVisible();
  await expect(notice).toBeHidden();
});

test('WZ-06 WZ-07 click → marker, green outline, popup, fields; second click → nothing; third → again', async ({
  page,
}) => {
  const reverse = page.waitForRequest(/\/geocodage\/reverse\?/);
  await openMap(page);
  await clickMap(page, 30, 20);
  const asked = new URL((await reverse).url()).searchParams;
  expect([...asked.keys()].toSorted()).toEqual(['lat', 'limit', 'lon']);
  expect(asked.get('limit')).toBe('1');
  await expect(popup(page)).toContainText(/Latitude\s: 48\.\d{5}$|Latitude\s: 48\.\d{5}\D/);
  await expect(popup(page)).toContainText(/Longitude\s: 2\.\d{5}(?!\d)/);
  await expect(cadastreField(page)).toHaveValue(/^\w{3}-\w{2}-\w{4}$/);
  await expect(popup(page)).toContainText(await cadastreField(page).inputValue());
  await expect(addressField(page)).toHaveValue(/./);
  const address = await addressField(page).inputValue();
  await expect(popup(page)).toContainText(address);
  await expect(marker(page)).toBeVisible();
  await expect.poll(() => greenPixels(page)).toBeGreaterThan(50);

  await clickMap(page, -120, 90);
  await expect(popup(page)).toBeHidden();
  await expect(marker(page)).toBeHidden();
  await expect(cadastreField(page)).toBeHidden();
  await expect(continueButton(page)).toBeHidden();
  await expect(page.getByText('Sélection effacée. Cliquez sur une parcelle.').first()).toBeVisible();
  await expect.poll(() => greenPixels(page)).toBe(0);

  await clickMap(page, -120, 90);
  await expect(popup(page)).toBeVisible();
  await expect(continueButton(page)).toBeVisible();
});

test.describe('tiles fail', () => {
  test.use({ allowConsole: /tuiles/ });

  test('the map’s tiles are down → a message on the map, the parcel is chosen all the same', async ({ page }) => {
    await validateAddress(page, '3 rue du Moulin Panne-Tuiles');
    await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', '18');
    await expect(page.getByText('Le fond de carte ne se charge pas')).toBeVisible();
    await expect.poll(() => greenPixels(page)).toBeGreaterThan(50);
    await continueButton(page).click();
  });
});
