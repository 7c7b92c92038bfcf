import type { Locator, Page, Route } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectNoSidewaysScroll, hold, test } from './journey.ts';
import {
  cadastreField,
  continueButton,
  generateButton,
  heading,
  LABEL,
  order,
  orderIssued,
  reachSummary,
  READY,
  validateAddress,
} from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

const SIZES = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const UNLIKE = {
  adresse: null,
  commune: { nom: 'Mende', code_insee: '48095' },
  avertissement: 'Une autre adresse que celle du bien.',
};

/** A draft of another machine. */
const OFFERED = {
  brouillon: {
    adresse: LABEL,
    cadastre: '000-AB-0012',
    code_parcelle: '000-AB-0012@48095',
    latitude: 44.518,
    longitude: 3.501,
    type_de_transaction: 'Vente',
    vendeur_nom: '',
    acheteur_nom: '',
    declarations: null,
  },
  modifie_le: '2026-11-20T10:00:00.000Z',
};

const PREVIEW = /\/api\/v2\/apercu\/(?!zonages)/;
const glance = (page: Page) => page.getByRole('button', { name: /^Aperçu gratuit\s: / });
const questions = (page: Page) => page.getByText(/^Ce que le document laisserait à remplir/);

/** Every size, at the start of the page and at its end. */
const VIEWS = SIZES.flatMap((size) => (['start', 'end'] as const).map((place) => ({ size, place })));

/** Holds the previews back, each then answered by `answer`; returns the function that releases them. */
async function holdPreview(page: Page, answer: (route: Route) => Promise<void>): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(PREVIEW, async (route) => {
    await released.promise;
    await answer(route);
  });
  return released.resolve;
}

async function withoutQuestion(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: { ...((await response.json()) as object), questions: [] } });
}

const topOf = (locator: Locator) => locator.evaluate((element) => Math.round(element.getBoundingClientRect().top));
const scroll = (page: Page, to: 'start' | 'end') =>
  page.evaluate((to) => window.scrollTo(0, to === 'end' ? document.body.scrollHeight : 0), to);

test('late responses at step 2 do not move its button, wherever the page is scrolled', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await reachSummary(page, '3 rue du moulin trente-pages');
  const documents = page.getByText('Pages des plans à joindre');
  const warning = page.getByText('Votre adresse figurera à part dans le document');
  for (const { size, place } of VIEWS) {
    await page.setViewportSize(size);
    const release = await Promise.all([
      hold(page, '**/api/v2/cadastre/adresse/**', UNLIKE),
      hold(page, '**/api/v2/cadastre/pieces-plans/**'),
      hold(page, PREVIEW),
    ]);
    await page.reload();
    await expect(generateButton(page)).toBeVisible();
    await expect(page.getByText('il vous en restera')).toBeVisible();
    await scroll(page, place);
    const before = await topOf(generateButton(page));
    expect(before).toBeLessThan(size.height);
    for (const one of release) one();
    await expect(warning).toBeAttached();
    await documents.evaluate((element) => element.closest('details')?.setAttribute('data-seen', ''));
    await expect(page.locator('details[data-seen] legend').first()).toBeAttached();
    await expect(questions(page)).toContainText(/\(0 sur \d+, facultatif\)/);
    const moved = (await topOf(generateButton(page))) - before;
    // A browser that keeps its place while the page grows does so by whole pixels.
    expect(Math.abs(moved), `${size.width} px, at the ${place}`).toBeLessThanOrEqual(1);
    await expectNoSidewaysScroll(page);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test.describe('a preview that knows no question', () => {
  test.use({ allowConsole: /status of 503/ });

  for (const [outcome, answer, said] of [
    ['that fails', (route: Route) => route.fulfill({ status: 503, json: {} }), 'non connu'],
    ['without any question', withoutQuestion, 'rien pour l’instant'],
  ] as const) {
    test(`at step 2, a preview ${outcome} moves nothing either, and its panel says so`, async ({
      page,
      account,
      session,
    }) => {
      await session(await account(1));
      await reachSummary(page);
      for (const { size, place } of VIEWS) {
        await page.setViewportSize(size);
        const release = await holdPreview(page, answer);
        await page.reload();
        await expect(page.getByText('il vous en restera')).toBeVisible();
        await expect(questions(page)).toContainText('(facultatif)');
        await scroll(page, place);
        const before = [await topOf(questions(page)), await topOf(generateButton(page))];
        release();
        await expect(questions(page)).toContainText(`(${said})`);
        const after = [await topOf(questions(page)), await topOf(generateButton(page))];
        expect(after, `${size.width} px, at the ${place}`).toEqual(before);
        await page.unrouteAll({ behavior: 'wait' });
      }
    });

    test(`at step 1, a preview ${outcome} does not move the button`, async ({ page }) => {
      for (const { size, place } of VIEWS) {
        await page.setViewportSize(size);
        const release = await holdPreview(page, answer);
        await validateAddress(page);
        await expect(cadastreField(page)).toHaveValue(/./);
        await scroll(page, place);
        const before = await topOf(continueButton(page));
        release();
        await expect(glance(page).or(page.getByText('L’aperçu n’est pas disponible.')).first()).toBeVisible();
        const moved = (await topOf(continueButton(page))) - before;
        expect(Math.abs(moved), `${size.width} px, at the ${place}`).toBeLessThanOrEqual(1);
        await page.unrouteAll({ behavior: 'wait' });
      }
    });
  }
});

test('a draft left on another machine, offered late at step 1, does not move the address’s button', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await page.setViewportSize(SIZES[0] ?? { width: 360, height: 640 });
  const bringDraft = await hold(page, '**/api/v2/erp/me/brouillon/', OFFERED);
  await page.goto('/realisation_erp');
  const validate = page.getByRole('button', { name: 'Valider' });
  const before = await topOf(validate);
  bringDraft();
  await expect(page.getByText('Votre saisie est enregistrée.')).toBeVisible();
  expect(await topOf(validate)).toBe(before);
});

test('late responses at step 4 do not move its buttons', async ({ page, statement }) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  await page.setViewportSize(SIZES[2] ?? { width: 1280, height: 800 });
  const release = await hold(page, '**/api/v2/erp/*/suite/');
  await reachSummary(page);
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
  const download = page.getByRole('button', { name: 'Télécharger le PDF' });
  const read = page.getByRole('link', { name: 'Lire à l’écran' });
  const before = [await topOf(download), await topOf(read)];
  const next = page.getByRole('link', { name: 'Voir mes États des Risques' });
  await expect(next, 'it would move').toBeHidden();
  release();
  await expect(page.getByRole('button', { name: 'Remettre' })).toBeVisible();
  await expect(next).toBeVisible();
  expect([await topOf(download), await topOf(read)]).toEqual(before);
});
