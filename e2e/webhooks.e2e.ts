import { uuidOf } from '@clairisque/contract/common/v3.ts';
import type { Page } from '@playwright/test';
import { startWebhookServer, type WebhookServer } from '../server/test/webhook-server.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*(400|401|404|409)/ });

let server: WebhookServer;
test.beforeEach(async () => {
  server = await startWebhookServer();
});
test.afterEach(() => server.close());

const dialog = (page: Page) => page.getByRole('dialog');
const item = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
const button = (page: Page, name: RegExp) => item(page).getByRole('button', { name });

async function expectEverySize(page: Page, name: string): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`), fullPage: true });
  }
  await expectAccessible(page);
}

test('a webhook is made by keyboard, tried, read, replayed, given another secret, and deleted', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await page.goto('/myspace');
  await page.getByRole('heading', { name: 'Développeurs' }).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Mes webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await expect(page.getByText('Vous n’avez pas encore de webhook.')).toBeVisible();

  await page.getByRole('button', { name: 'Créer un webhook' }).focus();
  await page.keyboard.press('Enter');
  const url = dialog(page).getByLabel('Adresse de votre serveur');
  await dialog(page).getByRole('button', { name: 'Créer le webhook' }).click();
  await expect(url).toBeFocused();
  await expect(url).toHaveAccessibleDescription(/^Donnez l’adresse de votre serveur\./);
  await expectAccessible(page);
  await url.fill('http://10.0.0.1/');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('joignable depuis Internet');
  await url.fill(server.url);
  await page.keyboard.press('Enter');
  const secret = dialog(page).getByLabel('Secret de signature');
  await expect(secret).toHaveValue(/^whsec_/);
  await expect(secret).toBeFocused();
  const first = await secret.inputValue();
  await page.keyboard.press('Escape');
  await expect(secret).toBeVisible();
  await dialog(page).getByRole('button', { name: 'J’ai gardé le secret' }).click();
  await expect(item(page)).toContainText(`${server.url} Endormi`);
  await expect(item(page)).toContainText('Rien n’est encore envoyé à cette adresse');
  await expectEverySize(page, 'unproved');
  await expect(page.getByText(first)).toHaveCount(0);

  await button(page, /^Envoyer un essai/).click();
  await expect(dialog(page)).toHaveAccessibleName('Envoyer un essai');
  await expectAccessible(page);
  await dialog(page).getByLabel('Événement').selectOption('statement.issued');
  await dialog(page).getByRole('button', { name: 'Envoyer' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(item(page)).toContainText(`${server.url} Actif`);
  await item(page).getByText('Derniers envois').click();
  await expect(item(page)).toContainText(/statement\.issued Remis.*Reçu\. Statut 200\./);
  expect(server.received.map(({ event }) => event.type)).toEqual(['statement.issued']);
  await item(page).getByText('Requête et réponse').click();
  await expect(item(page)).toContainText('"sample":true');
  await expectEverySize(page, 'deliveries');
  await button(page, /^Rejouer/).click();
  await expect.poll(() => server.received.length).toBe(2);

  await button(page, /^Remplacer le secret/).click();
  await dialog(page).getByLabel('L’ancien secret s’arrête').selectOption('Dans une semaine');
  await dialog(page).getByRole('button', { name: 'Remplacer le secret' }).click();
  await expect(secret).toHaveValue(/^whsec_/);
  await expect(secret).not.toHaveValue(first);
  await dialog(page).getByRole('button', { name: 'J’ai gardé le secret' }).click();
  await expect(item(page)).toContainText('L’ancien secret signe jusqu’au');

  await button(page, /^Supprimer/).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Vous n’avez pas encore de webhook.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a webhook that sleeps says why, and is woken by its button', async ({ page, account, session, sql }) => {
  const user = await account(0);
  await session(user);
  const made = await page.request.post('/api/v3/webhook_endpoints', {
    data: { url: server.url, events: ['statement.issued', 'credits.low'] },
    headers: { ...(await authorization(page)), 'idempotency-key': 'endormi' },
  });
  const { id } = (await made.json()) as { id: string };
  await sql('update webhook_endpoint set asleep_since = now(), succeeded_at = now() where id = $1', [uuidOf(id)]);
  await page.goto('/developpeurs/webhooks');
  await expect(item(page)).toContainText('Rien n’est plus envoyé à cette adresse');
  await expect(button(page, /^Envoyer un essai/)).toHaveCount(0);
  await expectEverySize(page, 'asleep');
  await button(page, /^Réveiller/).click();
  await expect(item(page)).toContainText(`${server.url} Actif`);
});

test('a session that ended elsewhere → the next call leaves the page, and writes nothing', async ({
  page,
  account,
  session,
  sql,
}) => {
  const user = await account(0);
  await session(user);
  await page.goto('/developpeurs/webhooks');
  await page.getByRole('button', { name: 'Créer un webhook' }).click();
  await dialog(page).getByLabel('Adresse de votre serveur').fill(server.url);
  await sql('delete from api_token where account_id = (select id from account where email = $1)', [user.email]);
  await dialog(page).getByRole('button', { name: 'Créer le webhook' }).click();
  await expect(page).not.toHaveURL(/webhooks/);
  const rows = await sql('select 1 from webhook_endpoint where url = $1', [server.url]);
  expect(rows).toEqual([]);
});

async function authorization(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies();
  return { authorization: `Token ${cookies.find(({ name }) => name === 'token')?.value ?? ''}` };
}
