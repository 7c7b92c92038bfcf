import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
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

/** Milliseconds between the keys of a person who types on a phone, a third of a second on average. */
const PAUSES = [
  310, 280, 420, 260, 330, 520, 290, 270, 350, 300, 610, 320, 280, 340, 270, 460, 300, 330, 280, 390, 310,
];

test('typed on a phone’s keyboard → at most 0.45 × the questions of a quarter of a second, the wizard included; the list is used by keys', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/geocodage/search') asked.push(searchParams.get('q') ?? '');
  });
  await page.clock.install();
  await page.goto('/');
  await field(page).focus();
  await expect(field(page)).toHaveAttribute('role', 'combobox');
  await page.clock.pauseAt(Date.now() + 60_000);
  let former = 0;
  for (const [index, letter] of TYPED.split('').entries()) {
    const pauseMs = PAUSES[index % PAUSES.length] ?? 0;
    await page.keyboard.type(letter);
    await page.clock.runFor(pauseMs);
    if (index >= 2 && pauseMs > 250) former += 1;
  }
  await page.clock.runFor(1_000);
  await expect(options(page).first()).toContainText('10 Rue de la Paix');
  await page.clock.resume();
  await page.keyboard.press('ArrowDown');
  const active = await field(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(addressField(page)).toHaveValue(LABEL);
  // The wizard asks nothing that the home page was answered.
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(0.45 * (former + 1));
});
