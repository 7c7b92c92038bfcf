import type { Page } from '@playwright/test';
import { shortParcel } from '../contract/src/common/parcel-codes.ts';
import { violations } from './axe.ts';
import { expect, test } from './journey.ts';
import { cadastreField, validateAddress } from './wizard-steps.ts';

const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');
const checked = (page: Page) => page.getByRole('checkbox', { checked: true });
const TILE = '**/api/v2/cadastre/carreau/**';
const toolButton = (page: Page) => page.getByRole('button', { name: 'Entourer des parcelles' });
const tool = (page: Page) => page.getByRole('group', { name: 'Entourer des parcelles' });
const framed = (page: Page) => tool(page).getByRole('status');

async function openParcels(page: Page): Promise<void> {
  await validateAddress(page);
  await page.getByRole('button', { name: 'Ajouter une parcelle' }).click();
  await expect(page.locator('[data-zoom="18"]')).toBeVisible();
}

async function middleOf(page: Page): Promise<[x: number, y: number]> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('no map');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Draws a line that many pixels around the middle of the map. */
async function encircle(page: Page, reach: number): Promise<void> {
  const [x, y] = await middleOf(page);
  await page.mouse.move(x - reach, y - reach);
  await page.mouse.down();
  for (const [right, down] of [
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const)
    // prettier-ignore
    await page.mouse.move(x + right * reach, y + down * reach, { steps: 4 });
  await page.mouse.up();
}

/** Clicks that many pixels from the middle of the map. */
async function clickMap(page: Page, right: number, down: number): Promise<void> {
  const [x, y] = await middleOf(page);
  await page.mouse.click(x + right, y + down);
}

test('several parcels on the map → a click adds one, a click on it removes it; the keyboard does the same under the cross, which is said; so does the list of what the map shows', async ({
  page,
}) => {
  await openParcels(page);
  await expect(checked(page)).toHaveCount(1);
  await clickMap(page, 60, 60);
  await expect(checked(page)).toHaveCount(2);
  await expect(page.locator('#annonces')).toContainText('ajoutée. 2\u00A0parcelles');
  await clickMap(page, 60, 60);
  await expect(checked(page)).toHaveCount(1);
  await expect(page.locator('#annonces')).toContainText('retirée. 1\u00A0parcelle');

  // The keyboard: the parcel under the cross, after some steps of the arrow keys.
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#annonces')).toHaveText(/(?:^Sous la croix| de la croix)\s: .*\.$/);
  await page.keyboard.press('Enter');
  await expect(checked(page)).toHaveCount(2);
  // The prescribed toggle of one parcel is back once there is one.
  await page.getByRole('button', { name: /^Garder seulement/ }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);

  await page.locator('summary', { hasText: 'Liste des parcelles affichées sur la carte' }).press('Enter');
  const list = page.getByRole('list', { name: 'Parcelles affichées sur la carte' });
  await expect(list.getByRole('button')).toHaveCount(10);
  const other = list.getByRole('button', { pressed: false }).first();
  await expect(other).toHaveText(/, (?:[\d\s]+m²|surface inconnue), (?:sous la croix|à environ \d+\sm (?:au|à l’))/);
  const reference = (await other.locator('strong').textContent()) ?? '';
  await other.press('Enter');
  await expect.poll(async () => shortParcel(await cadastreField(page).inputValue())).toBe(reference);
  await expect(list.getByRole('button', { pressed: true })).toContainText(reference);
  for (const zoom of ['17', '16']) {
    await page.getByRole('button', { name: 'Dézoomer' }).click();
    await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', zoom);
  }
  await expect(page.getByText('Zoomez pour voir le contour des parcelles.')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
});

test('a line around parcels → those mostly inside, undone in one gesture; the frame does the same by the keyboard; more than fifty are refused', async ({
  page,
}) => {
  await openParcels(page);
  await toolButton(page).click();
  await expect(framed(page)).toHaveText(/^\d+\u00A0parcelles dans le cadre\.$/);
  // In view, a parcel costs no call to the cadastre.
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/proximite/') && asked.push(request.url()));
  await encircle(page, 110);
  await expect(tool(page)).toBeHidden();
  const chosen = await checked(page).count();
  expect(chosen).toBeGreaterThan(2);
  await expect(page.locator('#annonces')).toContainText(`${chosen - 1} parcelles ajoutées. ${chosen}\u00A0parcelles`);
  await page.getByRole('button', { name: `Annuler l’ajout de ces ${chosen - 1} parcelles` }).press('Enter');
  await expect(checked(page)).toHaveCount(1);
  await expect(toolButton(page)).toBeFocused();
  await clickMap(page, 60, 60);
  await expect(checked(page)).toHaveCount(2);
  await clickMap(page, 60, 60);
  expect(asked).toEqual([]);

  await page.keyboard.press('Tab');
  await toolButton(page).press('Enter');
  const width = tool(page).getByRole('slider', { name: 'Largeur du cadre' });
  await width.press('Home');
  await expect(width).toHaveAttribute('aria-valuetext', /^10 % de la carte, (?:1\u00A0parcelle|Aucune parcelle) dans/);
  await width.press('End');
  await tool(page).getByRole('slider', { name: 'Hauteur du cadre' }).press('End');
  await page.getByRole('button', { name: 'Dézoomer' }).click();
  await expect(framed(page)).toHaveText(/^(?:5[1-9]|[6-9]\d|\d{3})\u00A0parcelles dans/);
  await tool(page).getByRole('button', { name: 'Choisir les parcelles du cadre' }).press('Enter');
  await expect(
    page.getByText(/^Un état des risques porte sur 50 parcelles au plus\. Vous en entourez \d+ de plus/),
  ).toBeVisible();
  await expect(checked(page)).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  for (const name of ['Largeur du cadre', 'Hauteur du cadre'])
    for (const key of ['Home', 'PageUp', 'PageUp']) await tool(page).getByRole('slider', { name }).press(key);
  const count = Number(/^\d+/.exec((await framed(page).textContent()) ?? '')?.[0]);
  await tool(page).getByRole('button', { name: 'Choisir les parcelles du cadre' }).press('Enter');
  await expect(toolButton(page)).toBeFocused();
  await expect(checked(page)).toHaveCount(count);
});

/** The map zooms on two taps within half a second: waits until the page's clock, that of its touches, is past it. */
async function afterDoubleTap(page: Page): Promise<void> {
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 600, from);
}

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a tap adds a parcel, a tap on it removes it; a finger draws a line around parcels', async ({
    page,
    context,
  }) => {
    await openParcels(page);
    const [x, y] = await middleOf(page);
    await page.touchscreen.tap(x + 60, y + 60);
    await expect(checked(page)).toHaveCount(2);
    await afterDoubleTap(page);
    await page.touchscreen.tap(x + 60, y + 60);
    await expect(checked(page)).toHaveCount(1);
    await toolButton(page).tap();
    await expect(framed(page)).toHaveText(/dans le cadre\.$/);
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', right: number, down: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + right, y: y + down }] });
    await touch('touchStart', -110, -110);
    for (const [right, down] of [
      [0, -110],
      [110, -110],
      [110, 0],
      [110, 110],
      [0, 110],
      [-110, 110],
    ] as const)
      await touch('touchMove', right, down);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(tool(page)).toBeHidden();
    expect(await checked(page).count()).toBeGreaterThan(2);
    await page.getByRole('button', { name: /^Annuler l’ajout de ces/ }).click();
    await expect(checked(page)).toHaveCount(1);
  });
});

test.describe('the cadastre gives no outlines', () => {
  test.use({ allowConsole: /carreau/ });

  test('they fail → said, asked again; a click still chooses; from afar none is asked', async ({ page }) => {
    await page.route(TILE, (route) => route.fulfill({ status: 503, json: { detail: 'Panne' } }));
    await openParcels(page);
    await toolButton(page).click();
    await expect(framed(page)).toHaveText(/^Le cadastre ne donne pas le contour des parcelles\./);
    await page.keyboard.press('Escape');
    await expect(tool(page)).toBeHidden();
    await clickMap(page, 60, 60);
    await expect(checked(page)).toHaveCount(2);
    await toolButton(page).click();
    await page.unroute(TILE);
    await tool(page).getByRole('button', { name: 'Réessayer' }).click();
    await expect(framed(page)).toHaveText(/dans le cadre\.$/);
    for (const zoom of ['17', '16']) {
      await page.getByRole('button', { name: 'Dézoomer' }).click();
      await expect(page.locator(`[data-zoom="${zoom}"]`)).toBeVisible();
    }
    await expect(framed(page)).toHaveText('Zoomez pour voir le contour des parcelles.');
    expect(await violations(page)).toEqual([]);
  });
});
