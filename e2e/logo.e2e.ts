import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, recordCalls, test } from './journey.ts';

const TAB = '/myspace?tab=logo-tabs-simple';
const UPLOAD = '**/api/v2/user/logo/upload/';
const MAX = 5 * 1024 * 1024;
const TYPE_REFUSED = 'Format de fichier non supporté. Utilisez JPG, PNG ou GIF.';

const panel = (page: Page) => page.getByRole('tabpanel');
const chooser = (page: Page) => page.getByLabel('Choisir un fichier');
const send = (page: Page) => page.getByRole('button', { name: 'Uploader le logo' });
const current = (page: Page) => page.getByRole('img', { name: 'Votre logo actuel' });
const preview = (page: Page) => page.getByRole('img', { name: 'Aperçu du logo choisi' });
const remove = (page: Page) => page.getByRole('button', { name: 'Supprimer le logo' });

/** A screenshot of the page itself. */
const picture = (page: Page, width = 300, height = 100) => page.screenshot({ clip: { x: 0, y: 0, width, height } });
const png = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer });

/** From the disk: as a response to the browser's call, megabytes take seconds. */
function fileOf(path: string, bytes: Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

test.use(COOKIES_DECLINED);
test.beforeEach(async ({ account, session }) => {
  await session(await account(0));
});

test('LO-01 LO-03 LO-04 chosen, seen before it is sent, sent, there after a reload, deleted once confirmed', async ({
  page,
}) => {
  const calls = recordCalls(page);
  await page.clock.install();
  await page.goto(TAB);
  await expect(panel(page).getByRole('heading', { name: 'Logo à intégrer dans les ERP' })).toBeVisible();
  await expect(panel(page).getByText('Ce logo sera intégré à vos rapports ERP.')).toBeVisible();
  await expect(chooser(page)).toHaveAccessibleDescription('Formats acceptés : JPG, PNG, GIF (max. 5MB)');
  await expect(
    panel(page).getByText('Sans logo, votre prochain état des risques porte seulement le nom Clairisque.'),
  ).toBeVisible();
  expect(calls).toContain('GET /api/v2/user/logo/get/');

  await chooser(page).setInputFiles(png(await picture(page)));
  await expect(preview(page)).toBeVisible();
  await expect(panel(page).getByText(/^Aperçu\s: votre prochain état des risques/)).toBeVisible();
  expect(calls).not.toContain('POST /api/v2/user/logo/upload/');
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(UPLOAD, async (route) => {
    await held;
    await route.continue();
  });
  await send(page).click();
  await expect(page.getByRole('button', { name: 'Upload en cours...' })).toHaveAttribute('aria-disabled', 'true');
  letThrough();
  await expect(panel(page).getByText('Logo uploadé avec succès !')).toBeVisible();
  await expect(preview(page)).toBeHidden();
  // The message is under the pointer, which would keep it.
  await page.mouse.move(0, 0);
  await page.clock.fastForward(8_000);
  await expect(panel(page).getByText('Logo uploadé avec succès !')).toBeHidden();

  await page.reload();
  await expect(current(page)).toBeVisible();
  const size = () => current(page).evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
  await expect.poll(size).toEqual([300, 100]);
  const dialog = page.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer votre logo ?' });
  await remove(page).click();
  await dialog.getByRole('button', { name: 'Non' }).click();
  await expect(remove(page)).toBeFocused();
  expect(calls).not.toContain('DELETE /api/v2/user/logo/delete/');
  await remove(page).click();
  await dialog.getByRole('button', { name: 'Oui' }).click();
  await expect(panel(page).getByText('Logo supprimé avec succès !')).toBeVisible();
  await expect(current(page)).toBeHidden();
  await expect(chooser(page)).toBeFocused();
});

test.describe('a file that is not a picture', () => {
  // The browser's tracer reads a preview again after it is gone.
  test.use({ allowConsole: /^Connecting to 'blob:/ });

  test('LO-02 a file that can be refused beforehand is not sent; exactly 5 MB is; the server checks the bytes', async ({
    page,
  }, info) => {
    const calls = recordCalls(page);
    await page.goto(TAB);
    const alert = panel(page).getByRole('alert');
    await send(page).click();
    await expect(alert).toHaveText('Veuillez sélectionner un fichier.');
    await expect(chooser(page)).toBeFocused();
    await chooser(page).setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await expect(alert).toHaveText(TYPE_REFUSED);
    await chooser(page).setInputFiles(fileOf(info.outputPath('large/logo.png'), Buffer.alloc(MAX + 1)));
    await expect(alert).toHaveText('Le fichier est trop volumineux. Taille maximum : 5MB.');
    await chooser(page).setInputFiles({
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<script>1</script>'),
    });
    await expect(alert).toHaveText(TYPE_REFUSED);
    await expect(preview(page)).toBeHidden();
    expect(calls).not.toContain('POST /api/v2/user/logo/upload/');

    const small = await picture(page);
    const largest = Buffer.concat([small, Buffer.alloc(MAX - small.length)]);
    await chooser(page).setInputFiles(fileOf(info.outputPath('largest/logo.png'), largest));
    await expect(panel(page).getByText('Nouveau logo : logo.png, 5,2 Mo')).toBeVisible();
    await send(page).press('Enter');
    await expect(panel(page).getByText('Logo uploadé avec succès !')).toBeVisible();
  });
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('LO-03 LO-04 the server’s message, else ours; the chosen file is kept', async ({ page }) => {
    await page.goto(TAB);
    const alert = panel(page).getByRole('alert');
    await chooser(page).setInputFiles(png(await picture(page)));
    const answers = [
      () => page.route(UPLOAD, (route) => route.fulfill({ status: 400, json: { error: 'Trop de logos.' } })),
      () => page.route(UPLOAD, (route) => route.fulfill({ status: 500, body: 'oups' })),
      () => page.route(UPLOAD, (route) => route.abort()),
    ];
    const sentences = [
      'Trop de logos.',
      "Erreur lors de l'upload du logo.",
      "Erreur lors de l'upload du logo. Veuillez réessayer.",
    ];
    for (const [index, answer] of answers.entries()) {
      await answer();
      await send(page).click();
      await expect(alert).toHaveText(sentences[index] ?? '');
      await expect(preview(page)).toBeVisible();
    }
    await page.unroute(UPLOAD);
    await send(page).click();
    await page.route('**/api/v2/user/logo/delete/', (route) => route.fulfill({ status: 500, json: {} }));
    await remove(page).click();
    await page.getByRole('button', { name: 'Oui' }).click();
    await expect(alert).toHaveText('Erreur lors de la suppression du logo.');
    await expect(current(page)).toBeVisible();
  });
});

test('axe is clean with a logo, another chosen, and the question; nothing scrolls sideways at 320 px', async ({
  page,
}) => {
  await page.goto(TAB);
  await chooser(page).setInputFiles(png(await picture(page, 400, 400)));
  await send(page).click();
  await expect(current(page)).toBeVisible();
  await chooser(page).setInputFiles(png(await picture(page, 900, 60)));
  await expect(preview(page)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
  await remove(page).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
});
