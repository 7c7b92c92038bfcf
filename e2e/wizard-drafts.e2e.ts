import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, openSession, recordCalls, test } from './journey.ts';
import {
  addressField,
  generateButton,
  heading,
  LABEL,
  order,
  reachSummary,
  READY,
  stopAtGeneration,
  SUMMARY,
} from './wizard-steps.ts';

const KEPT = '/api/v2/erp/me/brouillon/';
const seller = (page: Page) => page.getByLabel('Nom du vendeur ou du bailleur');
const TITLE = `Reprendre\u00A0: état des risques du ${LABEL}`;

/** Waits until the server has stored that name. */
async function keep(page: Page, name: string): Promise<void> {
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith(KEPT) && (answer.request().postData() ?? '').includes(name),
  );
  await seller(page).fill(name);
  expect((await kept).status()).toBe(200);
}

test('a draft is resumed on another machine, in the wizard or from the space, with all that was typed; then issued, it is gone', async ({
  page,
  browser,
  baseURL,
  account,
  session,
}) => {
  const person = await account(1);
  await session(person);
  const reference = await reachSummary(page);
  await page.getByText('Déclarations du propriétaire').click();
  await expect(page.getByLabel(/après une sécheresse/)).toBeVisible();
  await page.getByLabel('Type de transaction').selectOption('Location');
  // Décret 2024-82: a seller's declaration.
  await expect(page.getByLabel(/après une sécheresse/)).toBeHidden();
  await page
    .getByRole('group', { name: /indemnis/i })
    .getByLabel('Oui')
    .check();
  await keep(page, 'Élodie O’Brien-Nuñez');

  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale: 'fr-FR' });
  await openSession(context, person);
  const other = await context.newPage();
  await other.goto('/myspace');
  await expect(other.getByText(TITLE)).toBeVisible();
  await expectAccessible(other);
  await other.goto('/realisation_erp');
  await expect(other.getByText(TITLE)).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Reprendre votre état des risques' }).click();
  await expectResumed(other, reference);
  await context.clearCookies({ name: /^(?!token|isAuthenticated)/ });
  await other.evaluate(() => sessionStorage.clear());
  await other.goto('/myspace');
  await other.getByRole('link', { name: 'Reprendre votre état des risques' }).click();
  await expectResumed(other, reference);
  const { held } = await holdNextKeeping(other);
  await seller(other).fill('Un nom gardé trop tard');
  const slow = await held;
  await generateButton(other).click();
  await expect(heading(other, READY)).toBeVisible();
  const dropped = other.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await slow.continue();
  await dropped;
  await context.clearCookies({ name: /^(?!token|isAuthenticated)/ });
  await other.goto('/realisation_erp');
  await expect(addressField(other)).toBeVisible();
  expect(
    (await (await context.request.get(KEPT, { headers: await authorization(other) })).json()).brouillon,
  ).toBeNull();
  await expect(other.getByText(TITLE)).toBeHidden();
  await context.close();
});

test('this machine’s own draft wins; « Annuler » drops it everywhere', async ({ page, account, session, sql }) => {
  const person = await account(0);
  await session(person);
  await reachSummary(page);
  await keep(page, 'Vendeur');
  await sql(`update statement_draft set content = content || '{"adresse":"Ailleurs"}' where account_id = $1`, [
    person.id,
  ]);
  await page.goto('/myspace');
  await expect(page.getByText(TITLE)).toBeVisible();
  await expect(page.getByText('Ailleurs')).toBeHidden();
  await page.getByRole('link', { name: 'Reprendre votre état des risques' }).click();
  await expect(page.getByRole('definition').first()).toHaveText(LABEL);
  const dropped = page.waitForResponse(
    (answer) => answer.url().endsWith(KEPT) && answer.request().method() === 'DELETE',
  );
  await page.getByRole('button', { name: 'Annuler' }).click();
  await dropped;
  expect(await sql('select account_id from statement_draft where account_id = $1', [person.id])).toEqual([]);
  await expect(page.getByText(TITLE)).toBeHidden();
});

test.describe('the keeping fails', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('no message, the wizard continues to the generation; a visitor’s draft is not sent', async ({
    page,
    account,
    session,
  }) => {
    const calls = recordCalls(page);
    await page.clock.install();
    await page.route(`**${KEPT}`, (route) => route.fulfill({ status: 500, json: {} }));
    await reachSummary(page);
    await seller(page).fill('Vendeur');
    await page.clock.runFor(2_000);
    expect(calls.filter((call) => call.includes(KEPT))).toEqual([]);
    await session(await account(1));
    await page.goto('/realisation_erp?adresse=Mende');
    await expect(page.getByRole('combobox', { name: 'Adresse du bien' })).toHaveValue('Mende');
    await page.goto('/realisation_erp');
    const expectOrdered = await stopAtGeneration(page);
    await reachSummary(page);
    await order(page);
    await expectOrdered();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

/** Intercepts the next call that stores the draft; it waits until the test releases it. */
async function holdNextKeeping(page: Page): Promise<{ held: Promise<Route> }> {
  const { promise: held, resolve } = Promise.withResolvers<Route>();
  await page.route(`**${KEPT}`, (route) => (route.request().method() === 'PUT' ? resolve(route) : route.continue()), {
    times: 1,
  });
  return { held };
}

async function expectResumed(page: Page, reference: string): Promise<void> {
  await expect(heading(page, SUMMARY)).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText([LABEL, reference]);
  await expect(seller(page)).toHaveValue('Élodie O’Brien-Nuñez');
  await expect(page.getByLabel('Type de transaction')).toHaveValue('Location');
  await page.getByText('Déclarations du propriétaire').click();
  const declared = page.getByRole('group', { name: /indemnis/i });
  await expect(declared.getByLabel('Oui')).toBeChecked();
}

const authorization = async (page: Page) => ({
  authorization: `Token ${await page.evaluate(() => localStorage.getItem('token'))}`,
});
