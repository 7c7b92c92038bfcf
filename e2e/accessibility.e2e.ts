import { COOKIES_DECLINED, expect, expectAccessible, test } from './journey.ts';
import { hiddenStates } from './quality.ts';
import {
  continueButton,
  generateButton,
  GENERATION,
  heading,
  LABEL,
  order,
  orderIssued,
  reachSummary,
  READY,
  SUMMARY,
  validateAddress,
} from './wizard-steps.ts';

// The banner covers the foot of a long screen: axe would report small targets.
test.use(COOKIES_DECLINED);

test('axe on step 1 with its parcels, on step 2 with its error and its popup → clean, a title a step', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await validateAddress(page);
  await expect(continueButton(page)).toBeVisible();
  await expect(page).toHaveTitle('Réaliser un Etat des Risques — Clairisque');
  await expectAccessible(page);
  await continueButton(page).click();
  await expect(page).toHaveTitle(`${SUMMARY} — Clairisque`);
  await expect(page.locator('#annonces')).toHaveText('');
  await page.getByText('Déclarations du propriétaire').click();
  await generateButton(page).click();
  await expect(page.getByText('Veuillez choisir le type de transaction.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe on the generation and the reception → clean, a title a step; then the history has its row', async ({
  page,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/api/v2/erp/me/id/generate/*/', async (route) => {
    await held;
    await route.continue();
  });
  await reachSummary(page);
  await order(page);
  await expect(heading(page, GENERATION)).toBeVisible();
  await expect(page).toHaveTitle(`${GENERATION} — Clairisque`);
  expect(await hiddenStates(page)).toEqual([]);
  await expectAccessible(page);
  release();
  await expect(heading(page, READY)).toBeVisible();
  await expect(page).toHaveTitle('Réception de votre Etat des Risques — Clairisque');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Voir mes États des Risques' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
});
