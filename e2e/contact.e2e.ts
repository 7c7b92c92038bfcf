import type { BrowserContext, Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, recordCalls, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label);
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Envoyer' });

const VALID = {
  'Nom complet': 'Élodie Nuñez',
  'Adresse e-mail': 'elodie@exemple.fr',
  Objet: 'Été & co : « devis » ?',
  Message: 'Bonjour,\n\nCombien coûtent 1 000 états ? 100 % dématérialisés.\nMerci',
};

async function open(page: Page, name: 'Contact' | 'API mode', from = '/'): Promise<void> {
  await page.goto(from);
  await page.getByRole('contentinfo').getByRole('button', { name }).click();
  await expect(send(page)).toBeVisible();
}

async function fill(page: Page, values: Partial<Record<keyof typeof VALID, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...VALID, ...values })) await field(page, label).fill(value);
}

/** URLs that the browser was asked to open outside itself, in order. */
async function recordMails(page: Page, context: BrowserContext): Promise<string[]> {
  const mails: string[] = [];
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameRequestedNavigation', ({ url }) => mails.push(url));
  return mails;
}

test('NAV-08 a required field left empty, or « abc » as e-mail → refused there, the window stays, nothing opens', async ({
  page,
  context,
}) => {
  await open(page, 'Contact');
  const mails = await recordMails(page, context);
  const wrong: [keyof typeof VALID, string][] = [
    ['Nom complet', ' '],
    ['Adresse e-mail', ''],
    ['Adresse e-mail', 'abc'],
    ['Objet', ''],
    ['Message', '\n'],
  ];
  for (const [label, value] of wrong) {
    await fill(page, { [label]: value });
    await send(page).click();
    await expect(field(page, label)).toBeFocused();
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(1);
  }
  expect(mails).toEqual([]);
  await expect(field(page, 'Nom complet')).toHaveValue(VALID['Nom complet']);
});

test('NAV-09 a valid message → the mail client once, without any call; closed 500 ms later; the text can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await open(page, 'Contact');
  const mails = await recordMails(page, context);
  const calls = recordCalls(page);
  await fill(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await send(page).click();
  await expect.poll(() => mails.length).toBe(1);
  await page.clock.runFor(450);
  await expect(dialog(page)).toBeVisible();
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect(dialog(page)).toBeHidden();

  const [mail = ''] = mails;
  expect(mail).toMatch(/^mailto:support@clairisque\.fr\?/);
  expect(mail).toContain('%0D%0A');
  expect(mail).not.toMatch(/[\s+&é«](?!body=)/);
  const { searchParams } = new URL(mail);
  expect(searchParams.get('subject')).toBe(VALID.Objet);
  expect(searchParams.get('body')).toMatch(
    /^Bonjour,\r\n\r\nCombien coûtent 1 000 états \? 100 % dématérialisés\.\r\nMerci/,
  );
  expect(searchParams.get('body')).toContain('elodie@exemple.fr');
  expect(calls).toEqual([]);
  expect(mails).toHaveLength(1);
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole('button', { name: 'Copier le message' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('Combien coûtent 1 000 états ?');
});

test('NAV-10 the API request → prefilled, five optional usages; the chosen one is in the mail; axe is clean', async ({
  page,
  context,
}) => {
  await open(page, 'API mode');
  const mails = await recordMails(page, context);
  await expect(field(page, 'Objet')).not.toHaveValue('');
  await expect(field(page, 'Message')).not.toHaveValue('');
  const usage = dialog(page).getByLabel(/Usage prévu/);
  const values = usage.locator('option:not([value=""])');
  expect(await values.evaluateAll((options) => options.map((option) => option.getAttribute('value')))).toEqual([
    'integration',
    'development',
    'testing',
    'enterprise',
    'other',
  ]);
  await field(page, 'Nom complet').fill('Élodie');
  await field(page, 'Adresse e-mail').fill('elodie@exemple.fr');
  await send(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => mails.length).toBe(1);
  expect(decodeURIComponent(mails[0] ?? '')).not.toContain('Usage prévu');

  await open(page, 'API mode', '/CGV');
  await expectAccessible(page);
  await field(page, 'Nom complet').fill('Élodie');
  await field(page, 'Adresse e-mail').fill('elodie@exemple.fr');
  await usage.selectOption('testing');
  await send(page).click();
  await expect.poll(() => decodeURIComponent(mails.at(-1) ?? '')).toContain('Usage prévu de l’API\u00A0: Tests');
});
