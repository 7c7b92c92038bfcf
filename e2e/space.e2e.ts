import { age, issueStatement, signed } from './issued.ts';
import { expect, expectNoSidewaysScroll, test } from './journey.ts';
import { items, LIST, rows, TAB } from './statements-tab.ts';
import { heading, reachSummary, SUMMARY } from './wizard-steps.ts';

test('a new account → nothing waits: five tiles, and a new statement in one click', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await page.goto('/myspace');
  const strip = page.getByRole('navigation', { name: 'En un coup d’œil' });
  await expect(strip.getByRole('listitem')).toHaveText([
    /^0 à compléter/,
    /^0 échéance/,
    /^0 à vérifier/,
    /^0 crédit.*Acheter des crédits$/,
    /^0 import.*Plusieurs biens$/,
  ]);
  await expect(strip.getByRole('link', { name: /Acheter des crédits/ })).toHaveAttribute('href', '/Tarifs');
  for (const [width, height] of [
    [360, 220],
    [768, 140],
    [1440, 90],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    expect((await strip.boundingBox())!.height).toBeLessThan(height);
  }
  // A title stands once: the tab has it.
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await strip.getByRole('link', { name: 'Nouvel état' }).click();
  await expect(page).toHaveURL(/\/realisation_erp/);
});

test('at 1440 × 900 the history shows its five rows without scrolling; the bar says where one is', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await page.route(LIST, (route) => route.fulfill({ json: items(8) }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(TAB);
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: /^Voir plus de rapports/ })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('banner').locator('[aria-current=page]')).toHaveText(['Mon espace']);
});

test('on a phone, what waits stands first and the page begins at its title, whichever tab is open', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/Tarifs');
  await page.getByRole('button', { name: 'Choisir 1 crédit' }).click();
  await reachSummary(page);
  for (const tab of ['infos', 'factures']) {
    await page.goto(`/myspace/?tab=${tab}-tabs-simple`);
    await expect(page.getByText(/^Reprendre/)).toHaveCount(4);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    const [left, right] = await page
      .getByRole('tab', { selected: true })
      .evaluate((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
  }
});

test('a draft, statements that expire and are signed soon, an import → each tile leads to it', async ({
  page,
  context,
  account,
  session,
  sql,
}) => {
  const owner = await account(2);
  await session(owner);
  const [soon, planned] = [await issueStatement(context), await issueStatement(context)];
  await age(sql, soon.id, 170);
  const acte = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const dates = `/api/v2/erp/${planned.id}/signatures/`;
  expect((await context.request.put(dates, { ...(await signed(context)), data: { acte } })).ok()).toBe(true);
  await reachSummary(page);
  const form = { data: 'address,transaction\n4 Rue des Lilas 95190 Goussainville,sale', headers: {} };
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value;
  const made = await context.request.post('/api/v3/batches/csv?start=manual&name=Mandats', {
    data: form.data,
    headers: {
      authorization: `Token ${token}`,
      'content-type': 'text/csv',
      'idempotency-key': crypto.randomUUID(),
    },
  });
  expect(made.status()).toBe(201);
  await page.goto('/myspace');
  const strip = page.getByRole('navigation', { name: 'En un coup d’œil' });
  await expect(strip.getByRole('listitem')).toContainText([
    '3 à compléter',
    '1 échéance',
    '1 à vérifier',
    '0 crédit',
    'Mandats',
  ]);
  await strip.getByRole('link', { name: /échéance/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('rowheader')).toContainText(String(soon.id));
  await strip.getByRole('link', { name: /à vérifier/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('rowheader')).toContainText(String(planned.id));
  await expect(page).toHaveURL(/suivi=a-verifier/);
  await strip.getByRole('link', { name: /^Mandats/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mandats');
  await page.goBack();
  await strip.getByRole('link', { name: /à compléter/ }).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
});
