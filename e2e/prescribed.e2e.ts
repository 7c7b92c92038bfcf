import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { PRESCRIBED } from './prescribed.ts';
import { open, item } from './statements-tab.ts';
import { reachSummary } from './wizard-steps.ts';

/** What a user sees and hears: text, names, values. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = [...document.body.querySelectorAll('*')].flatMap((one) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    );
    return [document.body.textContent, ...attributes].join('\n');
  });
}

/** No-break spaces and joiners, which our typography adds to running text. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll('\u2060', '');

test('every prescribed sentence that a screen shows is shown unaltered', async ({ page, account, session }) => {
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    await expect(page.getByRole('main')).not.toBeEmpty();
    const words = await wordsOf(page);
    const shown = PRESCRIBED.filter((sentence) => plain(words).includes(plain(sentence)));
    expect(shown.filter((sentence) => !words.includes(sentence))).toEqual([]);
    for (const sentence of shown) seen.add(sentence);
  };
  const submit = () => page.getByRole('main').locator('form [type=submit]').first().click();

  for (const path of [
    '/',
    '/Tarifs',
    '/AboutUs',
    '/Legal',
    '/CGV',
    '/errorERP',
    '/ReceptionSolde',
    '/SimulateurSolde',
  ]) {
    await page.goto(path);
    await look();
  }
  for (const path of ['/sign-up', '/password-reset', '/password-reset-confirmation/MQ/jeton-0']) {
    await page.goto(path);
    await submit();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await look();
  }
  await reachSummary(page);
  await look();

  await session(await account(0));
  await page.goto('/myspace');
  await page.getByLabel('Téléphone').fill('12');
  await expect(page.getByText('Format invalide (ex: 0123456789 ou 01 23 45 67 89)', { exact: true })).toBeVisible();
  await look();
  for (const tab of ['logo', 'credits', 'factures']) {
    await page.goto(`/myspace/?tab=${tab}-tabs-simple`);
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    await look();
  }
  await open(page, [item(1), item(2)]);
  await look();
  await page.goto('/SupprimerCompte');
  await look();

  expect(seen.size).toBeGreaterThan(25);
  for (const sentence of PRESCRIBED.filter((one) => one.includes('0123456789'))) expect(seen).toContain(sentence);
});
