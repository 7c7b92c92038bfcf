import type { BrowserContext } from '@playwright/test';
import { expect, test } from './journey.ts';
import { cadastreField, heading, issue, LABEL, orderIssued, reachSummary } from './wizard-steps.ts';

const valueOf = async (context: BrowserContext, name: string): Promise<string | undefined> =>
  (await context.cookies()).find((cookie) => cookie.name === name)?.value;

test('a token without `isAuthenticated` → home, signed out', async ({ page, account, session, context }) => {
  await session(await account(0));
  await context.clearCookies({ name: 'isAuthenticated' });
  for (const path of ['/myspace', '/SupprimerCompte']) {
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Mon espace' })).toHaveCount(0);
  }
});

test('a visit of the wizard writes no id; « Annuler » sets it to -1', async ({ page, context }) => {
  await page.goto('/realisation_erp');
  await expect(cadastreField(page)).toBeHidden();
  expect(await valueOf(context, 'erp_id')).toBeUndefined();
  await reachSummary(page);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(heading(page, 'Réaliser un Etat des Risques')).toBeFocused();
  expect(await valueOf(context, 'erp_id')).toBe('-1');
  expect(await valueOf(context, 'adresse')).toBeUndefined();
});

test('the downloaded file’s name is kept at the reception, and leaves with it', async ({
  page,
  context,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  const [download] = await Promise.all([page.waitForEvent('download'), issue(page)]);
  const name = download.suggestedFilename();
  expect(name).toContain(LABEL);
  await expect.poll(async () => decodeURIComponent((await valueOf(context, 'erp_pdf')) ?? '')).toBe(name);
  await page.getByRole('button', { name: 'Réaliser un nouvel État des Risques' }).click();
  await expect.poll(() => valueOf(context, 'erp_pdf')).toBeUndefined();
});
