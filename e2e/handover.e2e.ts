import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  dialog,
  nameField,
  emailField,
  received,
  acknowledge,
  acknowledged,
  gone,
  openDialog,
  visitor,
} from './handed-over.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED });

test('a link: created, opened by a visitor who acknowledges and downloads, its receipt kept, then revoked', async ({
  page,
  browser,
  baseURL,
  sql,
  issued,
}) => {
  const { id, reference } = await issued();
  await openDialog(page);
  await expect(dialog(page).getByText('La loi demande de remettre')).toBeVisible();
  await page.getByLabel('Pour qui').fill('M. et Mme Durand');
  await page.getByLabel('Pour qui').press('Enter');
  const link = dialog(page).getByRole('listitem', { name: 'M. et Mme Durand' });
  await expect(link).toBeFocused();
  await expect(link.getByText('Actif', { exact: true })).toBeVisible();
  await expect(link.getByText('Pas encore ouvert.')).toBeVisible();
  await expect(link.getByRole('img', { name: `QR code du lien de remise ${reference}` })).toBeVisible();
  await expectAccessible(page);
  const url = await link.getByLabel('Lien à envoyer').inputValue();
  for (const [way, scheme] of [
    ['Par e-mail', /^mailto:\?subject=/],
    ['Par SMS', /^sms:/],
  ] as const) {
    await expect(link.getByRole('link', { name: way })).toHaveAttribute('href', scheme);
    const href = (await link.getByRole('link', { name: way }).getAttribute('href')) ?? '';
    expect(decodeURIComponent(href)).toContain(url);
    expect(decodeURIComponent(href)).not.toContain('Lilas');
  }
  const path = new URL(url).pathname;
  const token = path.split('/')[2] ?? '';

  const guest = await visitor(browser, baseURL);
  const paths: string[] = [];
  guest.on('request', (request) => {
    if (request.url().includes(token)) paths.push(new URL(request.url()).pathname);
    expect(request.headers()['referer'] ?? '').not.toContain(token);
  });
  const answer = await guest.goto(path);
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  await expect(guest.getByRole('heading', { name: '4 Rue des Lilas 95190 Goussainville' })).toBeVisible();
  await expect(guest.getByText('SPÉCIMEN — données fictives')).toBeVisible();
  // The verdict comes before any question.
  await expect(guest.getByRole('heading', { level: 2 }).nth(1)).toHaveText(/^Ce bien est concerné par/);
  await expect(guest.getByRole('main')).not.toContainText(/votre bien/i);
  await expect(guest.getByRole('heading', { level: 2 }).nth(2)).toHaveText('Accusez réception pour le télécharger');
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
  await expect(guest).toHaveTitle('Un état des risques vous est remis — Clairisque');
  await expectNoSidewaysScroll(guest);

  await acknowledge(guest).click();
  await expect(guest.getByRole('alert').getByRole('button')).toHaveText([
    'Indiquez votre nom.',
    'Indiquez votre adresse e-mail.',
    'Cochez la case « reçu » pour continuer.',
  ]);
  await expect(nameField(guest)).toHaveAccessibleDescription('Indiquez votre nom.');
  await expectAccessible(guest);
  await guest.setViewportSize({ width: 360, height: 740 });
  await nameField(guest).fill('Chloé Durand');
  await emailField(guest).fill('chloe.durand@exemple');
  await received(guest).press('Space');
  await acknowledge(guest).click();
  await expect(guest.getByRole('alert').getByRole('button')).toHaveText(['Cette adresse e-mail n’est pas complète.']);
  await emailField(guest).fill('chloe.durand@exemple.fr');
  await emailField(guest).press('Enter');
  await expect(acknowledged(guest)).toBeVisible();
  await expectAccessible(guest);
  await guest.reload();
  await expect(acknowledged(guest)).toBeVisible();
  const saving = guest.waitForEvent('download');
  await guest.getByRole('button', { name: /^Télécharger le PDF \(/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`${reference} 4 Rue des Lilas 95190 Goussainville.pdf`);
  const digest = createHash('sha256')
    .update(readFileSync(await file.path()))
    .digest('hex');
  expect(await sql('select file_sha256 from statement_edition where statement_id = $1', [id])).toEqual([
    { file_sha256: digest },
  ]);
  await expect(guest.getByText(digest)).toBeVisible();
  expect(new Set(paths)).toEqual(
    new Set([path, ...['', 'recu/', 'document/'].map((end) => `/api/v2/remise/${token}/${end}`)]),
  );

  // The owner's dialog updates by itself.
  await expect(link.getByText('Reçu par Chloé Durand')).toBeVisible();
  await expect(link.getByText(/PDF téléchargé le/)).toBeVisible();
  await link.getByText(/^2 ouvertures, la dernière le /).click();
  await expect(link.getByRole('listitem').filter({ hasText: /^\d+ \S+ \d{4} à \d\d:\d\d$/ })).toHaveCount(2);
  const receipt = link.getByRole('button', { name: 'Récépissé de Chloé Durand' });
  await expect(receipt).not.toHaveAttribute('aria-disabled', 'true');
  const keeping = page.waitForEvent('download');
  await receipt.click();
  expect(
    readFileSync(await (await keeping).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  await link.getByRole('button', { name: 'Révoquer' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Vous conservez les récépissés déjà obtenus.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click();
  await expect(link.getByText('Révoqué', { exact: true })).toBeVisible();
  await expect(receipt).toBeVisible();
  await expect(link.getByLabel('Lien à envoyer')).toBeHidden();

  for (const closed of [path, `/remise/${'x'.repeat(43)}`, '/remise/trop-court']) {
    await guest.goto(closed);
    await expect(gone(guest)).toBeVisible();
  }
  await guest.context().close();
});

test('a link that hands over both versions: the visitor is told so, downloads each, and the owner sees which', async ({
  page,
  browser,
  baseURL,
  issued,
}) => {
  const { reference } = await issued();
  await openDialog(page);
  const form = dialog(page).getByLabel('Ce que le lien remet');
  await expect(form.locator('option:checked')).toHaveText('Le document complet');
  await form.selectOption({ label: 'Le document complet et sa version courte' });
  await dialog(page).getByRole('button', { name: 'Créer un lien' }).click();
  const link = dialog(page).getByRole('listitem').filter({ hasText: reference });
  await expect(link.getByText('Ce lien remet : le document complet et sa version courte.')).toBeVisible();
  // For the next one, the default again.
  await expect(form.locator('option:checked')).toHaveText('Le document complet');
  await expectAccessible(page);
  const url = await link.getByLabel('Lien à envoyer').inputValue();

  const guest = await visitor(browser, baseURL);
  await guest.goto(new URL(url).pathname);
  await expect(guest.getByText('Document complet et version courte')).toBeVisible();
  await nameField(guest).fill('Chloé Durand');
  await emailField(guest).fill('chloe.durand@exemple.fr');
  await received(guest).press('Space');
  await acknowledge(guest).click();
  await expect(acknowledged(guest)).toBeVisible();
  await expectAccessible(guest);
  await guest.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(guest);
  const files: Record<string, string> = {};
  for (const [name, end] of [
    [/^Télécharger la version courte \(/, ' - version courte.pdf'],
    [/^Télécharger le PDF complet \(/, 'Goussainville.pdf'],
  ] as const) {
    const saving = guest.waitForEvent('download');
    await guest.getByRole('button', { name }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toContain(end);
    const digest = createHash('sha256')
      .update(readFileSync(await file.path()))
      .digest('hex');
    await expect(guest.getByText(digest)).toBeVisible();
    files[end] = digest;
    if (end.includes('courte')) {
      await expect(link.getByText(/PDF complet pas encore téléchargé\. Version courte téléchargée le/)).toBeVisible();
    }
  }
  expect(new Set(Object.values(files)).size).toBe(2);
  await expect(link.getByText(/PDF complet téléchargé le .* Version courte téléchargée le/)).toBeVisible();
  await guest.context().close();
});

test('a link that hands over the short version alone: one file, and a screen without its annexes', async ({
  page,
  browser,
  baseURL,
  issued,
}) => {
  await issued();
  await openDialog(page);
  await dialog(page).getByLabel('Ce que le lien remet').selectOption({ label: 'La version courte, sans annexes' });
  await dialog(page).getByRole('button', { name: 'Créer un lien' }).click();
  const url = await dialog(page).getByLabel('Lien à envoyer').inputValue();
  const guest = await visitor(browser, baseURL);
  await guest.goto(new URL(url).pathname);
  await expect(guest.getByText('Version courte, sans annexes', { exact: true })).toBeVisible();
  await nameField(guest).fill('Chloé Durand');
  await emailField(guest).fill('chloe.durand@exemple.fr');
  await received(guest).press('Space');
  await acknowledge(guest).click();
  await expect(guest.getByText('c’est la version courte que vous avez reçue')).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Télécharger/ })).toHaveText(/^Télécharger la version courte \(/);
  await guest.getByRole('link', { name: 'Lire à l’écran' }).click();
  await expect(guest.getByText('Version courte :')).toBeVisible();
  await expect(guest.getByRole('heading', { level: 2, name: /État des nuisances sonores/ })).toBeVisible();
  await expect(guest.getByRole('heading', { level: 2, name: /Cartes|Annexes|Sources/ })).toHaveCount(0);
  await expectAccessible(guest);
  const saving = guest.waitForEvent('download');
  await guest.getByRole('button', { name: 'Télécharger le PDF' }).click();
  expect((await saving).suggestedFilename()).toContain(' - version courte.pdf');
  await guest.context().close();
});

test('visit mode: the device’s share sheet; the code fills the screen, white at night; a visitor’s « reçu » is shown without a name', async ({
  page,
  request,
  issued,
}) => {
  const { reference } = await issued();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  // The tests' browser has none.
  await page.addInitScript(() => {
    const share = (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data }));
    Object.defineProperty(navigator, 'share', { value: share });
  });
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Créer un lien' }).click();
  const url = await dialog(page).getByLabel('Lien à envoyer').inputValue();
  await dialog(page).getByRole('button', { name: 'Partager' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({
    title: `État des risques ${reference}`,
    url,
  });
  await dialog(page).getByRole('button', { name: 'Montrer le QR code' }).press('Enter');
  const screen = page.getByRole('dialog', { name: 'Scannez pour recevoir l’état des risques' });
  await expect(screen.getByText(reference, { exact: true })).toBeVisible();
  await expect(screen).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect.poll(async () => (await screen.getByRole('img').boundingBox())?.width).toBeGreaterThan(300);
  await expectAccessible(page);
  const answer = await request.post(`/api/v2${new URL(url).pathname}/recu/`, {
    data: { nom: 'Chloé Durand', email: 'chloe@exemple.fr', recu: true },
  });
  expect(answer.status()).toBe(201);
  await expect(screen.getByText(/^Bien reçu, le /)).toBeVisible();
  await expect(screen).not.toContainText('Durand');
  await page.keyboard.press('Escape');
  await expect(screen).toBeHidden();
  await expect(dialog(page)).toBeVisible();
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource|net::ERR/ });
  const PATH = `/remise/${'A'.repeat(43)}`;
  const OPENED = {
    adresse: '4 Rue des Lilas 95190 Goussainville',
    type: 'Location',
    reference: 'ERP-2026-000123',
    emis_le: '2026-11-20',
    expire_le: '2027-05-18',
    sha256: 'a'.repeat(64),
    specimen: false,
    taille: 812_000,
  };

  test('too many attempts, then no network, then an answer; a refused « reçu » loses nothing that was typed', async ({
    page,
  }) => {
    let answers: (number | 'network')[] = [429];
    await page.route(`**/api/v2${PATH}/`, (route) => {
      const next = answers.shift() ?? 200;
      if (next === 'network') return route.abort();
      return route.fulfill({ status: next, json: next === 200 ? OPENED : { detail: 'Trop.' } });
    });
    await page.goto(PATH);
    await expect(page.getByRole('alert')).toHaveText(/^Trop de tentatives\./);
    answers = ['network', 'network', 'network'];
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^Le service n’a pas répondu\./);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByText('Le bailleur doit le remettre à tout locataire potentiel')).toBeVisible();

    const refusals: ({ status: number; json: unknown } | 'network')[] = [
      'network',
      { status: 400, json: { email: ['Saisissez une adresse e-mail valide.'] } },
      { status: 409, json: { detail: 'Ce lien a servi trop de fois.' } },
    ];
    await page.route(`**/api/v2${PATH}/recu/`, (route) => {
      const next = refusals.shift() ?? 'network';
      return next === 'network' ? route.abort() : route.fulfill(next);
    });
    await nameField(page).fill('Chloé Durand');
    await emailField(page).fill('chloe@exemple.fr');
    await received(page).check();
    for (const sentence of ['Le service n’a pas répondu', 'Saisissez une adresse e-mail valide', 'Ce lien a servi']) {
      await acknowledge(page).click();
      await expect(page.getByRole('alert')).toContainText(sentence);
      await expect(nameField(page)).toHaveValue('Chloé Durand');
      await expect(received(page)).toBeChecked();
    }
  });
});
