import { COOKIES_DECLINED, expect, expectAccessible, signInHere, test } from './journey.ts';

test.use(COOKIES_DECLINED);

test('IN-01 /CGV: sixteen numbered sections, each reached from the contents, and their version', async ({ page }) => {
  await page.goto('/CGV');
  await expect(page.getByRole('heading', { level: 1, name: 'Conditions générales de vente' })).toBeVisible();
  await expect(page.getByText(/Version \d{4}-\d{2}-\d{2}/)).toBeVisible();
  const sections = page.getByRole('heading', { level: 2, name: /^\d+\. / });
  await expect(sections).toHaveCount(16);
  await expect(sections.first()).toHaveText('1. Objet et champ d’application');
  await expect(sections.last()).toHaveText('16. Droit applicable et juridiction compétente');
  await page.getByRole('navigation', { name: 'Sommaire' }).getByRole('link', { name: 'Force majeure' }).click();
  await expect(page).toHaveURL(/#article-12$/);
  await expect(page.getByRole('heading', { name: '12. Force majeure' })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('heading', { name: '12. Force majeure' })).toBeInViewport();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Télécharger le PDF' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^CGV-Clairisque-\d{4}-\d{2}-\d{2}\.pdf$/);
});

test('/CGV: a line has 68 characters at most', async ({ page }) => {
  await page.goto('/CGV');
  const width = await page
    .getByText('Les présentes conditions générales de vente régissent')
    .evaluate(
      (paragraph) => paragraph.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(paragraph).fontSize),
    );
  expect(width).toBeLessThan(68 * 0.6);
});

test('/CGV printed: the text alone', async ({ page }) => {
  await page.goto('/CGV');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: /^16\. / })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Sommaire' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden();
});

test('a publisher above the size of D412-50 → the article in its terms, which leads to the page that it promises; below, that page claims nothing of the size', async ({
  page,
}) => {
  await page.goto('/accessibilite');
  await expect(page.getByText('aux entreprises de dix personnes ou plus')).toBeVisible();
  await expect(page.getByText('DGCCRF')).toHaveCount(0);
  await page.route('**/api/v2/editeur/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), accessibilite: true } });
  });
  await page.goto('/CGV');
  await expect(page.getByRole('heading', { name: '17. Accessibilité du service' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Accessibilité', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibilité' })).toBeVisible();
  await expect(page.getByText('Description prévue aux articles L412-13 et D412-50')).toBeVisible();
  await expect(page.getByText('saisir la DGCCRF')).toBeVisible();
  await expectAccessible(page);
});

test('the footer’s link, signed out → other ways without a password, then through the sign-in to « Droit de rétractation »', async ({
  page,
  account,
}) => {
  const user = await account(0);
  await page.goto('/Tarifs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Renoncer au contrat ici' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'Connectez-vous pour renoncer au contrat.' });
  await expect(banner.getByRole('link', { name: 'formulaire de rétractation' })).toHaveAttribute(
    'href',
    '/CGV#article-6',
  );
  await expectAccessible(page);
  await signInHere(page, user);
  await expect(page.getByRole('heading', { name: 'Droit de rétractation' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Renoncer au contrat ici' })).toBeVisible();
});
