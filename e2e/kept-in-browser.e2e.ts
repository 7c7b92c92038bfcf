import { COOKIES_DECLINED, expect, test } from './journey.ts';
import { heading, SUMMARY } from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

test('/confidentialite names every cookie and every entry of storage that the site has left', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await page.goto('/realisation_erp?adresse=10+rue+de+la+paix+mende');
  await page.getByRole('button', { name: "Continuer vers l'étape suivante" }).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await page.goto('/confidentialite');
  const listed = await page.locator('code').allTextContents();
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(cookies.length).toBeGreaterThan(3);
  expect(listed).toEqual(expect.arrayContaining(cookies.map(({ name }) => name)));
  expect(stored.filter((name) => !listed.includes(name))).toEqual([]);
});
