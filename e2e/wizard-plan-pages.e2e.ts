import { expect, expectAccessible, test } from './journey.ts';
import { generateButton, heading, reachSummary, READY } from './wizard-steps.ts';

test('the pages of a long règlement: found by their text, confirmed or typed by their owner, and in the document', async ({
  page,
  account,
  session,
}) => {
  test.slow();
  await session(await account(1));
  await reachSummary(page, '3 rue du moulin trente-pages');
  await page.getByText('Pages des plans à joindre').click();
  const rules = page.getByRole('group', { name: /^Règlement du plan/ });
  await expect(rules.getByRole('radio', { name: /^À confirmer plus tard : pages \d+ à \d+$/ })).toBeChecked();
  await rules.getByRole('radio', { name: 'D’autres pages' }).check();
  const pages = rules.getByLabel('Pages à joindre');
  await pages.fill('3, 99');
  await expect(rules.getByText('Écrivez des numéros de page')).toBeVisible();
  await expectAccessible(page);
  await pages.fill('3, 12 à 13');
  await expect(rules.getByText('Écrivez des numéros de page')).toBeHidden();
  const declared = page.waitForRequest((request) => request.url().endsWith('/declarations/'));
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).click();
  expect((await declared).postDataJSON()).toMatchObject({ pages_des_plans: [{ pages: [3, 12, 13] }] });
  await expect(heading(page, READY)).toBeVisible({ timeout: 60_000 });
});
