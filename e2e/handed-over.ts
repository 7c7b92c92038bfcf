import type { Browser, Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectFocusIn } from './journey.ts';
import { handOver } from './statements-tab.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Remettre l’état des risques' });
export const nameField = (page: Page) => page.getByLabel('Nom et prénom');
export const emailField = (page: Page) => page.getByLabel('Adresse e-mail');
export const received = (page: Page) => page.getByRole('checkbox', { name: 'J’ai reçu cet état des risques' });
export const acknowledge = (page: Page) => page.getByRole('button', { name: 'Accuser réception' });
export const acknowledged = (page: Page) => page.getByText(/^Vous avez accusé réception le /);
export const gone = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ce lien n’est plus valable' });

export async function openDialog(page: Page): Promise<void> {
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await handOver(page);
  await expect(dialog(page)).toBeVisible();
  await expectFocusIn(dialog(page));
}

/** Another person, with another phone. */
export async function visitor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...COOKIES_DECLINED,
    baseURL: baseURL ?? '',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  return context.newPage();
}
