import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { Pool, type QueryResultRow } from 'pg';
import { hashPassword } from '../server/src/platform/passwords.ts';

export { expect };

export type Account = { id: number; email: string; password: string };
type Journey = {
  /** Queries the product's own database: ground truth, without the code under test. */
  sql: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Makes an active account with that many credits. */
  account: (credits: number) => Promise<Account>;
  /** Opens a session by the login page. */
  signIn: (account: Account) => Promise<void>;
};

/** A stray error in the console fails the test; `allowConsole` lists the expected ones. */
export const test = base.extend<Journey & { allowConsole: RegExp[]; consoleGuard: void }>({
  baseURL: async ({}, use) => use(process.env['E2E_URL'] ?? ''),
  allowConsole: [[], { option: true }],
  consoleGuard: [
    async ({ page, allowConsole }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use();
      expect(errors.filter((text) => !allowConsole.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  sql: async ({}, use) => {
    const pool = new Pool({ connectionString: process.env['E2E_DATABASE_URL'] ?? '', max: 2 });
    await use(async (text, values = []) => (await pool.query(text, values)).rows);
    await pool.end();
  },
  account: async ({ sql }, use) => {
    await use(async (credits) => {
      const email = `e2e-${randomBytes(5).toString('hex')}@exemple.fr`;
      const password = 'Motdepasse-2026!';
      const [row] = await sql<{ id: string }>(
        'insert into account (email, username, password_hash, activated_at) values ($1, $1, $2, now()) returning id',
        [email, await hashPassword(password)],
      );
      const id = Number(row?.id);
      if (credits > 0) {
        await sql(
          `with lot as (insert into credit_lot (account_id, product_code, label) values ($1, 'PA1', 'Essai') returning id)
           insert into ledger_entry (account_id, lot_id, kind, credits) select $1, id, 'purchase', $2 from lot`,
          [id, credits],
        );
      }
      return { id, email, password };
    });
  },
  signIn: async ({ page }, use) => {
    await use(async (account) => {
      await page.goto('/login');
      await page.getByLabel('Adresse e-mail').fill(account.email);
      await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
      await page
        .getByRole('main')
        .getByRole('button', { name: /connect/i })
        .click();
      await page.waitForURL('**/myspace**');
    });
  },
});

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}
