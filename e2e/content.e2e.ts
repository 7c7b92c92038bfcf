import { COOKIES_DECLINED, expect, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const MENTION =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr';

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
  await expect(page.getByText(/^RCS .+, SIREN [\d\s]+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Retour' }).click();
  await expect(page).toHaveURL(/\/Tarifs$/);
});

test('IN-01 /AboutUs: mission, strengths, team, vision', async ({ page }) => {
  await page.goto('/AboutUs');
  for (const name of [
    'Notre mission',
    /attendre de nous/,
    'L’équipe',
    'Notre vision',
    'Un PDF en moins d’une minute',
  ]) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
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
  // A reference does as well as an address.
  await page.getByText('Je ne connais pas ma parcelle').click();
  await expect(page.getByText('Tapez-la à la place de l’adresse')).toBeVisible();
});

test('HM-01 /: the real count; the strip of sources runs and stops; the film waits to be played, with captions', async ({
  page,
  sql,
}) => {
  const arrival = new Date();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const counted = page.waitForResponse('**/api/v2/admin/data/');
  await page.goto('/');
  const figures = page.getByRole('region', { name: 'Clairisque en chiffres' }).getByRole('definition');
  const figure = figures.nth(1).locator('[aria-hidden=true]');
  await figure.scrollIntoViewIfNeeded();
  const { nb_erps_total: total } = (await (await counted).json()) as { nb_erps_total: number };
  // The server counts once a minute, and other journeys delete or age their statements: the number that it has counted
  // and that are left.
  const [left] = await sql<{ total: number }>(
    `select count(*)::int as total from statement where status = 'issued'
       and greatest(created_at, issued_at) < $1::timestamptz - interval '1 minute'`,
    [arrival],
  );
  expect(total).toBeGreaterThanOrEqual(left?.total ?? 0);
  await expect.poll(async () => Number((await figure.textContent())?.replaceAll(/\D/g, ''))).toBe(total);
  const strip = page.getByRole('list').filter({ hasText: 'Base Adresse Nationale' });
  const place = async () => (await strip.boundingBox())?.x;
  const started = await place();
  await expect.poll(place).not.toBe(started);
  await page.getByRole('button', { name: 'Arrêter le défilement' }).click();
  await expect(page.getByRole('button', { name: 'Reprendre le défilement' })).toBeVisible();
  // A pause takes effect with a later frame: from then on each animation's time stands still.
  const times = async () =>
    strip.evaluate(async (element) => {
      const running = element.getAnimations();
      await Promise.all(running.map((animation) => animation.ready));
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return running.map(({ playState, currentTime }) => [playState, currentTime]);
    });
  const stopped = await times();
  expect(stopped).toEqual([['paused', expect.any(Number)]]);
  expect(await times()).toEqual(stopped);
  const video = page.getByLabel('Démonstration de Clairisque');
  await video.scrollIntoViewIfNeeded();
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused && !element.autoplay)).toBe(true);
  const seconds = await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    return element.duration;
  });
  expect(seconds).toBeGreaterThan(10);
  // The captions are in a file of their own.
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(4);
});
