import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import {
  continueButton,
  heading,
  order,
  reachSummary,
  READY,
  stopAtGeneration,
  SUMMARY,
  validateAddress,
} from './wizard-steps.ts';

const addButton = (page: Page) => page.getByRole('button', { name: 'Ajouter une parcelle' });
const panel = (page: Page) => page.getByRole('region', { name: 'Les parcelles de votre bien' });
const boxes = (page: Page) => panel(page).getByRole('checkbox');
const spoken = (page: Page) => page.locator('#annonces');

/** « AB 12 » of that line of the list. */
async function referenceAt(page: Page, line: number): Promise<string> {
  const name = await boxes(page)
    .nth(line)
    .evaluate((box) => box.closest('label')?.textContent ?? '');
  return /^(?:\d{3} )?[A-Z0-9]{1,2} \d+/.exec(name)?.[0] ?? '';
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Références cadastrales').fill(text);
  await page.getByRole('button', { name: 'Ajouter ces références' }).click();
}

test('several parcels by the list and by pasted references → announced, totalled, kept after a reload, changed from the recap, in one order', async ({
  page,
  account,
  session,
  sql,
}) => {
  const payer = await account(1);
  await session(payer);
  const expectOrdered = await stopAtGeneration(page);
  await validateAddress(page);
  await addButton(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Les parcelles de votre bien' })).toBeFocused();
  await expect(boxes(page).first()).toBeChecked();
  await expect(panel(page).getByText(/^1\u00A0parcelle, [\d\u202F]+\u00A0m² au total/)).toBeVisible();

  const [first, second, third] = [await referenceAt(page, 0), await referenceAt(page, 1), await referenceAt(page, 2)];
  await boxes(page).nth(1).press('Space');
  await expect(boxes(page).nth(1)).toBeFocused();
  await expect(spoken(page)).toHaveText(new RegExp(`^Parcelle ${second} ajoutée\\. 2\u00A0parcelles, .*au total`));

  const section = first.replace(/ \d+$/, '');
  await paste(page, `${third}\n${first}\nAB 1é2\n${section} 9999\nrue des Lilas`);
  await expect(panel(page).getByText('1 parcelle ajoutée.', { exact: true })).toBeVisible();
  await expect(panel(page).getByText(`Déjà dans la liste\u00A0: ${first}.`, { exact: true })).toBeVisible();
  await expect(panel(page).getByText('3 références sont à corriger\u00A0:', { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveText([
    /^Ligne 3, «\u00A0AB 1é2\u00A0»\u00A0: ce n’est pas une référence complète, comme AB 12\.$/,
    new RegExp(
      `^Ligne 4, «\u00A0${section} 9999\u00A0»\u00A0: le cadastre n’a pas cette parcelle dans la commune 48095`,
    ),
    /^Ligne 5, «\u00A0rue des Lilas\u00A0»/,
  ]);
  await expect(boxes(page).nth(2)).toBeChecked();
  await boxes(page).first().press('Space');
  await expect(panel(page).getByText(/est la parcelle de l’adresse/)).toBeVisible();
  await expect(boxes(page).first()).toBeChecked();
  await expectAccessible(page);

  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  const label = `${first} et 2 autres parcelles`;
  await expect(page.getByText(label, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(page.getByText(/^3\u00A0parcelles, .* au total/)).toBeVisible();
  await page.getByText('Voir les parcelles').click();
  await expect(page.getByRole('listitem').filter({ hasText: `${third}, Mende` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Modifier les parcelles' }).click();
  await expect(boxes(page).nth(2)).toBeChecked();
  await boxes(page).nth(1).uncheck();
  await expect(spoken(page)).toContainText(`Parcelle ${second} retirée.`);
  await expect(panel(page).getByText(/^2\u00A0parcelles/)).toBeVisible();
  await continueButton(page).click();
  await order(page);
  await expectOrdered();
  const [statement] = await sql<{ code_parcelle: string; parcelles: string[] }>(
    'select code_parcelle, parcelles from statement where account_id = $1',
    [payer.id],
  );
  expect(statement?.parcelles).toHaveLength(2);
  expect(statement?.parcelles[0]).toBe(statement?.code_parcelle);
});

test('300 references pasted → fifty parcels at most, said in one sentence; the list shows on a phone; back to one parcel', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const reference = await reachSummary(page);
  await addButton(page).click();
  const [, section = ''] = reference.split('-');
  await paste(page, Array.from({ length: 300 }, (_, index) => `${section} ${index + 1}`).join('\n'));
  await expect(panel(page).getByText(/^50\u00A0parcelles, .* au total/)).toBeVisible();
  await expect(
    panel(page).getByText(/^Un état des risques porte sur 50 parcelles au plus\u00A0: à partir de la ligne/),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const unchecked = panel(page).locator('input[type=checkbox]:not(:checked)');
  if ((await unchecked.count()) > 0) {
    await unchecked.first().click();
    await expect(panel(page).getByText(/au plus\u00A0: retirez-en une pour ajouter/)).toBeVisible();
  }
  await page.getByRole('button', { name: /^Garder seulement/ }).click();
  await expect(addButton(page)).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  expect(await page.evaluate(() => document.cookie)).not.toContain('parcelles=');
});

test('parcels of two communes that do not touch → one statement, which names both; one too far is refused by name', async ({
  page,
  account,
  session,
  sql,
}) => {
  const payer = await account(1);
  await session(payer);
  await validateAddress(page, '10 rue de la paix 75001 Paris');
  await addButton(page).click();
  await paste(page, '75113 AA 2\n48095 AA 2');
  await expect(panel(page).getByText(/^La parcelle AA 2 \(Mende\) est à .+ de la première/)).toBeVisible();
  await expect(continueButton(page)).toHaveAccessibleDescription('Corrigez d’abord la liste des parcelles.');
  await panel(page).getByRole('checkbox', { name: 'Mende' }).uncheck();
  await expect(continueButton(page)).not.toHaveAccessibleDescription(/./);
  await continueButton(page).click();
  await expect(page.getByText(/^2\u00A0parcelles, .* au total/)).toBeVisible();
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
  const [statement] = await sql<{ id: number }>('select id from statement where account_id = $1', [payer.id]);
  await page.goto(`/etat/${statement?.id}`);
  for (const commune of ['75101', '75113'])
    await expect(page.getByRole('cell', { name: new RegExp(`\\(${commune}\\)$`) }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Par parcelle' })).toBeVisible();
});
