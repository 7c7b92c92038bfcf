import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { RESOURCES, resourcePath } from '../web/src/pages/developers/resources.ts';
import { COOKIES_DECLINED, expect, hold, test } from './journey.ts';

const PUBLIC = [
  '/',
  '/Tarifs',
  '/AboutUs',
  '/aide',
  '/statut',
  '/verification',
  '/CGV',
  '/Legal',
  '/confidentialite',
  '/developpeurs',
  '/developpeurs/guides',
  '/developpeurs/reference',
  ...RESOURCES.map(resourcePath),
  '/developpeurs/essais',
  '/developpeurs/erreurs',
  '/login',
  '/sign-up',
];
const PRIVATE = [
  '/myspace',
  '/etat/1',
  '/remise/secret',
  '/questions/secret',
  '/RecapitulatifSolde',
  '/activate/a/b',
  '/nulle-part',
];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page is readable, described and shareable; the others are not for search engines', async ({
    page,
    request,
    product,
  }) => {
    const descriptions = new Set<string | null>();
    for (const path of PUBLIC) {
      const answer = await page.goto(path);
      expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
      expect(answer?.headers()['x-robots-tag']).toBeUndefined();
      await expect(page.locator('main h1'), path).toBeVisible();
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', product.url + path);
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', product.url + path);
      descriptions.add(await page.locator('meta[name=description]').getAttribute('content'));
    }
    expect(descriptions.size).toBe(PUBLIC.length);
    await page.goto('/');
    const specimen = page.getByRole('link', { name: 'Lire cette page' });
    await expect(specimen.getByRole('img', { name: /Votre bien est concerné par 2 des 10 points/ })).toBeVisible();
    const opened = await request.get((await specimen.getAttribute('href')) ?? '');
    expect(opened.headers()).toMatchObject({ 'content-type': 'image/webp' });
    await expect(page.getByText(/établi en [\d,]+\u00A0s \(mesuré le\u00A0\d\d\/\d\d\/\d{4}\)/)).toBeVisible();
    for (const path of PRIVATE) {
      const answer = await request.get(path);
      expect(answer.headers()['x-robots-tag'], path).toBe('noindex, nofollow');
    }
    const sketch = await request.get('/myspace/?tab=inconnu', { headers: { cookie: 'token=unknown' } });
    expect(sketch.headers()).toMatchObject({ vary: 'accept-encoding, cookie', 'x-robots-tag': 'noindex, nofollow' });
    expect(await sketch.text()).toContain('<h1>Mon espace</h1>');
    expect(await (await request.get('/myspace/')).text()).not.toContain('Mon espace');
    const sitemap = await (await request.get('/sitemap.xml')).text();
    const locations = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(new Set(locations)).toEqual(new Set([...PUBLIC, '/realisation_erp'].map((path) => product.url + path)));
    expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${product.url}/sitemap.xml`);
  });

  test('without JavaScript → the notice stands before the content, and dead buttons say why', async ({ page }) => {
    for (const path of ['/', '/login', '/sign-up', '/verification']) {
      await page.goto(path);
      // What is in a `noscript` has no text for a locator by text.
      const notice = page.locator('#scriptless');
      await expect(notice, path).toBeVisible();
      const bar = await page.getByRole('banner').boundingBox();
      expect((await notice.boundingBox())!.y).toBeLessThan(bar!.y);
      const silent = await page
        .locator('main button:disabled:not([aria-label])')
        .evaluateAll((all) =>
          all.filter(
            (one) => one.checkVisibility() && !getComputedStyle(one, '::after').content.includes('sans JavaScript'),
          ),
        );
      expect([path, silent]).toEqual([path, []]);
    }
  });
});

test('a page is checked at each visit, its files are kept for ever; both come compressed', async ({ request }) => {
  const page = await request.get('/', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(page.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  const { etag = '' } = page.headers();
  const again = await request.get('/', { headers: { 'accept-encoding': 'gzip, br', 'if-none-match': etag } });
  expect(again.status()).toBe(304);
  const [script = ''] = /\/assets\/shell-[^" ]+\.js/.exec(await page.text()) ?? [];
  for (const encoding of ['br', 'gzip']) {
    const file = await request.get(script, { headers: { 'accept-encoding': encoding } });
    expect(file.headers()).toMatchObject({
      'content-encoding': encoding,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'content-type': /javascript/,
    });
  }
});

test('before hydration, a prerendered form accepts nothing: no password in the URL, no click lost; the cookie question is shown', async ({
  page,
  context,
}) => {
  const bringCode = await hold(page, '**/assets/index-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  const password = page.getByLabel('Mot de passe', { exact: true });
  const submit = page.getByRole('main').getByRole('button', { name: /connect/i });
  await expect(password).not.toBeEditable();
  await expect(submit).toBeDisabled();
  await password.press('Enter');
  const question = page.getByRole('region', { name: 'Cookies' });
  await expect(question).toBeVisible();
  const known = await context.newPage();
  await context.addCookies([{ name: 'cookieConsent', value: 'declined', url: page.url() }]);
  await known.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await known.goto('/login', { waitUntil: 'commit' });
  await expect(known.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(known.getByRole('region', { name: 'Cookies' })).toBeHidden();
  bringCode();
  await expect(question).toBeHidden();
  await password.fill('Motdepasse-2026!');
  await expect(submit).toBeEnabled();
  expect(page.url()).toMatch(/\/login$/);
  await expect(password).toHaveValue('Motdepasse-2026!');
});

test.describe('code that does not come', () => {
  test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource|TrustedScript|ERR_INTERNET_DISCONNECTED/ });

  test('is requested again with its page; then a message with a link that reloads the page', async ({
    page,
    context,
  }) => {
    let failures = 1;
    await page.route('**/assets/shell-*.js', (route) =>
      failures-- > 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const stopped = page.getByText('La page n’a pas pu se charger entièrement');
    await page.goto('/login');
    // Its second load may start only after the first one has ended.
    await expect.poll(() => failures).toBeLessThan(0);
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeEditable();
    await expect(stopped).toBeHidden();
    failures = Infinity;
    await context.clearCookies();
    await page.goto('/login?next=%2FTarifs', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toContainText('La page n’a pas pu se charger entièrement');
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await violations(page, ['color-contrast', 'target-size'])).toEqual([]);
    failures = 0;
    await page.getByRole('link', { name: 'Recharger la page' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeEditable();
    await expect(stopped).toBeHidden();
    expect(page.url()).toMatch(/\/login\?next=%2FTarifs$/);

    // Also in a browser that hides how the page was reached, without endless reloads.
    failures = Infinity;
    await page.addInitScript(() => Object.assign(performance, { getEntriesByType: () => [] }));
    const loads: string[] = [];
    page.on('request', (one) => one.resourceType() === 'document' && loads.push(one.url()));
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(stopped).toBeVisible();
    expect(loads).toHaveLength(1);
  });

  test('not even the first script → after some seconds the style shows a message with a link that reloads the page', async ({
    page,
  }) => {
    await page.context().clearCookies();
    await page.route('**/assets/boot-*.js', (route) => route.abort('internetdisconnected'));
    await page.goto('/login', { waitUntil: 'commit' });
    const stopped = page.getByRole('alert').filter({ hasText: 'La page n’a pas pu se charger entièrement' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(stopped).toBeVisible();
    await expect(page.getByLabel('Mot de passe', { exact: true })).not.toBeEditable();
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
    expect(await violations(page, ['color-contrast', 'target-size'])).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Recharger la page' }).click();
    await expect(page.getByLabel('Mot de passe', { exact: true })).toBeEditable();
    await expect(stopped).toBeHidden();
  });
});

/** Kilobytes over the network. */
async function transferred(page: Page): Promise<{ script: number; style: number; font: number }> {
  return page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const sum = (pattern: RegExp) =>
      files
        .filter(({ name }) => pattern.test(name))
        .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1000;
    return { script: sum(/\.m?js$/), style: sum(/\.css$/), font: sum(/\.woff2$/) };
  });
}

test.describe('first view', () => {
  test.use(COOKIES_DECLINED);

  test('of the home page: light, still, taken over by the application without being drawn again', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + entry.value });
        }
      }).observe({ type: 'layout-shift', buffered: true });
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('h1')?.setAttribute('data-printed', '');
      });
    });
    // Fonts always arrive after the first paint, as on a slow network, so that the test sees layout shifts.
    const bringFonts = await hold(page, '**/*.woff2');
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    bringFonts();
    await page.waitForLoadState('networkidle');
    const { script, style, font } = await transferred(page);
    expect(script).toBeLessThanOrEqual(120);
    expect(style).toBeLessThanOrEqual(20);
    expect(font).toBeLessThanOrEqual(80);
    // A word may move by a pixel when its font arrives; another line break moves twenty times as much.
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.001);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible();
    await expect(page.locator('h1[data-printed]')).toBeVisible();
  });
});

/** Every URL in the service worker's caches. */
async function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = await Promise.all(opened.map((cache) => cache.keys()));
    return kept.flat().map(({ url }) => url);
  });
}

test.describe('without a network', () => {
  test.use({ ...COOKIES_DECLINED, serviceWorkers: 'allow', allowConsole: /ERR_(INTERNET_DISCONNECTED|FAILED)/ });

  test('the owner reads an opened document again, without any balance; signed out, nothing is left', async ({
    page,
    context,
    statement,
  }) => {
    const { id } = await statement();
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // The video is heavier than the whole cache, and useless offline.
    expect(await page.evaluate(async () => (await (await fetch('/demonstration.mp4')).blob()).size)).toBeGreaterThan(
      1e5,
    );
    expect((await keptAddresses(page)).filter((url) => url.includes('demonstration'))).toEqual([]);
    await page.goto(`/etat/${id}`);
    const contents = page.getByRole('heading', { level: 2, name: 'Sources et méthode' });
    await expect(contents).toBeVisible();
    // The document is kept in parallel with the page, which does not wait for it.
    await expect.poll(() => keptAddresses(page)).toContainEqual(expect.stringMatching(`/erp/${id}/document/$`));
    await context.setOffline(true);
    await page.reload();
    await expect(contents).toBeVisible();
    await expect(page.getByText('Vous êtes hors ligne.').first()).toBeVisible();
    await expect(page.getByRole('banner').getByText(/crédit/)).toBeHidden();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('documents'))))
      .toEqual([]);
  });
});
