import { expect, expectAccessible, test } from './journey.ts';
import { generateButton, reachSummary, stopAtGeneration } from './wizard-steps.ts';

test('the pages of a long règlement: found by their text, confirmed or typed by their owner, and declared', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const expectOrdered = await stopAtGeneration(page);
  await reachSummary(page, '3 rue du moulin trente-pages');
  await page.getByText('Pages des plans à joindre').click();
  const rules = page.getByRole('group', { name: /^Règlement du plan/ });
  await expect(rules.getByRole('radio', { name: /^À confirmer plus tard\s: pages \d+ à \d+$/ })).toBeChecked();
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
  await expectOrdered();
});

const PUBLISHED =
  'Selon le zonage publié, le règlement du plan «\u00A0PPRN du Lot\u00A0» prescrit des travaux dans la zone B1, où se trouve le bien.';

test('works that a published zoning prescribes: suggested, and declared only once the owner confirms', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const expectOrdered = await stopAtGeneration(page);
  // No live service says it, nor do the simulators; `required-works.test.ts` reads it from a release.
  await page.route('**/api/v2/cadastre/pieces-plans/**', async (route) => {
    const response = await route.fetch();
    const plans = [{ plan: '48DDT20200001', nom: 'PPRN du Lot', travaux: PUBLISHED }];
    await route.fulfill({ response, json: { ...(await response.json()), travaux: [PUBLISHED], plans } });
  });
  await reachSummary(page);
  await page.getByText('Déclarations du propriétaire (une réponse à confirmer)').click();
  const works = page.getByRole('group', { name: /prescrit-il des travaux/ });
  await expect(works.getByText(PUBLISHED)).toBeVisible();
  await expect(works.getByRole('radio', { name: 'À confirmer plus tard : oui' })).toBeChecked();
  await expectAccessible(page);
  await works.getByRole('radio', { name: 'Je confirme : oui' }).check();
  await expect(page.getByText('Déclarations du propriétaire (facultatif)')).toBeVisible();
  await page
    .getByRole('group', { name: /ont-ils été réalisés/ })
    .getByRole('radio', { name: 'Non' })
    .check();
  const declared = page.waitForRequest((request) => request.url().endsWith('/declarations/'));
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).click();
  expect((await declared).postDataJSON()).toMatchObject({ travaux_prescrits: true, travaux_realises: false });
  await expectOrdered();
});
