import type { Page } from '@playwright/test';
import { age, issueStatement } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED });

const reminders = (page: Page) => page.getByRole('region', { name: 'Rappels d’échéance' });
const address = (page: Page) => reminders(page).getByLabel('Adresse secrète de mon agenda');

test('reminders: the badge counts what expires, the mails can be stopped, the calendar has a secret address', async ({
  page,
  context,
  request,
  account,
  session,
  sql,
}) => {
  const owner = await account(1);
  await session(owner);
  const { id, reference } = await issueStatement(context);
  await page.goto('/myspace');
  await expect(page.getByRole('tab', { name: 'Mes Etats des Risques', exact: true })).toBeVisible();
  await age(sql, id, 170);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Mes Etats des Risques (une échéance à suivre)' })).toBeVisible();
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Mon espace (une échéance à suivre)' }),
  ).toBeVisible();

  const mails = reminders(page).getByRole('checkbox', { name: /^Recevoir un e-mail 30 jours/ });
  await expect(mails).toBeChecked();
  await mails.press('Space');
  await expect(reminders(page).getByText('Choix enregistré.')).toBeVisible();
  await page.reload();
  await expect(mails).not.toBeChecked();

  await expect(address(page)).toHaveValue(/^https?:/);
  const former = await address(page).inputValue();
  await expect(reminders(page).getByRole('link', { name: 'Ouvrir dans mon agenda' })).toHaveAttribute(
    'href',
    former.replace(/^https?:/, 'webcal:'),
  );
  const events = await request.get(new URL(former).pathname);
  expect(events.headers()['content-type']).toContain('text/calendar');
  expect(await events.text()).toContain(reference);
  await reminders(page).getByText('Comment faire avec Google').click();
  await expectAccessible(page);
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await reminders(page).getByRole('button', { name: 'Changer l’adresse' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Changer l’adresse' }).click();
  await expect(address(page)).not.toHaveValue(former);
  expect((await request.get(new URL(former).pathname)).status()).toBe(404);
  expect((await request.get(new URL(await address(page).inputValue()).pathname)).status()).toBe(200);

  // « Vente conclue »: nothing is left to watch, and the badge goes at once.
  await page.getByRole('tab', { name: /^Mes Etats des Risques/ }).click();
  await page.getByRole('button', { name: /^Autres actions/ }).click();
  await page.getByRole('menuitem', { name: 'Marquer la vente comme conclue' }).click();
  await expect(page.getByRole('tab', { name: 'Mes Etats des Risques', exact: true })).toBeVisible();
});
