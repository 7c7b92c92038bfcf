import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const MENTION =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr';

test.describe('still', () => {
  // Colours in the middle of a transition have no contrast to speak of.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of ['/', '/Tarifs', '/AboutUs', '/Legal', '/confidentialite', '/aide#annonce']) {
    test(`IN-01 ${path} opens, axe is clean, 320 px do not scroll sideways`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoSidewaysScroll(page);
    });
  }
});

test('IN-01 /Legal: publisher, director, host, mediator, purpose…, and « Retour » goes back one page', async ({
  page,
}) => {
  await page.goto('/Tarifs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Éditeur',
    'Directeur de la publication',
    'Hébergeur',
    'Médiateur de la consommation',
    'Objet du site',
    'Données personnelles',
    'Propriété intellectuelle',
    'Responsabilité',
  ]);
  await expect(page.getByText('[Éditeur à renseigner]')).toBeVisible();
  await page.getByRole('button', { name: 'Retour' }).click();
  await expect(page).toHaveURL(/\/Tarifs$/);
});

test('IN-01 /AboutUs: mission, strengths, team, vision', async ({ page }) => {
  await page.goto('/AboutUs');
  for (const name of ['Notre mission', 'L’équipe', 'Notre vision', 'Un PDF en moins d’une minute']) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
});

test('/confidentialite names every cookie that the site has left', async ({ page, account, session }) => {
  await session(await account(1));
  await page.goto('/realisation_erp?adresse=10+rue+de+la+paix+mende');
  await page.getByRole('button', { name: "Continuer vers l'étape suivante" }).click();
  await page.goto('/confidentialite');
  const told = await page.locator('code').allTextContents();
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(cookies.length).toBeGreaterThan(3);
  expect(told).toEqual(expect.arrayContaining(cookies.map(({ name }) => name)));
  expect(stored.filter((name) => !told.includes(name) && !name.startsWith('react-router'))).toEqual([]);
});

test('/aide: an address opens its answer; the sentence of the advert is copied letter for letter', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/aide#annonce');
  await page.getByRole('button', { name: 'Copier la mention pour l’annonce' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Mention copiée' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(MENTION);
  await expect(page.getByText('la loi du 30 juillet 2003')).toBeHidden();
  await page.getByText('Quelles règles ont changé').click();
  await expect(page.getByText('la loi du 30 juillet 2003')).toBeVisible();
});

test('HM-01 the figures of / run up in 2, 2.5 and 3 seconds', async ({ page, sql }) => {
  const [row] = await sql<{ total: number }>(`select count(*)::int as total from statement where status = 'issued'`);
  const band = page.getByRole('region', { name: 'Clairisque en chiffres' });
  const figures = band.getByRole('definition');
  await page.clock.install({ time: new Date('2026-11-21T10:00:00') });
  await page.clock.pauseAt(new Date('2026-11-21T10:10:00'));
  const counted = page.waitForResponse('**/api/v2/admin/data/');
  await page.goto('/');
  await band.scrollIntoViewIfNeeded();
  expect((await counted).ok()).toBe(true);
  // The run starts with the first frame that the clock lets through.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(figures.nth(0)).not.toHaveText(/^24/, { timeout: 50 });
  }).toPass({ intervals: [20] });
  await page.clock.runFor(500);
  await expect(figures.nth(0)).not.toHaveText(/^24/);
  await page.clock.runFor(1480);
  await expect(figures.nth(0)).toHaveText(/^24/);
  await expect(figures.nth(2)).not.toHaveText(/^100/);
  await page.clock.runFor(1020);
  await expect(figures.nth(2)).toHaveText(/^100/);
  expect(Number((await figures.nth(1).textContent())?.replaceAll(/\D/g, ''))).toBeGreaterThanOrEqual(row?.total ?? 0);
});

test('HM-01 reduced motion: the figures stand still, so do the sources', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const band = page.getByRole('region', { name: 'Clairisque en chiffres' });
  await expect(band.getByRole('definition').first()).toHaveText(/^24/);
  await expect(page.getByRole('button', { name: 'Arrêter le défilement' })).toBeHidden();
});

test('/: the strip of sources stops; the demonstration waits to be played, with captions', async ({ page }) => {
  await page.goto('/');
  const strip = page.getByRole('list').filter({ hasText: 'Base Adresse Nationale' });
  const place = async () => (await strip.boundingBox())?.x;
  await page.getByRole('button', { name: 'Arrêter le défilement' }).click();
  await expect(page.getByRole('button', { name: 'Reprendre le défilement' })).toBeVisible();
  const stopped = await place();
  await page.waitForTimeout(200);
  expect(await place()).toBe(stopped);
  const video = page.getByLabel('Démonstration de Clairisque');
  await video.scrollIntoViewIfNeeded();
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused && !element.autoplay)).toBe(true);
  const played = await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    return { seconds: element.duration, captions: element.textTracks[0]?.cues?.length ?? 0 };
  });
  expect(played.seconds).toBeGreaterThan(10);
  expect(played.captions).toBeGreaterThan(4);
});
