import type { Locator, Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './journey.ts';
import {
  addressField,
  continueButton,
  generateButton,
  heading,
  issue,
  LABEL,
  orderIssued,
  READY,
  SUMMARY,
  TYPED,
  validateAddress,
} from './wizard-steps.ts';

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`40 tabs do not reach ${String(target)}`);
}

test('the keyboard alone, without WebGL → from the address to the downloaded document, found again in the list', async ({
  page,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  await page.goto('/realisation_erp');
  await expect(page.getByText(/La carte ne peut pas s’afficher sur cet appareil\./)).toBeVisible();
  await expect(page).toHaveTitle('Réaliser un Etat des Risques — Clairisque');
  await tabTo(page, addressField(page));
  await page.keyboard.type(TYPED);
  await page.keyboard.press('Enter');
  await expect(continueButton(page)).toBeVisible();
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await tabTo(page, continueButton(page));
  await page.keyboard.press('Enter');
  await expect(heading(page, SUMMARY)).toBeFocused();
  await expect(page).toHaveTitle(`${SUMMARY} — Clairisque`);
  await tabTo(page, page.getByLabel('Type de transaction'));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByLabel('Nom du vendeur ou du bailleur'));
  await page.keyboard.type('Élodie');
  await tabTo(page, generateButton(page));
  await page.keyboard.press('Enter');
  await expect(heading(page, READY)).toBeFocused();
  await expect(page).toHaveTitle('Réception de votre Etat des Risques — Clairisque');
  await tabTo(page, page.getByRole('button', { name: 'Télécharger le PDF' }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toContain(LABEL);

  await tabTo(page, page.getByRole('link', { name: 'Voir mes États des Risques' }));
  await page.keyboard.press('Enter');
  // For a screen reader: the row's address is its name, its state is a word.
  const row = page.getByRole('row').filter({ hasText: LABEL });
  await expect(row.getByRole('cell', { name: /^Actif/ })).toBeVisible();
  await tabTo(page, row.getByRole('button', { name: /^Autres actions/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await tabTo(page, row.getByRole('button', { name: /^Télécharger/ }), 'Shift+Tab');
  const again = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await again).suggestedFilename()).toContain(LABEL);
});

test('Escape on the suggestions → closed, the text kept; Down opens them again', async ({ page }) => {
  await page.goto('/realisation_erp');
  await addressField(page).fill(TYPED);
  const list = page.getByRole('listbox', { name: 'Propositions' });
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(addressField(page)).toHaveValue(TYPED);
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
});

test('the second suggestion by the arrows → chosen, not the first', async ({ page }) => {
  await page.goto('/realisation_erp');
  await addressField(page).fill('12 rue de la paix');
  await expect(page.getByRole('option')).toHaveCount(5);
  const second = await page.getByRole('option').nth(1).innerText();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(addressField(page)).toHaveValue(second.split(' · ')[0]?.replaceAll(/\s+/g, ' ') ?? '');
});

test('320 px wide → the whole job without sideways scroll', async ({ page, statement }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await orderIssued(page, await statement({ adresse: LABEL }));
  await page.goto('/realisation_erp');
  await expectNoSidewaysScroll(page);
  await validateAddress(page);
  await expect(continueButton(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await issue(page);
  await expectNoSidewaysScroll(page);
});
