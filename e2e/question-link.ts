import type { Browser, Page } from '@playwright/test';
import { COOKIES_DECLINED } from './journey.ts';

export const PHONE = { width: 360, height: 740 };
export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Another person, with a phone. */
export async function phone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...COOKIES_DECLINED,
    baseURL: baseURL ?? '',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Path of a new link to the questions of that statement. */
export async function linkTo(page: Page, id: number, label: string): Promise<string> {
  await page.goto(`/completer/${id}`);
  await button(page, 'Demander au vendeur').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('À qui').fill(label);
  await dialog.getByRole('button', { name: 'Créer le lien' }).click();
  return new URL(await dialog.getByLabel('Lien à envoyer').inputValue()).pathname;
}
