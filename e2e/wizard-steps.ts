import { expect, type Page } from '@playwright/test';

/** A town with few risks, therefore quick to generate. */
export const TYPED = '10 rue de la paix mende';
export const LABEL = '10 Rue de la Paix 48000 Mende';
export const CREATE = 'POST /api/v2/erp/me/create/';

export const addressField = (page: Page) => page.getByRole('combobox', { name: 'Adresse du bien' });
export const validateButton = (page: Page) => page.getByRole('button', { name: 'Valider' });
export const suggestions = (page: Page) => page.getByRole('option');
export const cadastreField = (page: Page) => page.getByLabel('Code cadastre');
export const continueButton = (page: Page) => page.getByRole('button', { name: "Continuer vers l'étape suivante" });
export const generateButton = (page: Page) => page.getByRole('button', { name: 'Générer votre État Des Risques' });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const SUMMARY = 'Récapitulatif de votre Etat des Risques';
export const GENERATION = 'Génération de votre Etat des Risques';
export const READY = 'Votre État des Risques est prêt';

export async function validateAddress(page: Page, typed = TYPED): Promise<void> {
  await page.goto('/realisation_erp');
  await addressField(page).fill(typed);
  await addressField(page).press('Enter');
}

/** Steps 1 to 2; returns the cadastral reference shown at step 1. */
export async function reachSummary(page: Page, typed = TYPED): Promise<string> {
  await validateAddress(page, typed);
  await expect(cadastreField(page)).toHaveValue(/./);
  const reference = await cadastreField(page).inputValue();
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  return reference;
}

/** Orders the generation at step 2. */
export async function order(page: Page): Promise<void> {
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).click();
}

/**
 * Where what the wizard orders is the subject, not the document: the call of the generation never reaches the server.
 * Returns the check that it was made once, with step 3 on screen: the server has stored the order and its declarations.
 */
export async function stopAtGeneration(page: Page): Promise<() => Promise<void>> {
  let asked = 0;
  await page.route('**/api/v2/erp/me/id/generate/*/', () => void (asked += 1));
  return async () => {
    await expect(heading(page, GENERATION)).toBeVisible();
    await expect.poll(() => asked).toBe(1);
  };
}

/**
 * Where the reception is the subject: the creation answers the number of an issued statement of the account, which the
 * server then says is ready. The list that is read before it has no statement of that property yet.
 */
export async function orderIssued(page: Page, { id }: { id: number }): Promise<void> {
  await page.route('**/api/v2/erps/with-regeneration/', (route) => route.fulfill({ json: [] }), { times: 1 });
  await page.route('**/api/v2/erp/me/create/', (route) => route.fulfill({ status: 201, json: { erp_id: id } }));
}

/** All steps, to step 4. */
export async function issue(page: Page, typed = TYPED): Promise<void> {
  await reachSummary(page, typed);
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
}

/**
 * Advances the page's stopped clock in small steps until `locator` is visible: responses come in real time, timers in
 * the page's.
 */
export async function runUntilVisible(page: Page, locator: ReturnType<Page['locator']>, stepMs = 20): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs);
    await expect(locator).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [20] });
}
