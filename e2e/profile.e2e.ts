import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, recordCalls, test } from './journey.ts';
import { runUntilVisible } from './wizard-steps.ts';

// The banner covers half a button at the foot of a long screen: axe would report it as small.
test.use(COOKIES_DECLINED);

const PROFILE = {
  nom: 'Nuñez',
  prenom: 'Élodie',
  telephone: null,
  statut: 'PAR',
  nomSociete: null,
  siren: null,
  adresse: null,
};
const PHONE_FORMAT = 'Format invalide (ex: 0123456789 ou 01 23 45 67 89)';
const PHONE_REFUSED = "Le numéro de téléphone n'est pas dans le bon format (ex: 0123456789 ou 01 23 45 67 89).";
const INCOMPLETE = 'Veuillez corriger les erreurs dans le formulaire.';
const TOO_MANY = 'Trop de tentatives. Veuillez patienter avant de réessayer.';
const NO_ANSWER = 'Problème de connexion. Vérifiez votre connexion internet.';
const UPDATE = '**/api/v2/user_data/me/update/';
const SET_PASSWORD = '**/api/v2/users/set_password/';

const card = (page: Page) => page.getByRole('form', { name: 'Mes informations' });
const field = (page: Page, name: string) => card(page).getByLabel(new RegExp(`^${name}`));
const save = (page: Page) => card(page).getByRole('button', { name: 'Enregistrer' });
const said = (page: Page, role: 'alert' | 'status', text: string) => page.getByRole(role).filter({ hasText: text });

const passwordCard = (page: Page) => page.getByRole('form', { name: 'Mot de passe' });
async function fillPasswords(page: Page, [current, wanted, confirmation]: [string, string, string]): Promise<void> {
  await passwordCard(page).getByLabel('Mot de passe actuel').fill(current);
  await passwordCard(page).getByLabel('Nouveau mot de passe', { exact: true }).fill(wanted);
  await passwordCard(page).getByLabel('Confirmation du nouveau mot de passe').fill(confirmation);
  await changePassword(page).click();
}
const changePassword = (page: Page) => passwordCard(page).getByRole('button', { name: 'Changer mon mot de passe' });

async function named(page: Page): Promise<void> {
  await field(page, 'Prénom').fill('Élodie');
  await field(page, 'Nom').fill('Nuñez');
}

/** Empty until the server has responded. */
async function emailOf(page: Page): Promise<string> {
  await expect(field(page, 'Adresse e-mail')).toHaveValue(/@/);
  return field(page, 'Adresse e-mail').inputValue();
}

test.beforeEach(async ({ page, account, session }) => {
  await session(await account(2));
  await page.clock.install();
  await page.goto('/myspace');
  await expect(save(page)).toBeVisible();
});

test('PF-01 the e-mail is read-only, company and SIREN of nine digits are for professionals; the deletion section is closed', async ({
  page,
  sql,
}) => {
  await expect(field(page, 'Adresse e-mail')).toHaveValue(/^e2e-/);
  await expect(field(page, 'Adresse e-mail')).not.toBeEditable();
  await expect(field(page, 'Société')).toBeHidden();
  await field(page, 'Statut').selectOption('Professionnel');
  await expect(field(page, 'Société')).toBeVisible();
  await field(page, 'Statut').selectOption('Particulier');
  await expect(field(page, 'Société')).toBeHidden();

  await named(page);
  await field(page, 'Statut').selectOption('Professionnel');
  await field(page, 'SIREN').fill('732 829 32');
  await save(page).click();
  await expect(field(page, 'SIREN')).toHaveAccessibleDescription(/^Un SIREN a 9 chiffres\./);
  await field(page, 'SIREN').fill('732829320');
  await save(page).click();
  await expect(field(page, 'SIREN')).toHaveValue('732 829 320');
  // It moves the next target down.
  await expect(said(page, 'status', 'Vos informations sont enregistrées.')).toBeVisible();
  const email = await emailOf(page);
  expect(await sql('select siren from account where email = $1', [email])).toEqual([{ siren: '732829320' }]);

  const way = page.getByRole('tabpanel').getByRole('link', { name: 'Supprimer mon compte' });
  await expect(way).toBeHidden();
  await page.getByText('Supprimer mon compte').first().click();
  await expect(page.getByText('La suppression est irréversible.')).toBeVisible();
  // The cards above it fill up meanwhile.
  await way.scrollIntoViewIfNeeded();
  await expect(page.getByText(/^Chargement/)).toHaveCount(0);
  await way.click();
  await expect(page).toHaveURL(/\/SupprimerCompte$/);
});

test('PF-02 PF-03 no name, no first name → each said at its field, the form too on saving, nothing sent; phone: fourteen characters, refused while typing, no saving meanwhile', async ({
  page,
}) => {
  const calls = recordCalls(page);
  await field(page, 'Nom').fill('Nuñez');
  await field(page, 'Nom').fill(' ');
  await expect(page.getByText('Le nom est requis.')).toBeVisible();
  await expect(page.getByText(INCOMPLETE)).toBeHidden();
  await save(page).click();
  await expect(page.getByText('Le prénom est requis.')).toBeVisible();
  await expect(said(page, 'alert', INCOMPLETE)).toBeVisible();
  await expect(field(page, 'Prénom')).toBeFocused();
  await expect(field(page, 'Nom')).toHaveAccessibleDescription('Le nom est requis.');
  expect(calls.filter((call) => call.startsWith('PATCH'))).toEqual([]);

  await named(page);
  const phone = field(page, 'Téléphone');
  await expect(phone).toHaveAttribute('maxlength', '14');
  for (const refused of ['0012345678', '123456789', '+330123456', '01-23-45-67-89']) {
    await phone.fill(refused);
    await expect(page.getByText(PHONE_FORMAT, { exact: true })).toBeVisible();
    await expect(page.getByText(PHONE_REFUSED, { exact: true })).toBeVisible();
    await expect(save(page)).toBeDisabled();
  }
  for (const accepted of ['0123456789', '01 23 45 67 89', '+33123456789', '']) {
    await phone.fill(accepted);
    await expect(page.getByText(PHONE_FORMAT)).toBeHidden();
    await expect(save(page)).toBeEnabled();
  }
  await phone.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '+33 6 12 34 56 78');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(phone).toHaveValue('+33612345678');
});

test('PF-04 saved trimmed, empty is null, the answer is shown without reload and after it; the message leaves after 8 s', async ({
  page,
  sql,
}) => {
  await field(page, 'Prénom').fill('  Élodie ');
  await field(page, 'Nom').fill(' Nuñez');
  await field(page, 'Statut').selectOption('Professionnel');
  await field(page, 'Société').fill('  ');
  const asked = page.waitForRequest(UPDATE);
  await page.clock.pauseAt(Date.now() + 60_000);
  await save(page).click();
  expect((await asked).method()).toBe('PATCH');
  expect((await asked).postDataJSON()).toEqual({ ...PROFILE, statut: 'PRO' });
  const saved = said(page, 'status', 'Vos informations sont enregistrées.');
  await runUntilVisible(page, saved);
  await page.clock.fastForward(7_000);
  await expect(saved).toBeVisible();
  await expect(field(page, 'Nom')).toHaveValue('Nuñez');
  await page.clock.fastForward(1_300);
  await expect(saved).toBeHidden();
  await page.clock.resume();
  const email = await emailOf(page);
  expect(
    await sql('select nom, prenom, telephone, statut, nom_societe from account where email = $1', [email]),
  ).toEqual([{ nom: 'Nuñez', prenom: 'Élodie', telephone: null, statut: 'PRO', nom_societe: null }]);
  await page.reload();
  await expect(field(page, 'Nom')).toHaveValue('Nuñez');
});

test('PF-04 the answer’s values are those shown, the others stay', async ({ page }) => {
  await named(page);
  await field(page, 'Statut').selectOption('Professionnel');
  await field(page, 'SIREN').fill('732829320');
  await save(page).click();
  await expect(field(page, 'SIREN')).toHaveValue('732 829 320');
  await page.route(UPDATE, (route) => route.fulfill({ json: { nom: 'DU SERVEUR', nb_credits: 9 } }));
  await save(page).click();
  await expect(field(page, 'Nom')).toHaveValue('DU SERVEUR');
  await expect(field(page, 'SIREN')).toHaveValue('732 829 320');
  await expect(page.getByRole('banner').getByText('9 crédits')).toBeVisible();
});

test.describe('refused', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('PF-05 400, 422, 429, 500 or no response → the sentence of each for 8 s, typed values stay', async ({
    page,
  }) => {
    await named(page);
    for (const [status, sentence] of [
      [400, 'Données invalides. Vérifiez les informations saisies.'],
      [422, 'Certaines informations ne sont pas valides.'],
      [429, TOO_MANY],
      [500, "Une erreur s'est produite lors de la mise à jour."],
      ['no network', NO_ANSWER],
    ] as const) {
      await page.unroute(UPDATE);
      await page.route(UPDATE, (route) =>
        status === 'no network' ? route.abort() : route.fulfill({ status, json: { nom: ['Trop beau.'] } }),
      );
      await save(page).click();
      await expect(said(page, 'alert', sentence)).toBeVisible();
      await page.clock.fastForward(8_300);
      await expect(page.getByText(sentence)).toBeHidden();
      await expect(field(page, 'Nom')).toHaveValue('Nuñez');
    }
  });

  test('PW-01 the change answers 400, 422, 429, 500 or nothing; wrong current password, then a weak new one → the sentence of each, the reasons of the server', async ({
    page,
  }) => {
    for (const [status, sentence] of [
      [400, 'Le mot de passe actuel est incorrect.'],
      [422, 'Le nouveau mot de passe ne respecte pas les critères de sécurité.'],
      [429, TOO_MANY],
      [500, "Une erreur s'est produite lors de la modification du mot de passe."],
      ['no network', NO_ANSWER],
    ] as const) {
      await page.unroute(SET_PASSWORD);
      await page.route(SET_PASSWORD, (route) =>
        status === 'no network' ? route.abort() : route.fulfill({ status, json: {} }),
      );
      await fillPasswords(page, ['Motdepasse-2026!', 'Nouveau-2026!', 'Nouveau-2026!']);
      await expect(said(page, 'alert', sentence)).toBeVisible();
    }
    await page.unroute(SET_PASSWORD);
    await fillPasswords(page, ['Autrechose-2026!', 'Nouveau-2026!', 'Nouveau-2026!']);
    await expect(said(page, 'alert', 'Le mot de passe actuel est incorrect.')).toBeVisible();
    await fillPasswords(page, ['Motdepasse-2026!', '12345678', '12345678']);
    const weak = said(page, 'alert', 'Le nouveau mot de passe ne respecte pas les critères de sécurité.');
    await expect(weak).toContainText('courant');
    await expectAccessible(page);
  });
});

test('PW-01 the checks of the card, in place, nothing sent; changed → the new one signs in, the old one does not, this session goes on', async ({
  page,
  context,
}) => {
  const calls = recordCalls(page);
  await changePassword(page).click();
  await expect(page.getByText('Le mot de passe actuel est requis.')).toBeVisible();
  await expect(page.getByText('Le nouveau mot de passe est requis.')).toBeVisible();
  await expect(passwordCard(page).getByLabel('Mot de passe actuel')).toBeFocused();
  await fillPasswords(page, ['a', 'Abcde1!', 'Abcde1!']);
  await expect(page.getByText('Le nouveau mot de passe doit contenir au moins 8 caractères.')).toBeVisible();
  await fillPasswords(page, ['a', 'Abcdef1!', 'Abcdef2!']);
  await expect(page.getByText('Les mots de passe ne correspondent pas.')).toBeVisible();
  expect(calls.filter((call) => call.includes('set_password'))).toEqual([]);
  await expectAccessible(page);

  const username = await emailOf(page);
  const asked = page.waitForRequest(SET_PASSWORD);
  await fillPasswords(page, ['Motdepasse-2026!', 'Nouveau-Mot-2026!', 'Nouveau-Mot-2026!']);
  expect((await asked).postDataJSON()).toEqual({
    current_password: 'Motdepasse-2026!',
    new_password: 'Nouveau-Mot-2026!',
  });
  await expect(said(page, 'status', 'Votre mot de passe est changé.')).toBeVisible();
  await expect(passwordCard(page).getByLabel('Mot de passe actuel')).toHaveValue('');
  const login = async (password: string) =>
    (await context.request.post('/api/v2/token/login/', { data: { username, password } })).status();
  expect([await login('Motdepasse-2026!'), await login('Nouveau-Mot-2026!')]).toEqual([400, 200]);
  await page.reload();
  await expect(save(page)).toBeVisible();
});

test('PF-06 address: searched 300 ms after the last key, five suggestions at most, one chosen by the keyboard', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/geocodage/search')
      asked.push(`${url.searchParams.get('q')} ${url.searchParams.get('limit')}`);
  });
  const address = card(page).getByRole('combobox', { name: 'Adresse' });
  await expect(address).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await address.fill('8 boulevard du po');
  await page.clock.runFor(200);
  await address.fill('8 boulevard du port');
  await page.clock.runFor(250);
  expect(asked).toEqual([]);
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect.poll(() => asked).toEqual(['8 boulevard du port 5']);
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect.poll(() => options.count()).toBeLessThanOrEqual(5);
  await expectAccessible(page);
  await address.press('Enter');
  await expect(address).toHaveValue(/^8 Boulevard du Port \d{5} /i);
  await expect(options).toHaveCount(0);
});

test('axe with a refusal and everything open → clean, no sideways scroll', async ({ page }) => {
  await field(page, 'Statut').selectOption('Professionnel');
  await save(page).click();
  await field(page, 'Téléphone').fill('12');
  await page.getByText('Supprimer mon compte').first().click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 768, height: 900 });
  await expectNoSidewaysScroll(page);
});
