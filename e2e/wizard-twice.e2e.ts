import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, recordCalls, test } from './journey.ts';
import {
  addressField,
  cadastreField,
  continueButton,
  CREATE,
  generateButton,
  GENERATION,
  heading,
  LABEL,
  order,
  orderIssued,
  reachSummary,
  READY,
  stopAtGeneration,
  SUMMARY,
  TYPED,
} from './wizard-steps.ts';

const ISSUED = 'select id, vendeur_nom, acheteur_nom from statement where account_id = $1 and status = $2';
const OTHER = '12 Rue du Moulin 48000 Mende';

/** Its centre, in the window. */
async function placeOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await locator.evaluate(
    (element) => element.getBoundingClientRect().toJSON() as DOMRect,
  );
  return { x: x + width / 2, y: y + height / 2 };
}

/** Reaches step 2 while another tab has a draft, which the wizard would resume. */
async function reachSummaryAnew(page: Page, address: string): Promise<void> {
  await page.goto(`/realisation_erp?adresse=${encodeURIComponent(address)}`);
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
}

test('WZ-19 « Annuler » on step 2 → step 1, nothing kept, a reload included', async ({ page, context }) => {
  await reachSummary(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill('Vendeur');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(heading(page, 'Réaliser un Etat des Risques')).toBeFocused();
  await expect(addressField(page)).toHaveValue('');
  await expect(continueButton(page)).toBeHidden();
  const kept = (await context.cookies()).map(({ name }) => name);
  for (const name of ['adresse', 'cadastre', 'latitude', 'longitude', 'code_parcelle', 'vendeur_nom', 'acheteur_nom']) {
    expect(kept).not.toContain(name);
  }
  await page.reload();
  await expect(addressField(page)).toHaveValue('');
});

test('WZ-20 SE-04 reload on step 2 → the same address, reference and names; during step 3 → the same statement continues to the reception, one debit', async ({
  page,
  account,
  session,
  sql,
  balance,
}) => {
  const payer = await account(3);
  await session(payer);
  const reference = await reachSummary(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill('Élodie');
  await page.reload();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText([LABEL, reference]);
  await expect(page.getByLabel('Nom du vendeur ou du bailleur')).toHaveValue('Élodie');
  await order(page);
  await expect(heading(page, GENERATION)).toBeVisible();
  await page.reload();
  await expect(heading(page, READY)).toBeVisible();
  expect(await balance(payer)).toBe(2);
  expect(await sql(ISSUED, [payer.id, 'issued'])).toMatchObject([{ vendeur_nom: 'Élodie' }]);
  await page.reload();
  await expect(heading(page, READY)).toBeVisible();
  expect(await balance(payer)).toBe(2);
});

test('WZ-20 reload while the document is on its way → the reception again, not the error page', async ({
  page,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  await reachSummary(page);
  let held = 0;
  await page.route('**/download_pdf_proxy/**', async (route) => {
    held += 1;
    if (held > 1) await route.fallback();
  });
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
  await expect.poll(() => held).toBe(1);
  const file = page.waitForEvent('download');
  await page.reload();
  await expect(heading(page, READY)).toBeVisible();
  await file;
});

test.describe('one tab is refused', () => {
  // The browser itself logs every refusal.
  test.use({ allowConsole: /402|409/ });

  test('WZ-21 two concurrent tabs with one credit → one statement, one debit, the other tab says why', async ({
    page,
    context,
    account,
    session,
    sql,
    balance,
  }) => {
    const payer = await account(1);
    await session(payer);
    const other = await context.newPage();
    await reachSummary(page);
    await reachSummaryAnew(other, OTHER);
    for (const tab of [page, other]) await tab.getByLabel('Type de transaction').selectOption('Vente');
    await Promise.all([page, other].map((tab) => generateButton(tab).click()));
    const ready = [page, other].map((tab) => heading(tab, READY));
    // While the first is running, or once it has the credit.
    const refused = [page, other].map((tab) =>
      tab
        .getByText('Votre dernier crédit est réservé à un autre état des risques')
        .or(tab.getByRole('alertdialog', { name: "Vous n'avez pas de crédit" })),
    );
    await expect(async () => {
      const shown = async (locators: typeof ready) =>
        (await Promise.all(locators.map((locator) => locator.isVisible()))).filter(Boolean).length;
      expect([await shown(ready), await shown(refused)]).toEqual([1, 1]);
    }).toPass();
    expect(await balance(payer)).toBe(0);
    expect(await sql("select id from ledger_entry where account_id = $1 and kind = 'debit'", [payer.id])).toHaveLength(
      1,
    );
    expect(await sql(ISSUED, [payer.id, 'issued'])).toHaveLength(1);
  });
});

test('two tabs on two properties → each orders its own', async ({ page, context, account, session, sql }) => {
  const payer = await account(2);
  await session(payer);
  const other = await context.newPage();
  await reachSummary(page);
  await reachSummaryAnew(other, OTHER);
  for (const tab of [page, other]) {
    const expectOrdered = await stopAtGeneration(tab);
    await order(tab);
    await expectOrdered();
  }
  const ordered = await sql<{ adresse: string }>('select adresse from statement where account_id = $1 order by id', [
    payer.id,
  ]);
  expect(ordered.map(({ adresse }) => adresse)).toEqual([LABEL, OTHER]);
});

test('two tabs on one draft → the second says so and keeps nothing; « Continuer ici » takes the last typing over, and the first says so', async ({
  page,
  context,
}) => {
  const elsewhere = (tab: Page) => tab.getByText('Un état des risques est ouvert dans un autre onglet');
  const goOnHere = (tab: Page) => tab.getByRole('button', { name: 'Continuer ici' });
  const seller = (tab: Page) => tab.getByLabel('Nom du vendeur ou du bailleur');
  const kept = async () =>
    decodeURIComponent((await context.cookies()).find(({ name }) => name === 'vendeur_nom')?.value ?? '');
  await reachSummary(page);
  await seller(page).fill('Première');
  const other = await context.newPage();
  await other.goto('/realisation_erp');
  await expect(elsewhere(other)).toBeVisible();
  await expect(elsewhere(page)).toBeHidden();
  await seller(page).fill('Deuxième');
  await expect.poll(kept).toBe('Deuxième');

  await expect(seller(other)).toHaveValue('Première');
  await goOnHere(other).click();
  await expect(elsewhere(other)).toBeHidden();
  await expect(seller(other)).toHaveValue('Deuxième');
  await expect(heading(other, SUMMARY)).toBeFocused();
  await expect(elsewhere(page)).toBeVisible();
  await seller(page).fill('Perdue');
  await seller(other).fill('Troisième');
  await expect.poll(kept).toBe('Troisième');

  // The other tab's text does not replace the one typed here.
  await goOnHere(page).click();
  await expect(elsewhere(page)).toBeHidden();
  await expect(seller(page)).toHaveValue('Perdue');
  await expect.poll(kept).toBe('Perdue');
  await expect(elsewhere(other)).toBeVisible();
  await expectAccessible(other);
  await page.close();
  await other.reload();
  await expect(seller(other)).toHaveValue('Perdue');
  await expect(elsewhere(other)).toBeHidden();
});

test('a double click on « Continuer » → step 2, and nothing of it ordered by the second half', async ({ page }) => {
  await reachSummary(page);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await addressField(page).fill(TYPED);
  await addressField(page).press('Enter');
  await expect(cadastreField(page)).toHaveValue(/./);
  const { x, y } = await placeOf(continueButton(page));
  await page.mouse.dblclick(x, y);
  await expect(heading(page, SUMMARY)).toBeFocused();
  // The button of step 2 that orders is where the one of step 1 was. Pressed, it leads to the transaction, which is required.
  const under = () =>
    page.evaluate(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('button')?.type, [x, y]);
  expect(await under()).toBe('submit');
  await expect(heading(page, SUMMARY)).toBeFocused();
  await page.mouse.click(x, y);
  await expect(page.getByLabel('Type de transaction')).toBeFocused();
  await expect(page.locator('details[open]')).toHaveCount(0);
});

test('WZ-21 WZ-22 hostile names, ordered by a double click → kept letter for letter, no script, no sideways scroll; one creation, one debit', async ({
  page,
  account,
  session,
  sql,
  balance,
}) => {
  const payer = await account(3);
  await session(payer);
  await page.setViewportSize({ width: 360, height: 740 });
  const script = '<script>alert(1)</script><img src=x onerror=alert(2)>';
  const long = `${'Élodie O’Brien-Nuñez '.repeat(13)}${'x'.repeat(27)}`;
  expect(long).toHaveLength(300);
  page.on('dialog', (dialog) => expect(dialog.message()).toBe('no dialog at all'));
  await reachSummary(page);
  const calls = recordCalls(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill(script);
  await page.getByLabel('Nom de l’acquéreur ou du locataire').fill(`${long}y`);
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).dblclick();
  await expect(heading(page, READY)).toBeVisible();
  expect(calls.filter((call) => call === CREATE)).toHaveLength(1);
  expect(calls.filter((call) => call.includes('/generate/'))).toHaveLength(1);
  expect(await balance(payer)).toBe(2);
  await expect(page.getByRole('definition').filter({ hasText: '<script>' })).toHaveText(script);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await sql('select id from statement where account_id = $1', [payer.id])).toHaveLength(1);
  const [row] = await sql(ISSUED, [payer.id, 'issued']);
  expect(row).toMatchObject({ vendeur_nom: script, acheteur_nom: long });
});
