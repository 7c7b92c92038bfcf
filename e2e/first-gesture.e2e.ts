import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, hold, test } from './journey.ts';
import { addressField, continueButton, LABEL, TYPED } from './wizard-steps.ts';

const FIRST = TYPED.slice(0, 10);
const REST = TYPED.slice(10);

/** Opens the home page whose application does not come before the function returned is called. */
async function openBeforeCode(page: Page): Promise<() => void> {
  const bringCode = await hold(page, '**/assets/index-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  return bringCode;
}

const field = (page: Page) => page.getByLabel('Adresse du bien');
const submit = (page: Page) => page.getByRole('button', { name: 'Commencer' });
const options = (page: Page) => page.getByRole('option');
const isHeld = (page: Page) => page.evaluate(() => document.querySelector('[data-waits]') !== null);

test.use(COOKIES_DECLINED);

test('before hydration, the home page’s field accepts the address and suggests; « Commencer » waits, nothing in the URL; then the wizard opens on it', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const bringCode = await openBeforeCode(page);
  await expect(field(page)).toBeEditable();
  await field(page).pressSequentially(TYPED);
  await expect(options(page).first()).toHaveText('10 Rue de la Paix 48000 Mende · Lozère');
  await expect(submit(page)).toBeEnabled();
  await submit(page).click();
  await field(page).press('Enter');
  await expect(page.locator('form[aria-busy=true]')).toBeVisible();
  expect(await isHeld(page)).toBe(true);
  expect(new URL(page.url())).toMatchObject({ pathname: '/', search: '' });
  bringCode();
  await expect(addressField(page)).toHaveValue(LABEL);
  await expect(continueButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/realisation_erp$/);
  expect(requested.filter((url) => /realisation_erp\?|\/\?adresse/.test(url))).toEqual([]);
  // One visit of the wizard, whatever was pressed: back leads home, to an empty field that suggests.
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await field(page).fill(TYPED);
  await expect(options(page).first()).toHaveText('10 Rue de la Paix 48000 Mende · Lozère');
});

for (const isKnown of [false, true]) {
  test(`what is typed there stays, with its caret, when the page is ${isKnown ? 'drawn anew for a user who is signed in' : 'taken over'}`, async ({
    page,
    account,
    session,
  }) => {
    if (isKnown) await session(await account(1));
    const bringCode = await openBeforeCode(page);
    await field(page).pressSequentially(REST);
    await page.evaluate(() => document.querySelector('input')?.toggleAttribute('data-printed', true));
    await page.keyboard.press('Home');
    bringCode();
    await expect.poll(() => isHeld(page)).toBe(false);
    await expect(page.locator('input[data-printed]')).toHaveCount(isKnown ? 0 : 1);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(FIRST);
    await expect(field(page)).toHaveValue(TYPED);
    await expect(options(page).first()).toHaveText('10 Rue de la Paix 48000 Mende · Lozère');
    await submit(page).click();
    await expect(addressField(page)).toHaveValue(LABEL);
  });
}

test('« Commencer » on nothing, before the code is there → the sentence once it has come', async ({ page }) => {
  const bringCode = await openBeforeCode(page);
  await expect(submit(page)).toBeEnabled();
  await submit(page).click();
  bringCode();
  await expect(page.getByText('Veuillez renseigner une adresse.')).toBeVisible();
  await expect(field(page)).toBeFocused();
});

test.describe('without the field’s own script', () => {
  test.use({ allowConsole: /ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to fetch dynamically/ });

  test('the field accepts the address all the same; nothing is sent before hydration, nothing is lost after it', async ({
    page,
  }) => {
    await page.route('**/assets/field-before-hydration-*.js', (route) => route.abort('internetdisconnected'));
    const bringCode = await openBeforeCode(page);
    await field(page).pressSequentially(TYPED);
    await field(page).press('Enter');
    await expect(submit(page)).toBeDisabled();
    expect(new URL(page.url())).toMatchObject({ pathname: '/', search: '' });
    bringCode();
    await submit(page).click();
    await expect(addressField(page)).toHaveValue(LABEL);
  });
});
