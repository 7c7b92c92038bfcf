import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import {
  addressField,
  continueButton,
  heading,
  issue,
  LABEL,
  order,
  reachSummary,
  SUMMARY,
  TYPED,
  validateAddress,
  validateButton,
} from './wizard-steps.ts';

// In order, on a product of their own: a failing supplier opens its circuit for whoever comes next.
test.describe.configure({ mode: 'default' });
// The browser reports every refusal.
test.use({ ownProduct: true, allowConsole: /Failed to load resource/ });

const CREATE = '**/api/v2/erp/me/create/';
const GENERATE = '**/api/v2/erp/me/id/generate/*/';
const DOWNLOAD = '**/api/v2/download_pdf_proxy/*/';
const APOLOGY =
  "Une erreur s'est produite lors du traitement de votre demande. Veuillez réessayer plus tard ou nous contacter si le problème persiste.";

async function expectErrorPage(page: Page): Promise<void> {
  await page.waitForURL('**/errorERP', { timeout: 35_000 });
  await expect(heading(page, 'Oups !')).toBeVisible();
}

/** The draft is gone. */
async function expectFreshWizard(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Réaliser un Etat des Risques' }).click();
  await expect(page.locator('[aria-current=step]')).toContainText('Rechercher une parcelle');
  await expect(addressField(page)).toHaveValue('');
}

for (const kind of ['Panne', 'Charabia', 'Quota']) {
  test(`addresses: ${kind} → said, the text kept, « Réessayer », another address works`, async ({ page }) => {
    await validateAddress(page, `3 rue du Moulin ${kind}-Adresses`);
    await expect(page.getByText(/La recherche d’adresse ne répond pas\. Votre saisie est conservée/)).toBeVisible({
      timeout: 12_000,
    });
    await expect(addressField(page)).toHaveValue(`3 rue du Moulin ${kind}-Adresses`);
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    await addressField(page).fill(TYPED);
    await validateButton(page).click();
    await expect(continueButton(page)).toBeVisible({ timeout: 15_000 });
  });
}

test('addresses: no suggestion → said, as an error once validated', async ({ page }) => {
  await validateAddress(page, '3 rue du Moulin Vide-Adresses');
  await expect(page.getByText(/Aucune adresse trouvée\./)).toBeVisible();
  await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
});

for (const kind of ['Coupure', 'Charabia']) {
  test(`WZ-05 cadastre: ${kind} → said, the address kept, « Réessayer »`, async ({ page }) => {
    await validateAddress(page, `3 rue du Moulin ${kind}-Cadastre`);
    await expect(page.getByRole('alert')).toContainText('Le cadastre ne répond pas.', { timeout: 25_000 });
    await expect(addressField(page)).toHaveValue(`3 Rue du Moulin 48999 ${kind}-Cadastre`);
    await expect(continueButton(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  });
}

test('WZ-05 cadastre: the call fails, then « Réessayer » → the parcel', async ({ page }) => {
  let fails = true;
  await page.route('**/api/v2/cadastre/proximite/**', async (route) => {
    if (fails) await route.fulfill({ status: 503, json: { detail: '' } });
    else await route.continue();
  });
  await validateAddress(page);
  await expect(page.getByRole('alert')).toContainText('Le cadastre ne répond pas.');
  fails = false;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(continueButton(page)).toBeVisible({ timeout: 25_000 });
});

test('WZ-05 cadastre: no parcel there → said, no step 2', async ({ page }) => {
  await validateAddress(page, '3 rue du Moulin Vide-Cadastre');
  await expect(page.getByRole('alert')).toContainText('Aucune parcelle à cet endroit.', { timeout: 25_000 });
  await expect(continueButton(page)).toBeHidden();
});

for (const status of [418, 500]) {
  test(`WZ-17 creation answers ${status} → /errorERP, draft gone, nothing debited`, async ({
    page,
    account,
    session,
    balance,
  }) => {
    const payer = await account(3);
    await session(payer);
    await page.route(CREATE, (route) => route.fulfill({ status, json: {} }));
    await reachSummary(page);
    await order(page);
    await expectErrorPage(page);
    await expect(page.getByRole('banner').getByText('3 crédits')).toBeVisible();
    expect(await balance(payer)).toBe(3);
    await expectFreshWizard(page);
  });
}

test('WZ-17 creation: no network → /errorERP, nothing debited', async ({ page, account, session, balance }) => {
  const payer = await account(3);
  await session(payer);
  await page.route(CREATE, (route) => route.abort());
  await reachSummary(page);
  await order(page);
  await expectErrorPage(page);
  expect(await balance(payer)).toBe(3);
});

test('WZ-17 ER-01 generation answers 500 → /errorERP; « Revenir à l’accueil » → /, wizard empty', async ({
  page,
  account,
  session,
  balance,
}) => {
  const payer = await account(3);
  await session(payer);
  const detail = 'Une erreur inattendue s’est produite (incident 3f9a0c1b).';
  await page.route(GENERATE, (route) => route.fulfill({ status: 500, json: { detail } }));
  await reachSummary(page);
  await order(page);
  await expectErrorPage(page);
  await expect(page.getByText(APOLOGY, { exact: true })).toBeVisible();
  await expect(page.getByRole('code')).toHaveText('3f9a0c1b');
  expect(await balance(payer)).toBe(3);
  await page.getByRole('button', { name: "Revenir à l'accueil" }).click();
  await page.waitForURL(/\/$/);
  await expectFreshWizard(page);
});

test('WZ-18 the PDF does not come → /errorERP; the statement waits in the history, paid once', async ({
  page,
  account,
  session,
  balance,
}) => {
  const payer = await account(3);
  await session(payer);
  await page.route(DOWNLOAD, (route) => route.fulfill({ status: 500, json: {} }));
  await reachSummary(page);
  await order(page);
  await expectErrorPage(page);
  await page.unroute(DOWNLOAD);
  await page.getByRole('link', { name: 'Mes Etats des Risques' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Télécharger, état des risques/ }).click();
  expect((await download).suggestedFilename()).toContain(LABEL);
  expect(await balance(payer)).toBe(2);
  await expectFreshWizard(page);
});

test('the session was revoked elsewhere during step 2 → /login, the draft kept', async ({
  page,
  account,
  session,
  sql,
}) => {
  const payer = await account(1);
  await session(payer);
  await reachSummary(page);
  await sql('delete from api_token where account_id = $1', [payer.id]);
  await order(page);
  await page.waitForURL('**/login');
  await page.goBack();
  await expect(heading(page, SUMMARY)).toBeVisible();
});

test('maps of the document: tiles down → issued all the same', async ({ page, account, session, balance }) => {
  const payer = await account(1);
  await session(payer);
  await issue(page, '3 rue du Moulin Panne-Tuiles');
  expect(await balance(payer)).toBe(0);
});

// Last: the circuit of Géorisques stays open for 15 s.
for (const supplier of ['Charabia-Géorisques', 'Vide-Géorisques', 'Panne-PEB', 'Panne-Géorisques']) {
  test(`WZ-17 generation with ${supplier} → /errorERP, nothing debited`, async ({
    page,
    account,
    session,
    balance,
    sql,
  }) => {
    const payer = await account(1);
    await session(payer);
    await reachSummary(page, `3 rue du Moulin ${supplier}`);
    await order(page);
    await expectErrorPage(page);
    await expect(page.getByText('Aucun crédit n’a été débité')).toBeVisible();
    await expect(page.getByRole('banner').getByText('1 crédit')).toBeVisible();
    expect(await balance(payer)).toBe(1);
    expect(await sql("select id from statement where account_id = $1 and status = 'issued'", [payer.id])).toEqual([]);
    await expectFreshWizard(page);
  });
}
