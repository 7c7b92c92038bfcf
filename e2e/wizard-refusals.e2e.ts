import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { GOUSSAINVILLE } from '../tests/harness/customer.ts';
import { customerOf, issueStatement, type Sql } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, test, type Account } from './journey.ts';
import { generateButton, heading, order, reachSummary, READY, stopAtGeneration, SUMMARY } from './wizard-steps.ts';

/**
 * The screen after a generation is refused for the account's load (decisions 0026 and 0005): why, that nothing was
 * debited, and how to go on.
 */
test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*(402|409|429)/ });

const SELLER = 'Camille Essai';
const resume = (page: Page) => page.getByRole('button', { name: 'Reprendre ma demande' });

async function orderAs(page: Page): Promise<void> {
  await reachSummary(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill(SELLER);
  await order(page);
}

/** The server's exact sentence, and everything typed. */
async function expectRefused(page: Page, sentence: string | RegExp): Promise<void> {
  await page.waitForURL('**/errorERP');
  await expect(page.getByRole('main')).toContainText(sentence);
  await expect(page.getByRole('main')).toContainText('10 Rue de la Paix 48000 Mende');
  await expect(page.getByRole('main')).toContainText('Aucun crédit n’a été débité');
}

async function orderAgain(page: Page): Promise<void> {
  await resume(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await expect(page.getByLabel('Nom du vendeur ou du bailleur')).toHaveValue(SELLER);
  await generateButton(page).click();
}

async function expectIssuedAgain(page: Page): Promise<void> {
  await orderAgain(page);
  await expect(heading(page, READY)).toBeVisible();
}

/** A draft of the account, as another tab or machine would create it, with its generation under way. */
async function generateElsewhere(context: BrowserContext, sql: Sql): Promise<number> {
  const id = await (await customerOf(context)).draft(GOUSSAINVILLE);
  await sql(`update statement set generating_until = now() + interval '5 minutes' where id = $1`, [id]);
  return id;
}

let user: Account;
test.beforeEach(async ({ account, session }) => {
  user = await account(1);
  await session(user);
});

test('a letter that no font has → named at its field, which takes the focus; nothing is sent until it is corrected', async ({
  page,
}) => {
  const seller = page.getByLabel('Nom du vendeur ou du bailleur');
  await reachSummary(page);
  await seller.fill('Mme 漢');
  await order(page);
  await expect(seller).toBeFocused();
  await expect(seller).toHaveAccessibleDescription('La lettre «\u00A0漢\u00A0» ne peut pas être imprimée.');
  await expectAccessible(page);
  const expectOrdered = await stopAtGeneration(page);
  await seller.fill('Mme Trương');
  await generateButton(page).click();
  await expectOrdered();
});

test('the only credit is reserved by a statement being generated elsewhere → 409 with its sentence; once that one has failed, the request continues', async ({
  page,
  context,
  balance,
  sql,
}) => {
  const other = await generateElsewhere(context, sql);
  await orderAs(page);
  await expectRefused(
    page,
    /Votre dernier crédit est réservé à un autre état des risques, en cours de préparation\. Attendez qu’il soit prêt, ou achetez un crédit\s: rien n’a été débité\./,
  );
  await expectAccessible(page);
  expect(await balance(user)).toBe(1);
  await sql('update statement set generating_until = null where id = $1', [other]);
  await expectIssuedAgain(page);
  expect(await balance(user)).toBe(0);
});

test('the only credit was taken meanwhile → the window that offers credits, nothing typed is lost', async ({
  page,
  context,
  sql,
}) => {
  const other = await generateElsewhere(context, sql);
  await orderAs(page);
  await page.waitForURL('**/errorERP');
  await sql('update statement set generating_until = null where id = $1', [other]);
  await issueStatement(context);
  await resume(page).click();
  await generateButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: "Vous n'avez pas de crédit" });
  await expect(dialog.getByRole('link', { name: 'Acheter des crédits' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await expect(page.getByLabel('Nom du vendeur ou du bailleur')).toHaveValue(SELLER);
});

test('eight generations of the account run or wait → 429 with its sentence; then the request continues', async ({
  page,
  balance,
}) => {
  // The server's own response, tested in `fairness.test.ts`: filling its queue here would delay the other
  // journeys.
  const detail =
    'Vous préparez déjà 8 états des risques à la fois. Attendez que l’un d’eux soit prêt : rien n’a été débité.';
  const refusal = { status: 429, headers: { 'retry-after': '10' }, json: { detail } };
  const expectOrdered = await stopAtGeneration(page);
  await page.route('**/api/v2/erp/me/id/generate/*/', (route) => route.fulfill(refusal), { times: 1 });
  await orderAs(page);
  await expectRefused(page, detail);
  expect(await balance(user)).toBe(1);
  await orderAgain(page);
  await expectOrdered();
});

test('too many failures within the hour → 429 with its sentence and the minutes to wait; then the request continues', async ({
  page,
  balance,
  sql,
}) => {
  const key = `failed-generation:caller:${createHash('sha256').update(`caller:${user.id}`).digest('base64url')}`;
  // Journeys have limits a thousand times higher.
  await sql('insert into rate_limit (key, points, expire) values ($1, 1000000, $2)', [key, Date.now() + 1_500_000]);
  await orderAs(page);
  await expectRefused(
    page,
    /Trop de préparations ont échoué depuis une heure\. Réessayez dans 2[45]\sminutes\s: aucun crédit n’a été débité, et votre saisie est enregistrée\./,
  );
  await expectAccessible(page);
  expect(await balance(user)).toBe(1);
  await sql('delete from rate_limit where key = $1', [key]);
  await expectIssuedAgain(page);
});
