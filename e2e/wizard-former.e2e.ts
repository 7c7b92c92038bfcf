import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFocusIn, hold, recordCalls, test } from './journey.ts';
import { age, issueStatement } from './issued.ts';
import { CREATE, generateButton, LABEL, order, reachSummary, stopAtGeneration } from './wizard-steps.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Ce bien a déjà un état des risques' });

/** The creation answers the number of the issued statement. */
const created = (page: Page) =>
  page.route('**/api/v2/erp/me/create/', (route) => route.fulfill({ status: 201, json: { erp_id: id } }));

let id = 0;
test.beforeEach(async ({ account, session, context, sql }) => {
  await session(await account(2));
  ({ id } = await issueStatement(context));
  await sql('update statement set adresse = $2 where id = $1', [id, LABEL]);
});

test('the same property within its validity → a question, the former one to open; « Continuer quand même » orders', async ({
  page,
}) => {
  const calls = recordCalls(page);
  await reachSummary(page);
  await order(page);
  await expect(question(page)).toContainText(LABEL);
  await expect(question(page)).toContainText(/pour une vente \(.+\), il est valable jusqu’au/);
  await expectFocusIn(question(page));
  await expect(question(page).getByRole('link', { name: 'Ouvrir l’état des risques existant' })).toHaveAttribute(
    'href',
    `/etat/${id}`,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  expect(calls).not.toContain(CREATE);

  await created(page);
  const expectGeneration = await stopAtGeneration(page);
  await order(page);
  await question(page).getByRole('button', { name: 'Continuer quand même' }).click();
  await expectGeneration();
});

test('the former statement has expired, the list is slow, a double click → no question, one order', async ({
  page,
  sql,
}) => {
  await age(sql, id, 200);
  await created(page);
  const calls = recordCalls(page);
  const expectGeneration = await stopAtGeneration(page);
  const release = await hold(page, '**/api/v2/erps/with-regeneration/');
  await reachSummary(page);
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).dblclick();
  await expect(generateButton(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expectGeneration();
  expect(calls.filter((call) => call === CREATE)).toHaveLength(1);
  await expect(question(page)).toBeHidden();
});

test.describe('a list that does not come', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('→ no question, the order goes on', async ({ page }) => {
    await page.route('**/api/v2/erps/with-regeneration/', (route) => route.fulfill({ status: 500, json: {} }));
    await created(page);
    const expectGeneration = await stopAtGeneration(page);
    await reachSummary(page);
    await order(page);
    await expectGeneration();
  });
});
