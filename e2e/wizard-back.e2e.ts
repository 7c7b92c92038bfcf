import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, PAGE_VIEWS, recordCalls, test } from './journey.ts';
import {
  addressField,
  cadastreField,
  continueButton,
  CREATE,
  generateButton,
  GENERATION,
  heading,
  LABEL,
  order,
  orderIssued,
  reachSummary,
  READY,
  runUntilVisible,
  stopAtGeneration,
  SUMMARY,
  TYPED,
} from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

const SEARCH = 'Réaliser un Etat des Risques';
const PRICES = 'DES OFFRES ADAPTEES A VOS BESOINS';
const seller = (page: Page) => page.getByLabel('Nom du vendeur ou du bailleur');
const steps = (page: Page) => page.getByRole('list', { name: 'Étapes de votre état des risques' });
const undo = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Annulé' }).getByRole('button', { name: 'Rétablir' });

test('Back and Forward go through the steps with what was typed, a reload stays; only before the first is the page that led there', async ({
  page,
}) => {
  // Without a choice about cookies, page views are counted.
  await page.context().clearCookies();
  const views: unknown[] = [];
  page.on('request', (request) => request.url().endsWith(PAGE_VIEWS) && views.push(request.postDataJSON()));
  await page.goto('/Tarifs');
  await page.getByRole('banner').getByRole('link', { name: SEARCH }).click();
  await addressField(page).fill(TYPED);
  await addressField(page).press('Enter');
  await expect(cadastreField(page)).toHaveValue(/./);
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeFocused();
  await seller(page).fill('Élodie');

  await page.goBack();
  await expect(heading(page, SEARCH)).toBeFocused();
  await expect(addressField(page)).toHaveValue(LABEL);
  await expect(page.getByRole('button', { name: 'Ajouter une parcelle' })).toBeVisible();
  await page.goForward();
  await expect(heading(page, SUMMARY)).toBeFocused();
  await expect(seller(page)).toHaveValue('Élodie');
  await page.reload();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await page.goBack();
  await expect(heading(page, SEARCH)).toBeVisible();
  await page.reload();
  await expect(heading(page, SEARCH)).toBeVisible();
  await page.goForward();
  await expect(seller(page)).toHaveValue('Élodie');
  await page.goBack();
  await expect(heading(page, SEARCH)).toBeVisible();
  await page.goBack();
  await expect(heading(page, PRICES)).toBeVisible();
  await page.goForward();
  await expect(addressField(page)).toHaveValue(LABEL);
  // A step is no other page: reloads and arrivals only are counted.
  const paths = () => views.map((view) => (view as { chemin: string }).chemin);
  await expect
    .poll(paths)
    .toEqual(['/Tarifs', '/realisation_erp', '/realisation_erp', '/realisation_erp', '/Tarifs', '/realisation_erp']);
});

test('a done step is a link, « Modifier » is beside address and parcel: both lead to step 1 and back to what was typed', async ({
  page,
}) => {
  await reachSummary(page);
  await seller(page).fill('Élodie');
  await expect(steps(page).getByRole('link')).toHaveText(['Rechercher une parcelle (terminé)']);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const link = (await steps(page).getByRole('link').boundingBox())!;
  expect(Math.min(link.width, link.height)).toBeGreaterThanOrEqual(43);
  await steps(page).getByRole('link').click();
  for (const name of ['Modifier l’adresse', 'Modifier la parcelle']) {
    await expect(heading(page, SEARCH)).toBeFocused();
    await expect(addressField(page)).toHaveValue(LABEL);
    await expect(steps(page).getByRole('link')).toHaveCount(0);
    await continueButton(page).click();
    await expect(seller(page)).toHaveValue('Élodie');
    await page.getByRole('button', { name }).click();
  }
  await expect(heading(page, SEARCH)).toBeFocused();
  await page.goForward();
  await expect(heading(page, SUMMARY)).toBeFocused();
});

test('Back while the document is made → it goes on, ordered once; Back twice does not leave it either', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const calls = recordCalls(page);
  const expectOrdered = await stopAtGeneration(page);
  await reachSummary(page);
  await order(page);
  await expectOrdered();
  for (let press = 0; press < 2; press += 1) {
    await page.goBack();
    await expect(heading(page, GENERATION)).toBeVisible();
  }
  expect(calls.filter((call) => call === CREATE)).toHaveLength(1);
});

test('Back from the reception → a new statement, empty; Forward → the reception again; nothing is ordered', async ({
  page,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  await reachSummary(page);
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
  const calls = recordCalls(page);
  await page.goBack();
  await expect(heading(page, SEARCH)).toBeFocused();
  await expect(addressField(page)).toHaveValue('');
  await page.goForward();
  await expect(heading(page, READY)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: SEARCH }).click();
  await expect(addressField(page)).toHaveValue('');
  expect(calls.filter((call) => call === CREATE)).toEqual([]);
});

test('« Annuler » → « Annulé · Rétablir »: restores names and declarations; after ten seconds it is gone', async ({
  page,
}) => {
  await page.clock.install();
  await reachSummary(page);
  await seller(page).fill('Élodie');
  await page.getByText('Déclarations du propriétaire').click();
  await page
    .getByRole('group', { name: /indemnis/i })
    .getByLabel('Oui')
    .check();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(heading(page, SEARCH)).toBeFocused();
  await expect(addressField(page)).toHaveValue('');
  await undo(page).click();
  await expect(heading(page, SUMMARY)).toBeFocused();
  await expect(seller(page)).toHaveValue('Élodie');
  await expect(undo(page)).toBeHidden();
  await page.getByText('Déclarations du propriétaire').click();
  await expect(page.getByRole('group', { name: /indemnis/i }).getByLabel('Oui')).toBeChecked();

  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await runUntilVisible(page, undo(page));
  await page.clock.runFor(8_000);
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(undo(page)).toBeHidden();
  await page.clock.resume();
  await page.goForward();
  await expect(addressField(page)).toHaveValue('');
});

test('in « Mon espace » the draft is cancelled on the server too, then restored from there; not once signed out', async ({
  page,
  context,
  account,
  session,
  sql,
}) => {
  await page.clock.install();
  const person = await account(0);
  await session(person);
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/brouillon/') && (answer.request().postData() ?? '').includes('Élodie'),
  );
  await reachSummary(page);
  await seller(page).fill('Élodie');
  await kept;
  await page.getByRole('link', { name: 'Mon espace' }).click();
  // The wizard has a button of that name too.
  await expect(heading(page, 'Mon espace')).toBeVisible();
  const dropped = page.waitForResponse(
    (answer) => answer.url().endsWith('/brouillon/') && answer.request().method() === 'DELETE',
  );
  await page.getByRole('button', { name: 'Annuler' }).click();
  await dropped;
  await expect(page.getByText(/^Reprendre/)).toHaveCount(0);
  expect(await sql('select account_id from statement_draft where account_id = $1', [person.id])).toEqual([]);
  await undo(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await expect(seller(page)).toHaveValue('Élodie');
  await expect(generateButton(page)).toBeEnabled();

  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await runUntilVisible(page, undo(page));
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page.getByRole('button', { name: 'Connexion' })).toBeVisible();
  await undo(page).click();
  await page.clock.runFor(1_000);
  await expect(undo(page)).toBeHidden();
  await expect(seller(page)).toBeHidden();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('vendeur_nom');
});
