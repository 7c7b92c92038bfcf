import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { button, linkTo, phone, PHONE, title } from './question-link.ts';
import { heading, order, reachSummary, READY } from './wizard-steps.ts';
import { TAB } from './statements-tab.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED });

const rank = (page: Page) => page.getByText(/^\d+ sur \d+$/).first();

/** A question's first quick answer; else a text. Returns its taps: a field takes one before it is typed in. */
async function answer(page: Page, isTyped = false): Promise<number> {
  const before = (await title(page).textContent()) ?? '';
  await expect(title(page)).toBeFocused();
  for (const name of ['Non', 'Aucun', 'Sans objet']) {
    if (!isTyped && (await button(page, name).isVisible()))
      return answered(page, { before, taps: 1 }, () => button(page, name).click());
  }
  const field = page.getByRole('textbox');
  if (!(await field.isVisible()))
    return answered(page, { before, taps: 1 }, () => button(page, 'Je ne sais pas').click());
  const isDate = await page.getByText('Jour, mois, année').isVisible();
  await field.fill(isDate ? new Date().toLocaleDateString('fr-FR', { timeZone: 'Europe/Paris' }) : 'Paris');
  return answered(page, { before, taps: 2 }, () => button(page, 'Enregistrer et continuer').click());
}

async function answered(
  page: Page,
  { before, taps }: { before: string; taps: number },
  act: () => Promise<void>,
): Promise<number> {
  await act();
  const isKept = button(page, 'Garder ma réponse');
  await expect(title(page).filter({ hasNotText: before }).or(isKept)).toBeVisible();
  if (!(await isKept.isVisible())) return taps;
  await isKept.click();
  return taps + 1;
}

test('a seller answers twelve questions on a phone in twenty taps, and downloads the completed edition', async ({
  page,
  issued,
}) => {
  const { id, reference } = await issued();
  await page.setViewportSize(PHONE);
  await page.goto(`/completer/${id}`);
  await expect(title(page)).toHaveText('Compléter l’état des risques');
  await expect(page).toHaveTitle('Compléter l’état des risques — Clairisque');
  await expectNoSidewaysScroll(page);
  const begun = Date.now();
  await page.getByRole('link', { name: 'Commencer' }).click();
  let taps = 1;
  for (let done = 0; done < 12; done += 1) {
    await expect(page).toHaveTitle(/^Question \d+ sur \d+ — Clairisque$/);
    await expectNoSidewaysScroll(page);
    // The number of the decree calls for its dates.
    taps += await answer(page, done === 0);
  }
  await page.goto(`/completer/${id}`);
  await expect(page.getByRole('heading', { name: '12 réponses à imprimer' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await button(page, 'Imprimer l’état complété').click();
  taps += 2;
  const file = await saving;
  const seconds = String(Math.round((Date.now() - begun) / 1000));
  test.info().annotations.push({ type: 'twelve questions', description: `${seconds} s, ${taps} taps` });
  expect(file.suggestedFilename()).toBe(`${reference}-C1 4 Rue des Lilas 95190 Goussainville.pdf`);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(taps).toBeLessThanOrEqual(20);
  await expect(page.getByText(`${reference}-C1 est prêt`)).toBeVisible();
  await expect(button(page, 'Imprimer l’état complété')).toBeHidden();
  await expectAccessible(page);

  await page.goto(`/verification/${reference}`);
  await expect(page.getByRole('heading', { name: 'Référence connue, document complété depuis' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `${reference}-C1` }).click();
  await expect(page.getByRole('heading', { name: 'Référence connue, document en cours de validité' })).toBeVisible();
  await expect(page.getByText(`qui complète ${reference} par des réponses déclarées`)).toBeVisible();
});

test('an answer is kept at once: a reload, Back and another visit find it; a skipped question stays open', async ({
  page,
  issued,
}) => {
  const { id } = await issued();
  await page.goto(`/completer/${id}`);
  await page.getByRole('link', { name: 'Commencer' }).click();
  await expect(rank(page)).toHaveText(/^1 sur /);
  const first = page.url();
  const words = (await title(page).textContent())?.replace(/^.*?: /, '') ?? '';
  await answer(page);
  await expect(title(page)).not.toContainText(words);
  await button(page, 'Passer').click();
  await expect(rank(page)).not.toHaveText(/^[12] sur /);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(first);
  await expect(page.locator('[aria-pressed=true]')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('[aria-pressed=true]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Toutes les questions' }).click();
  await expect(page.getByRole('heading', { name: 'Une réponse à imprimer' })).toBeVisible();
  await expect(page.getByText('pas encore imprimé')).toHaveCount(1);
  await expectAccessible(page);
});

test('a refused answer says why in one sentence under its field, and what is typed survives a reload', async ({
  page,
  issued,
}) => {
  const { id } = await issued();
  await page.goto(`/completer/${id}`);
  await page.getByRole('link', { name: /^Quel jour sera-t-il signé/ }).click();
  const field = page.getByRole('textbox');
  await field.fill('1er mars 1850');
  await field.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/^Cette date est trop ancienne/);
  await expectAccessible(page);
  await page.reload();
  await expect(field).toHaveValue('1er mars 1850');
  await field.fill('x'.repeat(300));
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^Cette date n’existe pas/);
});

test('a question that an update removed → one sentence, and the checklist', async ({ page, issued }) => {
  const { id } = await issued();
  await page.goto(`/completer/${id}?question=A.ancienne.question`);
  await expect(page.getByText('Cette question n’est plus posée : vos autres réponses sont gardées.')).toBeVisible();
});

test('the keyboard alone answers, with the focus on each question', async ({ page, issued }) => {
  const { id } = await issued();
  await page.goto(`/completer/${id}`);
  await page.getByRole('link', { name: 'Commencer' }).press('Enter');
  await expect(title(page)).toBeFocused();
  const before = (await title(page).textContent()) ?? '';
  await page.keyboard.press('Tab');
  await page.keyboard.type('95-2012-118');
  await page.keyboard.press('Enter');
  const keep = button(page, 'Garder ma réponse');
  await expect(title(page).filter({ hasNotText: before }).or(keep)).toBeVisible();
  if (await keep.isVisible()) await keep.press('Enter');
  await expect(title(page)).not.toHaveText(before);
  await expect(title(page)).toBeFocused();
  await expectAccessible(page);
});

test('who knows answers from a link on a phone, certifies, and the owner accepts and prints', async ({
  page,
  browser,
  baseURL,
  issued,
}) => {
  const { id, reference } = await issued();
  await page.goto(`/completer/${id}`);
  await button(page, 'Demander au vendeur').click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('À qui').fill('Mme Durand');
  await dialog.getByLabel('Son adresse e-mail').fill('mme.durand@exemple');
  await dialog.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(dialog.getByLabel('Son adresse e-mail')).toBeFocused();
  await dialog.getByLabel('Son adresse e-mail').fill('');
  await dialog.getByRole('button', { name: 'Créer le lien' }).click();
  const url = await dialog.getByLabel('Lien à envoyer').inputValue();
  await expect(dialog.getByRole('link', { name: 'Par SMS' })).toHaveAttribute('href', /^sms:\?&body=/);
  await dialog.getByText('Montrer le QR code').click();
  await expect(dialog.getByRole('img', { name: /QR code de la demande/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  const request = page.getByRole('listitem', { name: 'Mme Durand' });
  await expect(request.getByText('En attente')).toBeVisible();

  const seller = await phone(browser, baseURL);
  const path = new URL(url).pathname;
  const opened = await seller.goto(path);
  expect(opened?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  await expect(seller).toHaveTitle('Quelques questions sur un bien — Clairisque');
  await expect(seller.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
  await expect(seller.getByText(/une fausse réponse peut faire annuler/)).toBeVisible();
  await expectAccessible(seller);
  await seller.setViewportSize(PHONE);
  await button(seller, 'Commencer').click();
  await answer(seller);
  await answer(seller);
  await expectAccessible(seller);
  await seller.setViewportSize(PHONE);
  const where = seller.url();
  await seller.reload();
  await expect(seller).toHaveURL(where);
  await expect(title(seller)).toContainText(/Question \d+ sur \d+/);
  await button(seller, 'Relire mes réponses').click();
  await expect(title(seller)).toHaveText('Relisez, puis certifiez');
  await expect(seller.getByRole('heading', { name: '2 réponses' })).toBeVisible();
  await button(seller, 'Certifier mes réponses').click();
  await expect(seller.getByRole('alert').getByRole('button')).toHaveText([
    'Indiquez votre nom.',
    'Indiquez votre adresse e-mail.',
    'Cochez la case « je certifie » pour continuer.',
  ]);
  await expectAccessible(seller);
  await seller.setViewportSize(PHONE);
  await seller.getByLabel('Nom et prénom').fill('Jeanne Durand');
  await seller.getByLabel('Adresse e-mail').fill('jeanne.durand@exemple.fr');
  await seller.reload();
  await expect(seller.getByLabel('Nom et prénom')).toHaveValue('Jeanne Durand');
  await seller.getByRole('checkbox').check();
  await button(seller, 'Certifier mes réponses').click();
  await expect(title(seller)).toHaveText('Les réponses sont certifiées');
  await expect(seller.getByText(/^Certifié par Jeanne Durand, le /)).toBeVisible();
  await expectAccessible(seller);
  await seller.reload();
  await expect(title(seller)).toHaveText('Les réponses sont certifiées');

  await expect(request.getByText('À accepter')).toBeVisible();
  await expect(request.getByText(/^Certifié par Jeanne Durand/)).toBeVisible();
  await expectAccessible(page);
  await request.getByRole('button', { name: 'Accepter ces réponses' }).click();
  await expect(request.getByText('Acceptée', { exact: true })).toBeVisible();
  const saving = page.waitForEvent('download');
  await button(page, 'Imprimer l’état complété').click();
  expect((await saving).suggestedFilename()).toContain(`${reference}-C1`);
  await seller.context().close();
});

test('two people on one link: the second to certify reads first what the other changed; a revoked link closes', async ({
  page,
  browser,
  baseURL,
  issued,
}) => {
  const { id } = await issued();
  const pathname = await linkTo(page, id, 'Les deux');
  const [one, other] = [await phone(browser, baseURL), await phone(browser, baseURL)];
  for (const person of [one, other]) {
    await person.goto(pathname);
    await button(person, 'Commencer').click();
  }
  await answer(one);
  await button(one, 'Relire mes réponses').click();
  await one.getByLabel('Nom et prénom').fill('Jeanne Durand');
  await one.getByLabel('Adresse e-mail').fill('jeanne.durand@exemple.fr');
  await one.getByRole('checkbox').check();
  await button(other, 'Passer').click();
  await answer(other);
  await button(one, 'Certifier mes réponses').click();
  await expect(one.getByRole('alert')).toContainText('Une autre personne a changé une réponse');
  await expect(one.getByRole('heading', { name: '2 réponses' })).toBeVisible();
  await one.getByRole('checkbox').check();
  await button(one, 'Certifier mes réponses').click();
  await expect(title(one)).toHaveText('Les réponses sont certifiées');
  // The other one's next answer is refused, and the page says who has certified.
  await button(other, /^(Je ne sais pas|Sans objet|Enregistrer et continuer)$/)
    .first()
    .click();
  await expect(title(other)).toHaveText('Les réponses sont certifiées');

  const second = await linkTo(page, id, 'À révoquer');
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click();
  await expect(page.getByRole('dialog').getByText('Révoquée')).toBeVisible();
  for (const closed of [second, '/questions/inconnu']) {
    await one.goto(closed);
    await expect(title(one)).toHaveText('Ce lien n’est plus valable');
  }
  for (const person of [one, other]) await person.context().close();
});

test('the history leads to what is left; a concluded sale says why nothing is printed, and keeps the answers', async ({
  page,
  sql,
  issued,
}) => {
  const { id } = await issued();
  await page.goto(TAB);
  await page.getByRole('button', { name: `Autres actions, état des risques ${id}` }).click();
  await page.getByRole('menuitem', { name: /^Compléter \(\d+\)$/ }).click();
  await expect(title(page)).toHaveText('Compléter l’état des risques');
  await page.getByRole('link', { name: /appartement ou un autre lot/ }).click();
  await button(page, 'Non').click();
  await expect(title(page)).not.toContainText('appartement');
  await sql('update statement set closed_at = now() where id = $1', [id]);
  await page.goto(`/completer/${id}`);
  await expect(page.getByText(/^Vous avez indiqué que la vente est conclue/)).toBeVisible();
  await expect(button(page, 'Imprimer l’état complété')).toBeHidden();
  await expect(page.getByText('Non, pas encore imprimé')).toBeVisible();
});

test('a question answered at step 2 is printed with the document; the reception leads to the others', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await reachSummary(page);
  await page.getByText(/^Ce que le document laisserait à remplir/).click();
  const used = page.getByRole('heading', { level: 2, name: /élevage soumis à autorisation/ });
  for (let passed = 0; passed < 20 && !(await used.isVisible()); passed += 1) {
    const before = (await rank(page).textContent()) ?? '';
    await button(page, 'Passer').click();
    await expect(rank(page)).not.toHaveText(before);
  }
  await button(page, 'Non').click();
  await expect(used).toBeHidden();
  await expectAccessible(page);
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
  await page.getByRole('link', { name: /^Compléter \(\d+\)$/ }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'élevage soumis à autorisation' });
  await expect(item.getByText('Non', { exact: true })).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('an answer → one sentence, and the same gesture again saves it', async ({ page, issued }) => {
    const { id } = await issued();
    await page.goto(`/completer/${id}`);
    await page.getByRole('link', { name: /appartement ou un autre lot/ }).click();
    await page.route('**/questions/reponses/', (route) => route.abort('failed'));
    await button(page, 'Non').click();
    await expect(page.getByRole('alert')).toContainText('Vérifiez votre connexion internet');
    await page.unrouteAll();
    await button(page, 'Non').click();
    await expect(title(page)).not.toContainText('appartement');
  });
});
