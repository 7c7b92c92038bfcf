import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import {
  addressField,
  cadastreField,
  continueButton,
  heading,
  LABEL,
  order,
  reachSummary,
  stopAtGeneration,
  SUMMARY,
  TYPED,
  validateAddress,
} from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

const FEYZIN = '3 Rue de la Raffinerie 69320 Feyzin';
const TITLE = 'Votre adresse figurera à part dans le document';
const warning = (page: Page) => page.locator('[aria-live=polite]').filter({ hasText: TITLE });

/** Changes the address in the browser's draft, as a user who edits its cookies would. */
async function retype(page: Page, adresse: string): Promise<void> {
  const cookies = await page.context().cookies();
  const kept = cookies.find(({ name }) => name === 'adresse');
  if (kept === undefined) throw new Error('no draft');
  await page.context().addCookies([{ ...kept, value: encodeURIComponent(adresse) }]);
  await page.goto('/RecapitulatifERP');
  await expect(heading(page, SUMMARY)).toBeVisible();
}

test('an address of another commune: a warning that names the parcel’s commune, and the order goes on', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const checked = page.waitForResponse((answer) => answer.url().includes('/cadastre/adresse/'));
  await reachSummary(page);
  expect((await checked).status()).toBe(200);
  await expect(page.getByText(LABEL)).toBeVisible();
  await expect(warning(page)).toBeHidden();

  await retype(page, FEYZIN);
  await expect(warning(page)).toContainText('Cette adresse n’est pas dans la commune de la parcelle (Mende)');
  await expect(warning(page)).toContainText('adresse déclarée');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const expectOrdered = await stopAtGeneration(page);
  await order(page);
  await expectOrdered();
});

test('pasted hidden characters never stop the order', async ({ page, account, session }) => {
  await session(await account(1));
  await reachSummary(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill('Élodie\u200B \u202ENuñez');
  const expectOrdered = await stopAtGeneration(page);
  await order(page);
  await expectOrdered();
});

test('an address with a letter that no font has → named at its field in step 1, another one goes on', async ({
  page,
}) => {
  await page.route('**/geocodage/search?**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('Paix', '漢') });
  });
  await validateAddress(page);
  await expect(cadastreField(page)).toHaveValue(/./);
  await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('form output')).toHaveText(/^La lettre «\s漢\s» ne peut pas être imprimée\./);
  await expect(continueButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(continueButton(page)).toHaveAccessibleDescription('Changez d’abord l’adresse.');
  await expectAccessible(page);

  await page.unroute('**/geocodage/search?**');
  await addressField(page).fill(TYPED.replace('10', '12'));
  await addressField(page).press('Enter');
  await expect(cadastreField(page)).toHaveValue(/./);
  await expect(addressField(page)).not.toHaveAttribute('aria-invalid');
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
});

test.describe('the check that fails', () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test('no warning, nothing is blocked', async ({ page, account, session }) => {
    await session(await account(1));
    await page.route('**/api/v2/cadastre/adresse/**', (route) => route.abort());
    await reachSummary(page);
    await expect(warning(page)).toBeHidden();
    const expectOrdered = await stopAtGeneration(page);
    await order(page);
    await expectOrdered();
  });
});
