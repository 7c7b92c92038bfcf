import type { Page } from '@playwright/test';
import {
  COOKIES_DECLINED,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  recordCalls,
  signInHere,
  test,
} from './journey.ts';
import { heading, LABEL, reachSummary, SUMMARY } from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

const SUCCESS =
  "Inscription réalisée avec succès ! Vous allez recevoir un lien d'activation de votre compte sur votre adresse mail dans quelques minutes. Pensez à vérifier vos spams.";
const TAKEN = 'Cette adresse email est déjà utilisée par un autre compte';
const PASSWORD = 'Bateau-Lavoir-1904';

const email = (page: Page) => page.getByLabel('Adresse e-mail');
const password = (page: Page) => page.getByLabel('Mot de passe', { exact: true });
const confirmation = (page: Page) => page.getByLabel('Confirmation du mot de passe');
const submit = (page: Page) => page.getByRole('button', { name: 'Créer mon compte' });
const refusal = (page: Page) => page.getByRole('main').getByRole('alert');
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function fill(page: Page, form: { email?: string; password?: string; again?: string }): Promise<void> {
  await email(page).fill(form.email ?? 'nom@exemple.fr');
  await password(page).fill(form.password ?? PASSWORD);
  await confirmation(page).fill(form.again ?? form.password ?? PASSWORD);
}

test('SU-01 to SU-05 mistakes → all their sentences at once in the prescribed order, without any call', async ({
  page,
}) => {
  await page.goto('/sign-up');
  for (const field of [email(page), password(page), confirmation(page)]) {
    await expect(field).toHaveAttribute('required');
  }
  await expect(page.getByText('Les trois champs sont obligatoires.')).toBeVisible();
  const calls = recordCalls(page);
  const sentences = refusal(page).getByRole('button');
  const expectRefused = async (...expected: (string | RegExp)[]) => {
    await submit(page).click();
    await expect(sentences).toHaveText(expected);
    await expect(refusal(page)).toHaveCount(1);
  };
  const NO_PASSWORD = ['Le mot de passe est obligatoire', 'La confirmation du mot de passe est obligatoire'];
  const SHORT = 'Votre mot de passe doit contenir au minimum 8 caractères. Actuellement : 4 caractères';
  const INVALID = /^Veuillez saisir une adresse email valide \(exemple: /;
  await expectRefused("L'adresse email est obligatoire", ...NO_PASSWORD);
  await email(page).fill('abc');
  await expectRefused(...NO_PASSWORD, INVALID);
  await password(page).fill('Ab1!');
  await expectRefused('La confirmation du mot de passe est obligatoire', INVALID, SHORT);
  await confirmation(page).fill('Ab2!');
  await expectRefused(INVALID, 'Les mots de passe saisis ne correspondent pas. Veuillez vérifier votre saisie', SHORT);
  await email(page).fill('nom@exemple.fr');
  await confirmation(page).fill('Ab1!');
  await expectRefused(SHORT);
  const messages = new Set<string>();
  for (const wanting of ['ABCDEF1!', 'abcdef1!', 'Abcdefg!', 'Abcdefg1']) {
    await fill(page, { password: wanting });
    await submit(page).click();
    await expect(sentences).toContainText(['doit contenir au moins']);
    messages.add(await refusal(page).innerText());
  }
  expect(messages.size).toBe(4);
  await fill(page, { password: 'abc' });
  await submit(page).click();
  await expect(sentences).toHaveCount(4);
  await expect(password(page)).toHaveAccessibleDescription(/3 caractères.*majuscule.*chiffre.*spécial/);
  await fill(page, { password: `Ab1!${'x'.repeat(147)}` });
  await expectRefused('Votre mot de passe est trop long (maximum 150 caractères). Actuellement : 151 caractères');
  expect(calls.filter((call) => call.includes('/users/'))).toEqual([]);
});

test('a refused form → focus on the errors, which link to the fields; nothing typed is lost', async ({ page }) => {
  await page.goto('/sign-up');
  await fill(page, { email: 'abc' });
  await submit(page).press('Enter');
  await expect(refusal(page)).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Veuillez saisir une adresse email valide');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveAccessibleDescription(/^Veuillez saisir une adresse email valide/);
  await expect(email(page)).toHaveValue('abc');
  await expect(password(page)).toHaveValue(PASSWORD);
  await expect(confirmation(page)).toHaveValue(PASSWORD);
});

test('while the password is typed → its rules are ticked and announced; it can be shown; autocomplete attributes are set', async ({
  page,
}) => {
  await page.goto('/sign-up');
  const rules = page.getByRole('list', { name: 'Règles du mot de passe' });
  await expect(rules.getByText('(manquant)')).toHaveCount(5);
  await expect(password(page)).toHaveAccessibleDescription(/8 caractères au moins.+un caractère spécial/);
  await password(page).pressSequentially('Abcdefg1');
  await expect(rules.getByText('(manquant)')).toHaveCount(1);
  await expect(status(page, 'Il manque encore : un caractère spécial.')).toBeAttached();
  await password(page).press('!');
  await expect(rules.getByText('(respecté)')).toHaveCount(5);
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).first().click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Masquer le mot de passe' })).toHaveCount(1);
  await expect(email(page)).toHaveAttribute('autocomplete', 'email');
  for (const field of [password(page), confirmation(page)]) {
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
  }
});

test('SU-06 AC-01 LG-02 sign-up by keyboard → exactly four fields sent, a mail, activation, login, my space; the tab that waits notices, the draft follows to another browser', async ({
  page,
  context,
  browser,
  baseURL,
  mailedPath,
  sql,
}) => {
  const address = `e2e-inscription-${Date.now()}@exemple.fr`;
  await reachSummary(page);
  const handedOver = page.waitForResponse('**/api/v2/inscription/brouillon/');
  await page.goto('/sign-up');
  await email(page).focus();
  await page.keyboard.type(address);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await expect(page.getByRole('main').getByText('En créant un compte, vous acceptez les')).toBeVisible();
  const asked = page.waitForRequest('**/api/v2/users/');
  await page.keyboard.press('Enter');
  expect(await (await asked).headerValue('conditions-affichees')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect((await asked).postDataJSON()).toEqual({
    email: address,
    username: address,
    password: PASSWORD,
    re_password: PASSWORD,
  });
  await expect(status(page, SUCCESS)).toBeVisible();
  expect((await handedOver).status()).toBe(204);
  await expect(page.getByRole('main')).toContainText(address);
  await expect(page.locator(':focus')).toContainText(SUCCESS);

  const first = await mailedPath(address);
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click();
  await expect(status(page, 'un nouveau lien vient de partir')).toBeVisible();
  const second = await mailedPath(address, 2);
  expect(second).not.toBe(first);

  // A mail scanner opens the link before the user does.
  expect((await page.request.get(second)).ok()).toBe(true);
  const [waiting] = await sql('select activated_at from account where email = $1', [address]);
  expect(waiting?.['activated_at']).toBeNull();

  // The second link makes its holder choose the password, in a separate tab: the waiting tab notices.
  const opened = await context.newPage();
  await opened.goto(second);
  await opened.getByLabel('Nouveau mot de passe').fill(PASSWORD);
  await opened.getByLabel('Confirmation du mot de passe').fill(PASSWORD);
  await opened.getByRole('button', { name: 'Changer mon mot de passe' }).click();
  await opened.waitForURL('**/login');
  await expect(status(page, 'Votre compte est activé.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect(status(page, 'Votre compte est activé.')).toBeVisible();
  await signInHere(page, { email: address, password: PASSWORD });
  await page.waitForURL('**/myspace**');
  await expect(page.getByRole('tab', { name: 'Mes infos' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('heading', { name: 'Conditions acceptées' }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/, en créant votre compte\s: version du /)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Relire ce texte (PDF) accepté en créant votre compte' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^CGV-Clairisque-[\d-]{10}\.pdf$/);

  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale: 'fr-FR' });
  const phone = await elsewhere.newPage();
  await phone.goto('/login');
  await signInHere(phone, { email: address, password: PASSWORD });
  await expect(phone.getByText(`Reprendre\u00A0: état des risques du ${LABEL}`)).toBeVisible();
  await phone.getByRole('link', { name: 'Reprendre votre état des risques' }).press('Enter');
  await expect(heading(phone, SUMMARY)).toBeVisible();
  await elsewhere.close();
});

test('the link opened in another browser → the waiting tab notices, stops polling, and leads to the sign-in', async ({
  page,
  browser,
  baseURL,
  mailedPath,
}) => {
  const address = `e2e-ailleurs-${Date.now()}@exemple.fr`;
  const answers: unknown[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/inscription/attente/')) answers.push(await answer.json());
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/sign-up');
  await fill(page, { email: address });
  await submit(page).click();
  const ways = [
    page.getByRole('link', { name: 'J’ai activé mon compte' }),
    page.getByRole('button', { name: 'Renvoyer le lien' }),
    page.getByRole('button', { name: 'Corriger mon adresse' }),
  ];
  await expect(ways[0]!).toHaveAttribute('href', '/login');
  // The page begins at its top, and its three buttons are aligned.
  await expect(page.getByRole('heading', { level: 1, name: 'Plus qu’une étape' })).toBeInViewport({ ratio: 1 });
  await expect(status(page, SUCCESS)).toBeInViewport();
  await expect(page.locator(':focus')).toContainText(SUCCESS);
  const boxes = async () => Promise.all(ways.map((way) => way.boundingBox()));
  expect(new Set((await boxes()).map((one) => [one!.x, one!.width].join())).size).toBe(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  const [first, second, third] = await boxes();
  expect([second!.x, second!.y, third!.x + third!.width]).toEqual([first!.x, third!.y, first!.x + first!.width]);
  await expect.poll(() => answers).toEqual([{ active: false }]);
  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale: 'fr-FR' });
  const phone = await elsewhere.newPage();
  await phone.goto(await mailedPath(address));
  await expect(status(phone, 'Vous venez de valider votre compte!')).toBeVisible();
  await elsewhere.close();
  await expect(status(page, 'Votre compte est activé.')).toBeVisible();
  expect(answers.at(-1)).toEqual({ active: true });
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  // Known from the sign-up, and forgotten with the sign-in.
  await expect(email(page)).toHaveValue(address);
  await password(page).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL('**/myspace**');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('compte_cree');
});

test.describe('refused by the server', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('SU-07 to SU-09 an address that another account has, in another case; a common password; each refusal → its sentence, the form as it was', async ({
    page,
    account,
  }) => {
    const { email: taken } = await account(0);
    await page.goto('/sign-up');
    await fill(page, { email: taken.toUpperCase() });
    await submit(page).click();
    await expect(refusal(page)).toHaveText(TAKEN);

    await fill(page, { email: `e2e-commun-${Date.now()}@exemple.fr`, password: 'Password1!' });
    await page.route('**/api/v2/users/', async (route) => {
      const body = route.request().postDataJSON() as Record<string, string>;
      await route.continue({ postData: { ...body, password: 'password', re_password: 'password' } });
    });
    await submit(page).click();
    await expect(refusal(page)).toContainText(
      'Ce mot de passe est trop courant. Choisissez un mot de passe plus original',
    );

    await fill(page, {});
    const answers: [number | 'no network', unknown, string][] = [
      [400, { username: ['Un utilisateur avec ce nom existe déjà.'] }, TAKEN],
      [400, { email: ['Enter a valid email address.'] }, 'Veuillez saisir une adresse email valide'],
      [400, { re_password: ['x'] }, 'Les mots de passe saisis ne correspondent pas'],
      [400, { non_field_errors: ['Tel quel.'] }, 'Tel quel.'],
      [403, { detail: 'Ainsi.' }, 'Ainsi.'],
      [400, { autre: ['x'] }, "Erreur lors de l'inscription. Veuillez vérifier vos informations"],
      ['no network', null, 'Erreur de connexion. Vérifiez votre connexion internet et réessayez'],
      [400, null, 'Données invalides. Veuillez vérifier vos informations'],
      [429, null, 'Trop de tentatives. Veuillez attendre quelques minutes avant de réessayer'],
      [500, null, 'Erreur serveur temporaire. Veuillez réessayer dans quelques minutes'],
      [503, null, 'Service temporairement indisponible. Veuillez réessayer plus tard'],
      [418, null, "Une erreur inattendue s'est produite. Veuillez réessayer ultérieurement"],
    ];
    for (const [code, body, sentence] of answers) {
      await page.unroute('**/api/v2/users/');
      await page.route('**/api/v2/users/', (route) => {
        if (code === 'no network') return route.abort();
        return route.fulfill({ status: code, ...(body === null ? { body: '' } : { json: body }) });
      });
      await submit(page).click();
      await expect(refusal(page)).toHaveText(sentence);
    }
    await expect(email(page)).toHaveValue('nom@exemple.fr');
    await expect(password(page)).toHaveValue(PASSWORD);
  });

  test('axe on the form, its refusal, what comes next; 320 px → clean, no sideways scroll', async ({ page }) => {
    await page.goto('/sign-up');
    await password(page).fill('Abc');
    await expectAccessible(page);
    await page.route('**/api/v2/users/', (route) =>
      route.fulfill({ status: 400, json: { email: ['existe déjà'], password: ['trop courant'] } }),
    );
    await fill(page, {});
    await submit(page).click();
    await expect(refusal(page)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.unroute('**/api/v2/users/');
    await page.route('**/api/v2/users/', (route) => route.fulfill({ status: 201, json: {} }));
    await submit(page).click();
    await expect(status(page, SUCCESS)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
