import type { Page } from '@playwright/test';
import { CARDS, control, grouped, payAt } from '../tests/harness/payment.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import { heading, order, reachSummary, READY } from './wizard-steps.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource/ });

const PAID = 'Paiement validé !';
const paid = (page: Page) => page.getByRole('heading', { name: PAID });
const balance = (page: Page) => page.getByRole('banner').getByRole('link', { name: /crédits?$/ });

/** Goes from the prices to the payment page. */
async function goAndPay(page: Page, count: string): Promise<void> {
  await page.goto('/Tarifs');
  await choose(page, count);
}

async function choose(page: Page, count: string): Promise<void> {
  await page.getByRole('button', { name: `Choisir ${count}`, exact: true }).click();
  await validate(page);
}

async function validate(page: Page): Promise<void> {
  await page.getByRole('checkbox').first().check();
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Valider la commande' }).click();
  await page.waitForURL('**/stripe/pay/**');
}

/** The page's own list fills the form. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByRole('link', { name: grouped(card) }).click();
  await page.getByRole('button', { name: /^Payer \d/ }).click();
}

test('RE-01 a pack paid by card → validated, credits, invoice; the order is no more, nothing to pay a second time; back home', async ({
  page,
  account,
  session,
  balance: credits,
  sql,
}) => {
  const user = await account(0);
  await session(user);
  await goAndPay(page, '10 crédits');
  await expect(page.getByText('25,00').first()).toBeVisible();
  await payWith(page, CARDS.accepted);
  await page.waitForURL('**/ReceptionSolde?session_id=*');
  await expect(heading(page, 'RECEPTION DE LA COMMANDE')).toBeVisible();
  await expect(paid(page)).toBeVisible();
  await expect(balance(page)).toHaveText('10 crédits');
  const [invoice] = await sql<{ number: string }>(
    'select i.number from invoice i join purchase_order o on o.id = i.order_id where o.account_id = $1',
    [user.id],
  );
  await expect(page.getByRole('main')).toContainText(invoice?.number ?? 'no invoice');
  const [row] = await sql<{ consent_version: string | null }>(
    'select consent_version from purchase_order where account_id = $1',
    [user.id],
  );
  expect(row?.consent_version).not.toBeNull();
  await page.reload();
  await expect(paid(page)).toBeVisible();
  expect(await credits(user)).toBe(10);
  await page.goto('/RecapitulatifSolde');
  await expect(page.getByRole('link', { name: 'Choisir une formule' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Valider la commande' })).toHaveCount(0);
  expect(await sql('select id from purchase_order where account_id = $1', [user.id])).toHaveLength(1);
  await page.goBack();
  await page.getByRole('link', { name: "Retour à l'accueil" }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('WZ-12, RE-01 without a credit: an order for the missing ones, then one button returns and generates', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  const reference = await reachSummary(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill('Mme Martin');
  await order(page);
  await page.getByRole('link', { name: 'Commander 1 crédit' }).click();
  await expect(page.getByRole('region', { name: 'Votre commande' })).toContainText('1 crédit');
  await validate(page);
  await payWith(page, CARDS.accepted);
  await expect(paid(page)).toBeVisible();
  await expect(page.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/realisation_erp');
  const created = page.waitForRequest('**/api/v2/erp/me/create/');
  await page.getByRole('link', { name: 'Reprendre et générer votre état des risques' }).click();
  expect((await created).postDataJSON()).toMatchObject({ vendeur_nom: 'Mme Martin', type_de_transaction: 'Vente' });
  await expect(heading(page, READY)).toBeVisible();
  await expect(page.getByRole('definition')).toContainText([reference]);
  // Neither Back nor a reload orders again.
  await page.goto('/realisation_erp');
  await expect(heading(page, 'Réaliser un Etat des Risques')).toBeVisible();
});

test('a refused card, then 3-D Secure refused, then confirmed → paid once', async ({
  page,
  account,
  session,
  balance: credits,
}) => {
  const user = await account(0);
  await session(user);
  await goAndPay(page, '5 crédits');
  await payWith(page, CARDS.declined);
  await expect(page.getByText('Le paiement n’a pas été effectué')).toBeVisible();
  await payWith(page, CARDS.authentication);
  await page.getByRole('button', { name: 'Refuser' }).click();
  await expect(page.getByText('Le paiement n’a pas été effectué')).toBeVisible();
  expect(await credits(user)).toBe(0);
  await payWith(page, CARDS.authentication);
  await page.getByRole('button', { name: 'Confirmer le paiement' }).click();
  await expect(paid(page)).toBeVisible();
  expect(await credits(user)).toBe(5);
});

test('cancelled, or left by the Back button → the order is still there, payable; paid with the tab closed → not offered again', async ({
  page,
  account,
  session,
  balance: credits,
}) => {
  const user = await account(0);
  await session(user);
  await goAndPay(page, '100 crédits');
  await page.getByRole('link', { name: 'Annuler et revenir au site' }).click();
  await expect(page.getByText('Le paiement n’a pas eu lieu')).toBeVisible();
  const shown = page.getByRole('region', { name: 'Votre commande' });
  await expect(shown).toContainText('100 crédits');
  await validate(page);
  await page.goBack();
  await expect(shown).toContainText('100 crédits');
  await validate(page);

  await payAt(page.url());
  // Reported by the provider, not by a page.
  await expect.poll(() => credits(user)).toBe(100);
  await page.goto('/myspace');
  await expect(balance(page)).toHaveText('100 crédits');
  await expect(page.getByText(/^Reprendre.*commande/)).toHaveCount(0);
  await page.goto('/RecapitulatifSolde');
  await expect(page.getByRole('link', { name: 'Choisir une formule' })).toBeVisible();
  await page.goto('/Tarifs');
  await choose(page, '5 crédits');
});

test('a delayed payment → that fails: said, nothing added, taken up again; that comes: waits in honest words, then validated by itself', async ({
  page,
  account,
  session,
  product,
}) => {
  await session(await account(0));
  await goAndPay(page, '5 crédits');
  await page.getByLabel('Issue').selectOption('echec');
  await page.getByRole('button', { name: /^Payer plus tard/ }).click();
  await expect(page.getByRole('heading', { name: 'Le paiement n’a pas abouti' })).toBeVisible();
  await expect(page.getByText(PAID)).toHaveCount(0);
  await page.getByRole('link', { name: 'Reprendre la commande' }).click();
  await expect(page.getByRole('region', { name: 'Votre commande' })).toContainText('5 crédits');
  await validate(page);
  const sessionId = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByLabel('Issue').selectOption('attente');
  await page.getByRole('button', { name: /^Payer plus tard/ }).click();
  await expect(page.getByRole('heading', { name: 'Votre paiement est en cours de confirmation' })).toBeVisible();
  await expect(page.getByText(PAID)).toHaveCount(0);
  await expect(balance(page)).toHaveText('0 crédit');
  await control(product, `sessions/${sessionId}/regler`, { issue: 'succes' });
  await expect(paid(page)).toBeVisible();
  await expect(balance(page)).toHaveText('5 crédits');
});

test('RE-02 opened without a payment → no message, nothing added', async ({
  page,
  account,
  session,
  balance: credits,
}) => {
  await page.goto('/ReceptionSolde?session_id=cs_test_inconnue');
  await expect(page.getByRole('heading', { name: 'Connectez-vous pour voir votre commande' })).toBeVisible();
  const user = await account(0);
  await session(user);
  await page.goto('/ReceptionSolde');
  await expect(page.getByRole('heading', { name: 'Aucun paiement à confirmer ici' })).toBeVisible();
  await page.goto('/ReceptionSolde?session_id=cs_test_inconnue');
  await expect(page.getByRole('heading', { name: 'Cette commande n’est pas dans votre compte' })).toBeVisible();
  await goAndPay(page, '10 crédits');
  const sessionId = new URL(page.url()).pathname.split('/').at(-1);
  await page.goto(`/ReceptionSolde?session_id=${sessionId}`);
  await expect(page.getByRole('heading', { name: 'Votre paiement ne nous est pas encore parvenu' })).toBeVisible();
  await expect(page.getByText(PAID)).toHaveCount(0);
  expect(await credits(user)).toBe(0);
});

test('axe on each state of the return page; 320 px → clean, no sideways scroll', async ({ page, account, session }) => {
  await session(await account(0));
  for (const etat of ['payee', 'en_attente', 'echouee', null]) {
    const json = { etat, credits: 10, produit: 'Pack de 10 crédits', numero_facture: 'F2026-000123' };
    await page.unroute('**/stripe/session/**');
    await page.route('**/stripe/session/**', (route) => (etat === null ? undefined : route.fulfill({ json })));
    await page.goto('/ReceptionSolde?session_id=cs_1');
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
