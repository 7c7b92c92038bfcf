import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export const LIST = '**/api/v2/erps/with-regeneration/';
export const RENEW = '**/api/v2/erp/*/regenerate/';
export const TAB = '/myspace/?tab=mesERP-tabs-simple';
export const TODAY = new Date('2026-11-20T11:00:00+01:00');

/** Only the prescribed fields: our server's additions may be absent. */
export const item = (id: number, more: object = {}) => ({
  id,
  adresse: `${id} Rue des Lilas 95000 Cergy`,
  type: 'Vente',
  destinataires: '-',
  date0: '2026-06-01',
  date_expiration_regeneration: null,
  nb_regenerations: 0,
  peut_regenerer: false,
  jours_restants_regeneration: 0,
  derniere_regeneration: null,
  ...more,
});
export const items = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));

/** HI-04, on 2026-11-20. */
export const FIVE = [
  item(9),
  item(10, { nb_regenerations: 1, date0: '2026-01-10', date_expiration_regeneration: '2027-01-01' }),
  item(11, { date0: '2026-04-01', peut_regenerer: true }),
  item(12, { date0: '2025-01-01' }),
  item(13, { nb_regenerations: 1, date0: '2025-01-01', date_expiration_regeneration: '2026-10-01' }),
];

/** Rows of the list, without those that they open. */
export const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr:has(th)');
export const row = (page: Page, id: number) =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${id}( |$)`) }) });
/** The row that it opens. */
export const details = (page: Page, id: number) => row(page, id).locator('+ tr');
export const toggle = (page: Page, id: number) => row(page, id).getByRole('button', { name: /^Détails/ });
export const ids = (page: Page) => rows(page).getByRole('rowheader');
export const renew = (page: Page, id: number) => row(page, id).getByRole('button', { name: /^(Renouv|Déjà|Non)/ });

/** « Remettre », in the menu of the list's only row. */
export async function handOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Autres actions/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remettre' }).press('Enter');
}

/** Opens the tab on that list; `query` is appended to its URL. */
export async function open(page: Page, list: readonly object[], query = ''): Promise<void> {
  await page.route(LIST, (route) => route.fulfill({ json: list }));
  await page.goto(TAB + query);
  await expect(rows(page).first()).toBeVisible();
}
