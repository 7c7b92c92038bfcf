import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import {
  addressField,
  continueButton,
  heading,
  LABEL,
  order,
  reachSummary,
  SUMMARY,
  TYPED,
  validateAddress,
  validateButton,
} from './wizard-steps.ts';

// In order, on a separate API: a failing supplier opens its circuit for later tests.
test.describe.configure({ mode: 'default' });
// The browser logs every refusal.
test.use({ ownApi: true, allowConsole: /Failed to load resource/ });

const CREATE = '**/api/v2/erp/me/create/';
const GENERATE = '**/api/v2/erp/me/id/generate/*/';
const DOWNLOAD = '**/api/v2/download_pdf_proxy/*/';
const APOLOGY =
  "Une erreur s'est produite lors du traitement de votre demande. Veuillez réessayer plus tard ou nous contacter si le problème persiste.";

async function expectErrorPage(page: Page): Promise<void> {
  await page.waitForURL('**/errorERP');
  await expect(heading(page, 'Oups !')).toBeVisible();
}

/** The draft is gone. */
async function expectFreshWizard(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Réaliser un Etat des Risques' }).click();
  await expect(page.locator('[aria-current=step]')).toContainText('Rechercher une parcelle');
  await expect(addressField(page)).toHaveValue('');
}

/** Goes from a new wizard to its third step. */
async function orderAt(page: Page, address = TYPED): Promise<void> {
  await search(page, address);
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await order(page);
}

async function search(page: Page, address: string): Promise<void> {
  await addressField(page).fill(address);
  await addressField(page).press('Enter');
}

test('addresses: none, failed, malformed, too many → a message, the text kept, « Réessayer », another address works', async ({
  page,
}) => {
  await page.goto('/realisation_erp');
  await search(page, '3 rue du Moulin Vide-Adresses');
  await expect(page.getByText(/Aucune adresse trouvée\./)).toBeVisible();
  await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
  for (const kind of ['Panne', 'Charabia', 'Quota']) {
    const typed = `3 rue du Moulin ${kind}-Adresses`;
    await search(page, typed);
    await expect(page.getByText(/La recherche d’adresse ne répond pas\. Votre saisie est conservée/)).toBeVisible();
    await expect(addressField(page)).toHaveValue(typed);
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    await addressField(page).fill(TYPED);
    await validateButton(page).click();
    await expect(continueButton(page)).toBeVisible();
  }
});

test('a parcel whose outline cannot be read → « ne peut pas être choisie » with the reason, no step 2, another one works', async ({
  page,
}) => {
  await page.goto('/realisation_erp');
  await search(page, '3 rue du Moulin Parcelle-Illisible');
  const refusal = page.getByRole('alert').filter({ hasText: 'Cette parcelle ne peut pas être choisie.' });
  await expect(refusal).toContainText('Le cadastre ne donne pas de contour lisible de la parcelle');
  await expect(refusal).toContainText('Si ce n’est pas la bonne, cliquez sur la carte.');
  await expect(refusal.getByRole('button')).toHaveCount(0);
  await expect(addressField(page)).toHaveValue(/Parcelle-Illisible$/);
  await expect(continueButton(page)).toBeHidden();
  await search(page, TYPED);
  await expect(continueButton(page)).toBeVisible();
  await expect(refusal).toBeHidden();
});

test('WZ-05 cadastre: cut, malformed, no parcel there → a message, the address kept, no step 2', async ({ page }) => {
  await page.goto('/realisation_erp');
  for (const [kind, said] of [
    ['Coupure', 'Le cadastre ne répond pas.'],
    ['Charabia', 'Le cadastre ne répond pas.'],
    ['Vide', 'Aucune parcelle à cet endroit.'],
  ] as const) {
    await search(page, `3 rue du Moulin ${kind}-Cadastre`);
    await expect(addressField(page)).toHaveValue(`3 Rue du Moulin 48999 ${kind}-Cadastre`);
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    await expect(continueButton(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  }
});

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
  await expect(continueButton(page)).toBeVisible();
});

test('WZ-17 ER-01 creation answers 418, 500, nothing → /errorERP, nothing debited; « Revenir à l’accueil » → /, wizard empty; generation done, its answer lost → taken up again, paid once', async ({
  page,
  account,
  session,
  balance,
}) => {
  const payer = await account(3);
  await session(payer);
  await page.goto('/realisation_erp');
  // No network first: nothing of the error page has been loaded for another reason.
  for (const status of ['no network', 418, 500] as const) {
    await page.route(CREATE, async (route) => {
      if (status !== 'no network') return route.fulfill({ status, json: {} });
      await page.context().setOffline(true);
      return route.abort();
    });
    await orderAt(page);
    await expectErrorPage(page);
    await page.context().setOffline(false);
    await page.unroute(CREATE);
    await expect(page.getByRole('banner').getByText('3 crédits')).toBeVisible();
    expect(await balance(payer)).toBe(3);
    await page.getByRole('button', { name: "Revenir à l'accueil" }).click();
    await page.waitForURL(/\/$/);
    await expectFreshWizard(page);
  }
  const detail = 'Une erreur inattendue s’est produite (incident 3f9a0c1b).';
  await page.route(GENERATE, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { detail } });
  });
  await orderAt(page);
  await expectErrorPage(page);
  await expect(page.getByText(APOLOGY, { exact: true })).toBeVisible();
  await expect(page.getByRole('code')).toHaveText('3f9a0c1b');
  await expect(page.getByText('Vous ne paierez pas deux fois')).toBeVisible();
  await page.unroute(GENERATE);
  await page.getByRole('button', { name: 'Reprendre ma demande' }).click();
  await expect(heading(page, 'Votre État des Risques est prêt')).toBeVisible();
  expect(await balance(payer)).toBe(2);
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

// Last: the circuit of Géorisques stays open for 15 s.
test('WZ-17 generation with a supplier that answers garbled, nothing, or not at all → /errorERP, nothing debited', async ({
  page,
  account,
  session,
  balance,
  sql,
}) => {
  const payer = await account(1);
  await session(payer);
  await page.goto('/realisation_erp');
  for (const supplier of ['Charabia-Géorisques', 'Vide-Géorisques', 'Panne-PEB', 'Panne-Géorisques']) {
    await orderAt(page, `3 rue du Moulin ${supplier}`);
    await expectErrorPage(page);
    await expect(page.getByText('Aucun crédit n’a été débité')).toBeVisible();
    await expect(page.getByRole('banner').getByText('1 crédit')).toBeVisible();
    expect(await balance(payer)).toBe(1);
    expect(await sql("select id from statement where account_id = $1 and status = 'issued'", [payer.id])).toEqual([]);
    await expectFreshWizard(page);
  }
});
