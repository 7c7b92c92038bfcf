import type { Route } from '@playwright/test';
import { age, issueStatement } from './issued.ts';
import { expect, expectAccessible, recordCalls, test, type Account } from './journey.ts';
import { details, FIVE, handOver, LIST, open, renew, RENEW, row, TAB, TODAY } from './statements-tab.ts';
import { runUntilVisible } from './wizard-steps.ts';

const DOWNLOAD = '**/api/v2/download_pdf_proxy/**';
const PDF = { body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } };

let owner: Account;
test.beforeEach(async ({ account, session }) => {
  owner = await account(1);
  await session(owner);
});

test('HI-06 renewed: the sentence, the row in place, the download half a second later, once', async ({ page }) => {
  await page.clock.install({ time: TODAY });
  let answer: (route: Route) => void = () => {};
  const asked = new Promise<Route>((done) => {
    answer = done;
  });
  await page.route(RENEW, (route) => answer(route));
  await page.route(DOWNLOAD, (route) => route.fulfill(PDF));
  await open(page, FIVE);
  await page.clock.pauseAt(TODAY.getTime() + 300_000);
  const calls = recordCalls(page);
  await renew(page, 11).dblclick();
  await runUntilVisible(page, renew(page, 11).getByText('Renouvellement...'));
  await renew(page, 11).click({ force: true });
  const file = page.waitForEvent('download');
  const changements = Array.from(
    { length: 9 },
    (_, index) => `Changement ${index + 1}, dont la phrase est assez longue.`,
  );
  await (await asked).fulfill({ json: { nb_regenerations: 1, changements } });
  const toast = page.getByRole('status').filter({ hasText: 'ERP renouvelé' });
  await runUntilVisible(
    page,
    toast.getByText('ERP renouvelé avec succès ! Téléchargement en cours...', { exact: true }),
    5,
  );
  await page.clock.runFor(440);
  expect(calls.filter((call) => call.includes('download'))).toEqual([]);
  const downloading = page.waitForRequest(DOWNLOAD);
  await page.clock.runFor(60);
  await downloading;
  await page.clock.resume();
  await expect(row(page, 11).getByText('Renouvelé', { exact: true })).toBeVisible();
  await expect(renew(page, 11)).toHaveText('Déjà renouvelé');
  // The expiry is 180 days after the day beside the creation.
  await expect(row(page, 11)).toContainText('renouvelé le 20/11/2026');
  await expect(row(page, 11)).toContainText('19/05/2027');
  await expect(details(page, 11).getByRole('listitem')).toHaveCount(9);
  const [line, table, panel] = [row(page, 11), page.getByRole('table'), page.getByRole('tabpanel')];
  expect(Math.round((await line.boundingBox())!.height)).toBe(56);
  expect((await table.boundingBox())!.width).toBeLessThanOrEqual((await panel.boundingBox())!.width);
  expect((await file).suggestedFilename()).toBe('ERP 11 11 Rue des Lilas 95000 Cergy.pdf');
  expect(calls.filter((call) => /regenerate|download/.test(call))).toEqual([
    'PATCH /api/v2/erp/11/regenerate/',
    'GET /api/v2/download_pdf_proxy/11/',
  ]);
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('HI-07 the server’s own words, or the prescribed ones; a list that is no longer true is read again', async ({
    page,
  }) => {
    await page.clock.setFixedTime(TODAY);
    await open(page, FIVE);
    for (const [status, json, sentence, readsAgain] of [
      [503, { detail: 'Géorisques n’a pas répondu.' }, 'ERREUR: Géorisques n’a pas répondu.', false],
      [400, { message: 'Trop tôt' }, 'ERREUR: Trop tôt', false],
      [500, {}, 'ERREUR: Erreur lors du renouvellement', false],
      [409, { detail: 'Cet état des risques est déjà renouvelé.' }, 'ERREUR: Cet état des risques est déjà', true],
      [404, { detail: 'Pas trouvé.' }, 'ERREUR: Pas trouvé.', true],
    ] as const) {
      await page.route(RENEW, (route) => route.fulfill({ status, json }));
      const read = readsAgain ? page.waitForRequest(LIST) : null;
      await renew(page, 11).click();
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(renew(page, 11)).toHaveText('Renouveler');
      await read;
    }
    await page.route(RENEW, (route) => route.abort());
    await renew(page, 11).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Erreur lors du renouvellement' })).toBeVisible();
    await page.route(DOWNLOAD, (route) => route.fulfill({ status: 500, json: {} }));
    await row(page, 9)
      .getByRole('button', { name: /^Télécharger/ })
      .click();
    await expect(page.getByRole('alert').last()).toContainText('Erreur lors du téléchargement. Veuillez réessayer.');
  });
});

test('renewed on the real server: new document, changes shown, the replaced one kept, credits untouched; the sale concluded and taken back', async ({
  page,
  context,
  sql,
  balance,
}) => {
  const { id } = await issueStatement(context);
  await age(sql, id, 200);
  await page.goto(TAB);
  await expect(row(page, id).getByText('Expiré < 1an', { exact: true })).toBeVisible();
  const file = page.waitForEvent('download');
  await renew(page, id).click();
  await expect(row(page, id).getByText('Renouvelé', { exact: true })).toBeVisible();
  expect((await file).suggestedFilename()).toMatch(new RegExp(`^ERP ${id} .*\\.pdf$`));
  await expect(details(page, id)).toContainText('Ce qui a changé avec ce renouvellement');
  expect(await balance(owner)).toBe(0);
  await page.reload();
  await expect(renew(page, id)).toHaveText('Déjà renouvelé');

  const menu = row(page, id).getByRole('button', { name: /^Autres actions/ });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Éditions et changements' }).press('Enter');
  const editions = page
    .getByRole('dialog', { name: 'Éditions et changements' })
    .getByRole('listitem')
    .filter({ hasText: 'Établie' });
  await expect(editions).toHaveCount(2);
  await expect(editions.last()).toContainText('remplacée depuis');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Marquer la vente comme conclue' }).click();
  await expect(row(page, id).getByText('Vente conclue')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText('vous ne recevrez plus de rappel')).toBeHidden();
  await expect(row(page, id).getByText('Vente conclue')).toBeHidden();
  await handOver(page);
  await expect(page.getByRole('dialog', { name: 'Remettre l’état des risques' })).toBeVisible();
});
