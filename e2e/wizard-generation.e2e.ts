import { expect, recordCalls, signInHere, test } from './journey.ts';
import { GENERATION_MESSAGES } from '../web/src/features/issuance/generation-messages.ts';
import {
  CREATE,
  generateButton,
  GENERATION,
  heading,
  issue,
  LABEL,
  order,
  orderIssued,
  reachSummary,
  READY,
  runUntilVisible,
  stopAtGeneration,
  SUMMARY,
} from './wizard-steps.ts';

const GENERATE = /\/api\/v2\/erp\/me\/id\/generate\/\d+\/$/;
const DOWNLOAD = /\/api\/v2\/download_pdf_proxy\/\d+\/$/;

test('WZ-09 « Continuer » → step 2 at the top, the same address and reference, every field prescribed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const reference = await reachSummary(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(heading(page, SUMMARY)).toBeFocused();
  await expect(page.locator('[aria-current=step]')).toContainText('Préparer le résultat');
  await expect(page.getByRole('definition')).toHaveText([LABEL, reference]);
  const type = page.getByLabel('Type de transaction');
  await expect(type).toHaveValue('');
  await expect(type).toHaveAttribute('required');
  await expect(type.locator('option:not([value=""])')).toHaveText(['Vente', 'Location']);
  await expect(page.getByLabel('Nom du vendeur ou du bailleur')).toBeEditable();
  await expect(page.getByLabel('Nom de l’acquéreur ou du locataire')).toBeEditable();
  await expect(generateButton(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeVisible();
  const card = page.getByRole('heading', { name: 'Votre document contient' }).locator('..');
  const named = [
    /localisation/i,
    /références cadastrales/i,
    /naturels, technologiques et miniers/i,
    /pollution des sols/i,
    /A à D.*\(PEB\)/s,
    /annexes/i,
  ];
  for (const content of named) await expect(card).toContainText(content);
});

test('WZ-11 a visitor orders → /login, no creation; signed in → the interrupted statement is first and focused, one click generates it', async ({
  page,
  account,
}) => {
  await reachSummary(page);
  const expectOrdered = await stopAtGeneration(page);
  const calls = recordCalls(page);
  await order(page);
  await page.waitForURL('**/login');
  expect(calls).not.toContain(CREATE);
  await signInHere(page, await account(1));
  await page.waitForURL('**/myspace**');
  await expect(page.getByText(`Reprendre\u00A0: état des risques du ${LABEL}`)).toBeVisible();
  const resume = page.getByRole('link', { name: 'Reprendre et générer votre état des risques' });
  await expect(resume).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOrdered();
  expect(calls).toContain(CREATE);
});

test('WZ-12 no credit → popup; « Retour » gives the focus back; « Acheter des crédits » → /Tarifs', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  const reference = await reachSummary(page);
  const calls = recordCalls(page);
  await order(page);
  const dialog = page.getByRole('alertdialog', { name: "Vous n'avez pas de crédit" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await expect(dialog).toBeHidden();
  await expect(generateButton(page)).toBeFocused();
  await expect(page.getByRole('definition')).toHaveText([LABEL, reference]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await generateButton(page).click();
  await dialog.getByRole('link', { name: 'Acheter des crédits' }).click();
  await page.waitForURL('**/Tarifs');
  expect(calls).not.toContain(CREATE);
});

test('WZ-10 WZ-13 no type of transaction → a message on the field, focused, no call; Vente, buyer left blank → the eight keys, « - » for the buyer', async ({
  page,
  account,
  session,
}) => {
  await session(await account(3));
  const reference = await reachSummary(page);
  const expectOrdered = await stopAtGeneration(page);
  const calls = recordCalls(page);
  await generateButton(page).click();
  const type = page.getByLabel('Type de transaction');
  await expect(type).toBeFocused();
  await expect(type).toHaveAccessibleDescription(/Veuillez choisir le type de transaction\./);
  await expect(type).toHaveAttribute('aria-invalid', 'true');
  await type.selectOption('Location');
  await expect(page.getByText('Veuillez choisir le type de transaction.')).toBeHidden();
  expect(calls).not.toContain(CREATE);

  await page.getByLabel('Nom du vendeur ou du bailleur').fill('Élodie O’Brien-Nuñez');
  const asked = page.waitForRequest('**/api/v2/erp/me/create/');
  await order(page);
  const body: unknown = (await asked).postDataJSON();
  expect(body).toEqual({
    adresse: LABEL,
    cadastre: reference,
    latitude: expect.closeTo(44.5, 0),
    longitude: expect.closeTo(3.5, 0),
    type_de_transaction: 'Vente',
    vendeur_nom: 'Élodie O’Brien-Nuñez',
    acheteur_nom: '-',
    code_parcelle: `${reference}@48095`,
  });
  await expectOrdered();
});

test('WZ-14 WZ-15 a long generation → 21 messages, one every 3 s, the last one held; the reception 2 s after the answer', async ({
  page,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  const asked: (string | null)[] = [];
  await page.route(GENERATE, async (route) => {
    asked.push(`${route.request().method()} ${route.request().postData()}`);
    await held;
    await route.continue();
  });
  await page.clock.install();
  await reachSummary(page);
  await page.clock.pauseAt(Date.now() + 120_000);
  await order(page);
  await runUntilVisible(page, heading(page, GENERATION));
  expect(new Set(GENERATION_MESSAGES).size).toBe(21);
  for (const message of GENERATION_MESSAGES) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.clock.fastForward(3000);
  }
  await expect(page.getByText(GENERATION_MESSAGES[20], { exact: true })).toBeVisible();
  await page.clock.fastForward(6000);
  await expect(page.getByText(GENERATION_MESSAGES[20], { exact: true })).toBeVisible();

  release();
  await runUntilVisible(page, page.getByText('Votre état des risques est prêt.'));
  await page.clock.runFor(1800);
  await expect(heading(page, READY)).toBeHidden();
  await page.clock.runFor(200);
  await expect(heading(page, READY)).toBeVisible();
  expect(asked).toEqual(['PATCH null']);
});

test('WZ-15 the response arrives → the reception after exactly 2 s', async ({ page, account, session }) => {
  await session(await account(1));
  await page.route(GENERATE, (route) =>
    route.fulfill({
      json: { erp_id: 1, reference: 'ERP-2026-000001', date_emission: '2026-11-21', date_expiration: '2027-05-20' },
    }),
  );
  // The reception has nothing to download or to read here.
  await page.route(DOWNLOAD, () => null);
  await page.route('**/api/v2/erp/*/suite/', () => null);
  await page.clock.install();
  await reachSummary(page);
  await page.clock.pauseAt(Date.now() + 120_000);
  await order(page);
  await runUntilVisible(page, page.getByText('Votre état des risques est prêt.'), 5);
  await page.clock.runFor(1800);
  await expect(heading(page, READY)).toBeHidden();
  await page.clock.runFor(200);
  await expect(heading(page, READY)).toBeVisible();
});

test('WZ-15 WZ-16 WZ-19 the reception → a PDF by itself, its name, the texts, the two ways on; then the wizard is empty', async ({
  page,
  account,
  session,
  balance,
}) => {
  const payer = await account(3);
  await session(payer);
  const reference = await reachSummary(page);
  await page.getByLabel('Nom du vendeur ou du bailleur').fill('Maître Ängström & Fils');
  await expect(page.getByRole('banner').getByText('3 crédits')).toBeVisible();
  const [download, request] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForRequest(DOWNLOAD),
    order(page),
  ]);
  const [, id = ''] = /proxy\/(\d+)\/$/.exec(request.url()) ?? [];
  expect(await request.headerValue('authorization')).toMatch(/^Token /);
  expect(download.suggestedFilename()).toContain(id);
  expect(download.suggestedFilename()).toContain(LABEL);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');

  await expect(heading(page, READY)).toBeFocused();
  await expect(page.getByRole('banner').getByText('2 crédits')).toBeVisible();
  expect(await balance(payer)).toBe(2);
  const facts = [LABEL, reference, 'Vente', 'Maître Ängström & Fils', '-'];
  await expect(page.getByRole('definition')).toHaveText(facts);
  await expect(page.getByText(/180\sjours à compter de son émission, jusqu’au \d\d\/\d\d\/20\d\d/)).toBeVisible();
  await expect(page.getByText('Renouvellement : gratuit, une fois.')).toBeVisible();

  // The verdict, what is left to do, the official files separately, and the hand-over at once.
  await expect(page.getByRole('heading', { level: 2, name: /^Votre bien|^Aucun/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Ce qu’il vous reste à faire' }).getByRole('listitem').first(),
  ).toBeVisible();
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Fiche d’information sur le radon \(\d+\sko\)$/ }).click();
  expect((await sheet).suggestedFilename()).toBe('fiche-radon.pdf');
  await page.getByRole('button', { name: 'Remettre' }).click();
  const handover = page.getByRole('dialog', { name: 'Remettre l’état des risques' });
  await handover.getByRole('button', { name: 'Créer un lien' }).click();
  await expect(handover.getByLabel('Lien à envoyer')).toBeVisible();
  await page.keyboard.press('Escape');

  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le PDF' }).click();
  expect((await again).suggestedFilename()).toBe(download.suggestedFilename());
  expect(await balance(payer)).toBe(2);

  await page.getByRole('link', { name: 'Voir mes États des Risques' }).click();
  await page.waitForURL('**/myspace/?tab=mesERP-tabs-simple');
  await expect(page.getByRole('row', { name: LABEL })).toContainText(id);
  await page.getByRole('banner').getByRole('link', { name: 'Réaliser un Etat des Risques' }).click();
  await expect(page.locator('[aria-current=step]')).toContainText('Rechercher une parcelle');
  await expect(page.getByRole('combobox', { name: 'Adresse du bien' })).toHaveValue('');
});

test('WZ-16 the notice → on arrival, then gone after 2 s; « Réaliser un nouvel État des Risques » → step 1, empty', async ({
  page,
  statement,
}) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  await page.clock.install();
  // A clock that jumps ahead aborts running calls: « Télécharger » would lead to the error page.
  await Promise.all([page.waitForEvent('download'), issue(page)]);
  const notice = page.getByText('Téléchargement en cours, veuillez patienter...', { exact: true });
  await page.clock.runFor(2000);
  await expect(notice).toBeHidden();
  await page.clock.pauseAt(Date.now() + 120_000);
  await page.getByRole('button', { name: 'Télécharger le PDF' }).click();
  await expect(notice).toBeVisible();
  await page.clock.runFor(1950);
  await expect(notice).toBeVisible();
  await page.clock.runFor(50);
  await expect(notice).toBeHidden();

  await page.clock.resume();
  await page.getByRole('button', { name: 'Réaliser un nouvel État des Risques' }).click();
  await expect(heading(page, 'Réaliser un Etat des Risques')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Adresse du bien' })).toHaveValue('');
});

test.describe('a server with only what is prescribed', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('only the prescribed calls, with the fewest fields → from the address to the PDF, and the lists', async ({
    page,
    account,
    session,
  }) => {
    await session(await account(1));
    const shape = [
      [3.4725, 44.5366],
      [3.4727, 44.5366],
      [3.4727, 44.5367],
      [3.4725, 44.5366],
    ];
    const place = { geometry: { coordinates: [3.47259, 44.53664] }, properties: { label: LABEL } };
    const answers: Record<string, unknown> = {
      'GET /api/v2/user_data/me/': { nb_credits: '3' },
      'GET /api/v2/users/me/': { id: 7, username: 'a@exemple.fr' },
      'GET /geocodage/search': { features: [place] },
      'POST /api/v2/cadastre/proximite/3.47259/44.53664/': [
        {
          prefixe: '000',
          section: 'GP',
          numero: '0025',
          multiPolygon: { type: 'MultiPolygon', coordinates: [[shape]] },
        },
      ],
      'POST /api/v2/erp/me/create/': { erp_id: '41' },
      'PATCH /api/v2/erp/me/id/generate/41/': {},
      'GET /api/v2/erps/with-regeneration/': [{ id: 41 }],
      'GET /api/v2/solde/me/': [{ formule: '5 crédits', nb_restants: '3', statut: 'VAL' }],
      'GET /api/v2/facture/me/': [{ numero_facture: 'F-2026-001', pdf_a_telecharger: 12, montant: '15.00' }],
      'GET /api/v2/user/logo/get/': {},
    };
    await page.route(/\/(api|geocodage)\//, (route) => {
      const key = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
      return key in answers ? route.fulfill({ json: answers[key] }) : route.fulfill({ status: 404, json: {} });
    });
    await page.route('**/download_pdf_proxy/41/', (route) => route.fulfill({ body: '%PDF-1.7' }));
    const created = page.waitForRequest('**/api/v2/erp/me/create/');
    expect(await reachSummary(page)).toBe('000-GP-0025');
    await order(page);
    expect((await created).postDataJSON()).toMatchObject({ cadastre: '000-GP-0025', code_parcelle: '000-GP-0025' });
    const saved = page.waitForEvent('download');
    await expect(heading(page, READY)).toBeVisible();
    await saved;
    await page.getByRole('link', { name: 'Voir mes États des Risques' }).click();
    await expect(page.getByText('1 / 1 rapport(s)')).toBeVisible();
    await page.getByRole('tab', { name: 'Mon solde' }).click();
    await expect(page.getByRole('row', { name: '5 crédits' })).toContainText('N/A');
    await page.getByRole('tab', { name: 'Mes factures' }).click();
    await expect(page.getByRole('row', { name: 'F-2026-001' })).toContainText(/15,00\s€/);
    await page.getByRole('tab', { name: 'Mes infos' }).click();
    await expect(page.getByLabel('Adresse e-mail', { exact: true })).toHaveValue('a@exemple.fr');
    await page.getByRole('tab', { name: 'Mon Logo' }).click();
    await expect(page.getByRole('button', { name: 'Uploader le logo' })).toBeVisible();
    await expect(page.getByText('n’a pas pu être chargé')).toHaveCount(0);
  });
});
