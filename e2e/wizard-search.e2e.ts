import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { expect, expectAccessible, recordCalls, test } from './journey.ts';
import {
  addressField,
  cadastreField,
  continueButton,
  heading,
  LABEL,
  suggestions,
  SUMMARY,
  TYPED,
  validateAddress,
  validateButton,
} from './wizard-steps.ts';

const SEARCH = '**/geocodage/search?**';
const PROXIMITY = /\/api\/v2\/cadastre\/proximite\//;

test('WZ-01 WZ-04 a visitor opens the wizard → four labels, the first current, title, hint; « Valider » on nothing or spaces → « Veuillez renseigner une adresse. », no request', async ({
  page,
}) => {
  await page.goto('/realisation_erp');
  await expect(heading(page, 'Réaliser un Etat des Risques')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Étapes' }).getByRole('listitem');
  const labels = [/Rechercher une parcelle/, /Préparer le résultat/, /Générer l'état des risques/, /Télécharger/];
  await expect(steps).toHaveText(labels);
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('[aria-current=step]')).toHaveCount(1);
  await expect(page.getByText('Cliquez sur la carte pour sélectionner une parcelle', { exact: true })).toBeVisible();
  const calls = recordCalls(page);
  for (const text of ['', '   ']) {
    await addressField(page).fill('x');
    await expect(page.getByText('Veuillez renseigner une adresse.', { exact: true })).toBeHidden();
    await addressField(page).fill(text);
    await validateButton(page).click();
    await expect(page.getByText('Veuillez renseigner une adresse.', { exact: true })).toBeVisible();
    await expect(addressField(page)).toBeFocused();
  }
  expect(calls).toEqual([]);
});

test('WZ-02 typing by bursts → one request 250 ms after the last key, five suggestions at most', async ({ page }) => {
  await page.clock.install();
  await page.goto('/realisation_erp');
  await page.clock.pauseAt(Date.now() + 60_000);
  const queries: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/geocodage/search') queries.push(`${url.searchParams.get('q')} ${url.search.slice(-7)}`);
  });
  await addressField(page).fill('12 rue de');
  await page.clock.runFor(200);
  await addressField(page).pressSequentially(' la paix');
  await page.clock.runFor(245);
  expect(queries).toEqual([]);
  await page.clock.runFor(10);
  await expect.poll(() => queries).toEqual(['12 rue de la paix limit=5']);
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(suggestions(page)).toHaveCount(5, { timeout: 50 });
  }).toPass();
});

test('WZ-02 the response to an older text arrives last → it never replaces the newer one', async ({ page }) => {
  let releaseOlder = () => {};
  const older = new Promise<void>((done) => (releaseOlder = done));
  await page.route(SEARCH, async (route) => {
    if (!route.request().url().includes('toulouse')) await older;
    // The page may have aborted the older one.
    await route.continue().catch(() => null);
  });
  await page.goto('/realisation_erp');
  const olderAsked = page.waitForRequest(SEARCH);
  await addressField(page).fill('12 rue de la paix');
  await olderAsked;
  await addressField(page).fill('12 rue de la paix toulouse');
  await expect(suggestions(page).first()).toContainText('Toulouse');
  releaseOlder();
  // Null when the page has aborted it.
  await (await olderAsked).response();
  await expect(suggestions(page).first()).toContainText('Toulouse');
});

test('WZ-03 Enter before the answer → kept, then applied to the answer of that very text', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(SEARCH, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/realisation_erp');
  await addressField(page).fill(TYPED);
  await addressField(page).press('Enter');
  await expect(page.getByText('Recherche de l’adresse…')).toBeVisible();
  release();
  await expect(addressField(page)).toHaveValue(LABEL);
  await expect(continueButton(page)).toBeVisible();
});

test('WZ-03 Enter on an address that is not the one typed → what differs, and no next step until it is confirmed', async ({
  page,
}) => {
  await page.goto('/realisation_erp');
  await addressField(page).fill('12 bis rue des lilas 35000 rennes');
  await addressField(page).press('Enter');
  await expect(addressField(page)).toHaveValue('12 Rue des Lilas 35000 Rennes');
  const message = page.getByRole('status').filter({ hasText: 'Nous avons compris' });
  await expect(message).toContainText(/numéro 12 bis introuvable\s: la base connaît 12/);
  await expect(cadastreField(page)).toHaveValue(/./);
  await expect(continueButton(page)).toHaveAccessibleDescription('Confirmez d’abord l’adresse.');
  await continueButton(page).press('Enter');
  await expect(heading(page, SUMMARY)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Oui, c’est la bonne adresse' }).click();
  await expect(message).toBeHidden();
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
});

for (const how of ['clicked', 'highlighted, and Enter'] as const) {
  test(`a suggestion that is not the address typed, ${how} → what differs, and no next step until it is confirmed`, async ({
    page,
  }) => {
    await page.goto('/realisation_erp');
    await addressField(page).fill('12 bis rue des lilas 35000 rennes');
    await expect(suggestions(page)).toHaveCount(1);
    await (how === 'clicked' ? suggestions(page).first().click() : addressField(page).press('Enter'));
    const message = page.getByRole('status').filter({ hasText: 'Nous avons compris' });
    await expect(message).toContainText(/numéro 12 bis introuvable\s: la base connaît 12/);
    await expect(continueButton(page)).toHaveAccessibleDescription('Confirmez d’abord l’adresse.');
    await page.getByRole('button', { name: 'Oui, c’est la bonne adresse' }).click();
    await expect(continueButton(page)).toHaveAccessibleDescription('');
  });
}

test('one address of two former communes → each suggestion says its own', async ({ page }) => {
  await page.goto('/realisation_erp');
  await addressField(page).fill('5 rue de la mairie 85260 Montréverd');
  await expect(suggestions(page)).toHaveText([/\(SAINT-ANDRE-TREIZE-VOIES\)/, /\(Mormaison\)/]);
  await suggestions(page).nth(1).click();
  await expect(addressField(page)).toHaveValue('5 Rue de la Mairie 85260 Montréverd');
  await expect(continueButton(page)).toBeVisible();
});

test('WZ-03 Enter, then another text before the response → nothing is chosen automatically', async ({ page }) => {
  const typedAnew = Promise.withResolvers<void>();
  await page.route(SEARCH, async (route) => {
    await typedAnew.promise;
    // The page may have aborted the older one.
    await route.continue().catch(() => null);
  });
  await page.goto('/realisation_erp');
  const asked = page.waitForRequest(SEARCH);
  await addressField(page).fill(TYPED);
  await addressField(page).press('Enter');
  await asked;
  await addressField(page).fill('12 rue de la paix toulouse');
  typedAnew.resolve();
  await (await asked).response();
  await expect(suggestions(page).first()).toContainText('Toulouse');
  await expect(addressField(page)).toHaveValue('12 rue de la paix toulouse');
  await expect(continueButton(page)).toBeHidden();
});

test('WZ-03 WZ-05 Enter on visible suggestions → the first one in the field, validated: reference and next step; the call has no body and no token; another parcel by the keyboard; retyping drops it', async ({
  page,
}) => {
  await page.goto('/realisation_erp');
  await expect(continueButton(page)).toBeHidden();
  await expect(cadastreField(page)).toBeHidden();
  await addressField(page).fill(TYPED);
  await expect(suggestions(page).first()).toBeVisible();
  const answered = page.waitForResponse(PROXIMITY);
  await addressField(page).press('Enter');
  await expect(addressField(page)).toHaveValue(LABEL);
  const response = await answered;
  const request = response.request();
  expect(request.method()).toBe('POST');
  expect(new URL(request.url()).pathname).toMatch(/\/proximite\/3\.\d+\/44\.\d+\/$/);
  expect(request.postData()).toBeNull();
  expect(await request.headerValue('authorization')).toBeNull();
  const [nearest] = (await response.json()) as { prefixe: string; section: string; numero: string }[];
  const first = `${nearest?.prefixe}-${nearest?.section}-${nearest?.numero}`;
  await expect(cadastreField(page)).toHaveValue(first);
  await expect(cadastreField(page)).toHaveAttribute('readonly');
  await expect(continueButton(page)).toBeVisible();
  await expect(suggestions(page)).toHaveCount(0);

  const parcels = page.getByRole('radio');
  await expect(parcels).toHaveCount(5);
  await parcels.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(parcels.nth(1)).toBeChecked();
  await expect(cadastreField(page)).not.toHaveValue(first);
  const second = await cadastreField(page).inputValue();
  await expect(page.getByRole('group', { name: 'Est-ce bien cette parcelle ?' })).toContainText(shortParcel(second));
  await expect(addressField(page)).toHaveValue(LABEL);

  await addressField(page).pressSequentially('x');
  await expect(continueButton(page)).toBeHidden();
  await expect(cadastreField(page)).toBeHidden();

  // A street without a number or a town means no parcel: no verdict before one is chosen.
  const previews: string[] = [];
  page.on('request', (request) => /\/apercu\/(?!zonages)/.test(request.url()) && previews.push(request.url()));
  for (const [typed, understood] of [
    ['rue de la paix mende', 'Rue de la Paix 48000 Mende'],
    ['Mende', 'Mende'],
  ] as const) {
    await addressField(page).fill(typed);
    await addressField(page).press('Enter');
    await expect(addressField(page)).toHaveValue(understood);
    await expect(page.getByText('Cette adresse ne désigne pas une seule parcelle')).toBeVisible();
    await expect(cadastreField(page)).toHaveValue('');
    await expect(continueButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await continueButton(page).press('Enter');
    await expect(heading(page, 'Réaliser un Etat des Risques')).toBeVisible();
  }
  await expectAccessible(page);
  expect(previews).toEqual([]);
  await page.getByRole('radio').nth(1).check();
  await expect(cadastreField(page)).toHaveValue(/^\w{3}-\w{2}-\w{4}$/);
  await expect(addressField(page)).toHaveValue('Mende');
  await expect.poll(() => previews).toHaveLength(1);
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
});

test('WZ-05 a signed-in user’s search → the call carries the token', async ({ page, account, session }) => {
  await session(await account(0));
  const asked = page.waitForRequest(PROXIMITY);
  await validateAddress(page);
  expect(await (await asked).headerValue('authorization')).toMatch(/^Token \w{20,}$/);
  await expect(continueButton(page)).toBeVisible();
});

test('HM-01 an address typed at home → the wizard opens on it, and a reload does not search again', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByLabel('Adresse du bien').fill(TYPED);
  await expect(page.getByRole('option').first()).toContainText('10 Rue de la Paix');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await expect(addressField(page)).toHaveValue(LABEL);
  await expect(continueButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/realisation_erp$/);
});

test.describe('by its reference', () => {
  test.use({ allowConsole: /Failed to load resource.*cadastre\/(parcelle|proximite)/ });

  test('a cadastral reference → its parcel offered instead of addresses, Enter chooses it, its address comes with it; unknown, or the cadastre away → said, the text kept', async ({
    page,
    request,
  }) => {
    const nearby = await request.post('/api/v2/cadastre/proximite/3.5/44.52/');
    const parcels = (await nearby.json()) as { prefixe: string; section: string; numero: string; commune: string }[];
    const { prefixe, section, numero, commune } = parcels[1] ?? { prefixe: '', section: '', numero: '', commune: '' };
    const reference = `${prefixe}-${section}-${numero}`;
    let isAway = true;
    await page.route('**/api/v2/cadastre/proximite/**', (route) => (isAway ? route.abort() : route.continue()));
    await page.goto('/realisation_erp');
    const calls = recordCalls(page);
    await addressField(page).fill(`section ${section} numéro ${Number(numero)} Mende`);
    const label = `Parcelle ${prefixe} ${section} ${Number(numero)}, Mende`;
    await expect(suggestions(page)).toHaveText([`${label}Code Insee ${commune}`]);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Le cadastre ne répond pas.');
    await expect(addressField(page)).toHaveValue(label);
    isAway = false;
    await page.keyboard.press('Enter');
    await expect(cadastreField(page)).toHaveValue(reference);
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
      new RegExp(`^${shortParcel(reference)}`),
    );
    await expect(addressField(page)).toHaveValue(/48000 Mende$/);
    expect(calls).not.toContain('GET /geocodage/search');

    // A postcode, and words that may be a road: shown with their commune, and the user chooses.
    await addressField(page).fill(`48000 ${section} ${Number(numero)}`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Vérifiez la commune et choisissez dans la liste.')).toBeVisible();
    await expect(suggestions(page).filter({ hasText: label })).toBeVisible();
    await page.keyboard.press('Enter');
    await validateButton(page).click();
    await expect(suggestions(page).filter({ hasText: label })).toBeVisible();
    await expect(cadastreField(page)).toBeHidden();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(cadastreField(page)).toHaveValue(reference);
    await page.goto('/realisation_erp?adresse=48000+BP+12');
    await expect(suggestions(page).last()).toContainText('Mende');
    await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(cadastreField(page)).toBeHidden();

    // The text comes before the response, as for an address.
    await addressField(page).fill(`${commune} ${section}${Number(numero)}`);
    await expect(cadastreField(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(cadastreField(page)).toHaveValue(reference);

    await addressField(page).fill(`${commune} ZZ 9999`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Aucune parcelle ne porte cette référence.')).toBeVisible();
    await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(addressField(page)).toHaveValue(`${commune} ZZ 9999`);

    await page.route('**/api/v2/cadastre/parcelle/**', (route) => route.abort());
    await addressField(page).fill(`${commune} AB 12`);
    await expect(page.getByText('Le cadastre ne répond pas.')).toBeVisible();
    await expect(addressField(page)).toHaveValue(`${commune} AB 12`);
    await page.unroute('**/api/v2/cadastre/parcelle/**');
    await addressField(page).fill(`${commune} ${section} ${numero}`);
    await page.keyboard.press('Enter');
    await expect(cadastreField(page)).toHaveValue(reference);
  });
});
