import type { Locator, Page } from '@playwright/test';
import { CARDS } from '../tests/harness/payment.ts';
import { COOKIES_DECLINED, expect, test } from './journey.ts';
import { continueButton, generateButton, heading, LABEL, READY, SUMMARY, TYPED } from './wizard-steps.ts';

const PASSWORD = 'Bateau-Lavoir-1904';

/** Counts what a person does, each click and each field, and how far the page is read to find where. */
function counting() {
  const done: string[] = [];
  let screens = 0;
  /** Screens between the top of the page and the end of what is acted on. */
  const read = async (target: Locator) => {
    await expect(target).toBeVisible();
    screens += await target.evaluate((element) => {
      const bottom = element.getBoundingClientRect().bottom + window.scrollY;
      const isStuck = element.getBoundingClientRect().bottom <= window.innerHeight;
      return isStuck ? 0 : Math.max(0, bottom / window.innerHeight - 1);
    });
  };
  const act = async (target: Locator, what: string, how: () => Promise<unknown>) => {
    await read(target);
    await how();
    done.push(what);
  };
  return {
    done,
    screens: () => screens,
    click: (target: Locator, what: string) => act(target, what, () => target.click()),
    fill: (target: Locator, text: string, what: string) => act(target, what, () => target.fill(text)),
    choose: (target: Locator, option: string, what: string) => act(target, what, () => target.selectOption(option)),
  };
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test('a new seller on a phone, from the home page to the PDF → at most 24 clicks and fields, 3 screens to read before paying', async ({
  page,
  mailedPath,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const email = `vendeuse-${crypto.randomUUID()}@exemple.fr`;
  const counted = counting();
  const { click, fill, choose, done } = counted;
  await page.goto('/');
  await fill(field(page, 'Adresse du bien'), TYPED, 'address');
  await click(page.getByRole('option').first(), 'its suggestion');
  await click(continueButton(page), 'continue');
  await choose(page.getByLabel('Type de transaction'), 'Vente', 'sale');
  await click(generateButton(page), 'generate');

  await page.waitForURL('**/login');
  await click(link(page, 'Créer un compte'), 'create an account');
  // The sign-in has a field of that name too.
  await page.waitForURL('**/sign-up');
  await fill(field(page, 'Adresse e-mail'), email, 'e-mail');
  await fill(field(page, 'Mot de passe'), PASSWORD, 'password');
  await fill(field(page, 'Confirmation du mot de passe'), PASSWORD, 'confirmation');
  await click(button(page, 'Créer mon compte'), 'sign up');
  await expect(page.getByText(/^Inscription réalisée avec succès/)).toBeVisible();
  await page.goto(await mailedPath(email));
  done.push('the link of the mail');
  await page.waitForURL('**/login');
  const known = field(page, 'Adresse e-mail');
  await expect(known).toBeEditable();
  if ((await known.inputValue()) === '') await fill(known, email, 'e-mail again');
  await fill(field(page, 'Mot de passe'), PASSWORD, 'password again');
  await click(page.getByRole('main').getByRole('button', { name: 'Se connecter' }), 'sign in');

  await click(link(page, 'Commander 1 crédit'), 'order');
  // My space has boxes too, until the recap is there.
  const consents = page.getByRole('group', { name: /^Vos accords/ }).getByRole('checkbox');
  await click(consents.first(), 'the terms');
  await click(consents.last(), 'immediate execution');
  await click(button(page, 'Valider la commande'), 'validate');
  await page.waitForURL('**/stripe/pay/**');
  expect(counted.screens()).toBeLessThanOrEqual(3);

  // Any payment page asks this of a card.
  for (const [name, value] of Object.entries({ number: CARDS.accepted, expiry: '12/34', code: '123', name: 'A. B.' }))
    await fill(page.locator(`input[name=${name}]`), value, `card ${name}`);
  await click(button(page, /^Payer \d/), 'pay');
  const file = page.waitForEvent('download');
  await click(link(page, 'Reprendre et générer votre état des risques'), 'go on');
  await expect(heading(page, READY)).toBeVisible();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  expect(done.length, done.join(', ')).toBeLessThanOrEqual(24);
});

test('who must sign in first → two equal ways, « Créer un compte » first, and the way to the PDF with the price and where one is', async ({
  page,
}) => {
  await page.goto(`/realisation_erp?adresse=${encodeURIComponent(TYPED)}`);
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).click();
  await page.waitForURL('**/login');
  const gate = page.getByRole('region', { name: 'Votre état des risques vous attend' });
  await expect(gate).toContainText(LABEL);
  await expect(gate.getByRole('listitem')).toHaveText(['Compte', 'Paiement 7,90\u00A0€', 'PDF']);
  await expect(gate.locator('[aria-current=step]')).toHaveText('Compte');
  await expect(gate.getByRole('link')).toHaveText(['Créer un compte', 'J’ai déjà un compte']);
  const [first, second] = await Promise.all((await gate.getByRole('link').all()).map((one) => one.boundingBox()));
  expect([first?.width, first?.height]).toEqual([second?.width, second?.height]);
  await page.setViewportSize({ width: 360, height: 740 });
  await gate.getByRole('link', { name: 'J’ai déjà un compte' }).click();
  await expect(field(page, 'Adresse e-mail')).toBeFocused();
  await gate.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(heading(page, 'Créer un compte')).toBeVisible();
  await expect(gate.getByRole('listitem').first()).toHaveText('Compte');
});

test.describe('an agency', () => {
  test.use(COOKIES_DECLINED);

  test('with credits, from the home page to the PDF → at most 5 clicks and fields', async ({
    page,
    account,
    session,
  }) => {
    await session(await account(3));
    await page.goto('/');
    const { click, fill, choose, done } = counting();
    await fill(field(page, 'Adresse du bien'), TYPED, 'address');
    await click(page.getByRole('option').first(), 'its suggestion');
    await click(continueButton(page), 'continue');
    await choose(page.getByLabel('Type de transaction'), 'Vente', 'sale');
    const file = page.waitForEvent('download');
    await click(generateButton(page), 'generate');
    await expect(heading(page, READY)).toBeVisible();
    expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
    expect(done.length, done.join(', ')).toBeLessThanOrEqual(5);
  });
});
