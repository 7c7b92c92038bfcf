import type { Page, Route } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const CALL = '**/api/v2/users/activation/';
const LINK = '/activate/U1/T1';
const REFUSED = "Une erreur s'est produite. Veuillez réessayer.";

const success = (page: Page) => page.getByRole('status').filter({ hasText: 'Vous venez de valider votre compte!' });
const refusal = (page: Page) => page.getByRole('main').getByRole('alert');
const bar = (page: Page) => page.getByRole('progressbar');

/** Filled share of the bar, from 0 to 1. */
function filled(page: Page): Promise<number> {
  return bar(page).evaluate((element: HTMLProgressElement) => element.position);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`AC-01 one call, a bar of 5 s, /login at 5.1 s (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const bodies: unknown[] = [];
    const held = Promise.withResolvers<void>();
    await page.route(CALL, async (route) => {
      bodies.push(route.request().postDataJSON());
      await held.promise;
      await route.fulfill({ status: 204 });
    });
    await page.clock.install({ time: '2026-11-21T10:00:00Z' });
    await page.goto(LINK);
    await expect(page.getByText('Activation de votre compte en cours…')).toBeVisible();
    // This is before the page's timeout of twenty seconds.
    await page.clock.pauseAt('2026-11-21T10:00:18Z');
    held.resolve();
    await expect(success(page)).toBeVisible();
    await expect.poll(() => filled(page)).toBe(0);
    await page.clock.runFor(2_500);
    await expect.poll(() => filled(page)).toBeCloseTo(0.5, 1);
    await page.clock.runFor(2_500);
    await expect.poll(() => filled(page)).toBe(1);
    await page.clock.runFor(50);
    expect(new URL(page.url()).pathname).toBe(LINK);
    await page.clock.runFor(50);
    await page.clock.resume();
    await page.waitForURL('**/login');
    await expect(page.getByRole('status').filter({ hasText: 'Votre compte est activé.' })).toBeVisible();
    expect(bodies).toEqual([{ uid: 'U1', token: 'T1' }]);
  });
}

test.describe('refused', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  const nextSteps = {
    400: (page: Page) => page.getByRole('button', { name: 'Renvoyer le lien' }),
    403: (page: Page) => page.getByText('Votre compte est déjà actif'),
    500: (page: Page) => page.getByRole('button', { name: 'Réessayer' }),
    503: (page: Page) => page.getByRole('button', { name: 'Réessayer' }),
    'no network': (page: Page) => page.getByRole('button', { name: 'Réessayer' }),
  };

  test('AC-01 400, 403, 500, 503 or no network → the sentence, the next step, no redirect', async ({ page }) => {
    await page.clock.install();
    for (const [answer, nextStep] of Object.entries(nextSteps)) {
      await page.unroute(CALL);
      await page.route(CALL, (route) =>
        answer === 'no network' ? route.abort() : route.fulfill({ status: Number(answer) }),
      );
      await page.goto(LINK);
      await expect(refusal(page)).toContainText(REFUSED);
      await expect(nextStep(page)).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Se connecter' })).toHaveAttribute(
        'href',
        '/login',
      );
      await page.clock.fastForward(10_000);
      expect(new URL(page.url()).pathname).toBe(LINK);
      await expect(bar(page)).toBeHidden();
    }
  });

  test('« Réessayer » after a failure → a second call, then the success', async ({ page }) => {
    const answers = [500, 204];
    await page.route(CALL, (route: Route) => route.fulfill({ status: answers.shift() ?? 418 }));
    await page.goto(LINK);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(success(page)).toBeVisible();
    expect(answers).toEqual([]);
  });

  test('an unknown link → another one by e-mail, without revealing whether the account exists', async ({ page }) => {
    await page.goto('/activate/MQ/inconnu');
    await expect(refusal(page)).toContainText(REFUSED);
    await page.getByLabel('Adresse e-mail de votre compte').fill('personne@exemple.fr');
    const asked = page.waitForRequest('**/api/v2/users/resend_activation/');
    await page.getByRole('button', { name: 'Renvoyer le lien' }).click();
    expect((await asked).postDataJSON()).toEqual({ email: 'personne@exemple.fr' });
    await expect(page.getByRole('status').filter({ hasText: 'Si un compte attend son activation' })).toBeVisible();
  });

  for (const answer of [403, 204]) {
    test(`axe on the answer ${answer}, 320 px → clean, no sideways scroll`, async ({ page }) => {
      // Delays /login, so that axe has its time.
      await page.route('**/assets/login-page*.js', () => null);
      await page.route(CALL, (route) => route.fulfill({ status: answer }));
      await page.goto(LINK);
      await expect(answer === 204 ? success(page) : refusal(page)).toBeVisible();
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  }
});
