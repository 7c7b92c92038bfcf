import { COOKIES_DECLINED, expect, test } from './journey.ts';

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
