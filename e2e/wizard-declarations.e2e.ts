import { expect, expectAccessible, signInHere, test } from './journey.ts';
import { generateButton, order, reachSummary, stopAtGeneration } from './wizard-steps.ts';

/** Three plans in force cover the town's centre. */
const THREE_PLANS = '10 rue de la paix argenteuil';

test('works plan by plan and disasters one by one: declared as they were answered', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const expectOrdered = await stopAtGeneration(page);
  await reachSummary(page, THREE_PLANS);
  await page.getByText('Déclarations du propriétaire (facultatif)').click();
  const prescribed = page.getByRole('group', { name: /^Le plan «\s.*\s» prescrit-il des travaux/ });
  await expect(prescribed).toHaveCount(3);
  const done = page.getByRole('group', { name: /^Si oui, les travaux du plan/ });
  await prescribed.nth(0).getByLabel('Oui').check();
  await done.nth(0).getByLabel('Non').check();
  await prescribed.nth(1).getByLabel('Non').check();
  await expect(done.nth(1).getByLabel('Oui')).toBeDisabled();

  await page
    .getByRole('group', { name: /indemnis/i })
    .getByLabel('Oui')
    .check();
  const events = page.getByRole('group', { name: /^À la suite de quels événements/ });
  await events.getByRole('checkbox').nth(1).check();
  await expectAccessible(page);

  const declared = page.waitForRequest((request) => request.url().endsWith('/declarations/'));
  await page.getByLabel('Type de transaction').selectOption('Vente');
  await generateButton(page).click();
  const sent = (await declared).postDataJSON() as { travaux_par_plan: { prescrits: boolean; realises: boolean }[] };
  expect(sent).toMatchObject({ travaux_prescrits: null, arretes_indemnises: [expect.any(String)] });
  expect(sent.travaux_par_plan.map(({ prescrits, realises }) => [prescrits, realises])).toEqual([
    [true, false],
    [false, null],
  ]);
  await expectOrdered();
});

test('a visitor without a session: the same questions plan by plan, whose answers outlive the login', async ({
  page,
  account,
}) => {
  const owner = await account(1);
  const expectOrdered = await stopAtGeneration(page);
  await reachSummary(page, THREE_PLANS);
  await page.getByText('Déclarations du propriétaire (facultatif)').click();
  const prescribed = page.getByRole('group', { name: /^Le plan «\s.*\s» prescrit-il des travaux/ });
  await expect(prescribed).toHaveCount(3);
  await prescribed.nth(2).getByLabel('Oui').check();
  await page
    .getByRole('group', { name: /^Si oui, les travaux du plan/ })
    .nth(2)
    .getByLabel('Oui')
    .check();
  await expectAccessible(page);
  await order(page);
  await page.waitForURL('**/login');
  const declared = page.waitForRequest((request) => request.url().endsWith('/declarations/'));
  await signInHere(page, owner);
  await page.getByRole('link', { name: 'Reprendre et générer votre état des risques' }).click();
  const { travaux_par_plan } = (await declared).postDataJSON() as { travaux_par_plan: object[] };
  expect(travaux_par_plan).toEqual([{ plan: expect.any(String), prescrits: true, realises: true }]);
  await expectOrdered();
});

test('drought works beside « aucun sinistre indemnisé »: refused with the reason until one answer changes', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const expectOrdered = await stopAtGeneration(page);
  await reachSummary(page);
  await page.getByText('Déclarations du propriétaire (facultatif)').click();
  await page.getByLabel('Type de transaction').selectOption('Vente');
  const disasters = page.getByRole('group', { name: /indemnisation par une assurance/ });
  await disasters.getByLabel('Non').check();
  const works = page.getByLabel(/après une sécheresse/);
  await works.fill('Reprise du pignon est');
  await expect(page.getByText(/^Vous déclarez qu’aucun sinistre n’a été indemnisé/)).toBeVisible();
  await expectAccessible(page);
  await generateButton(page).click();
  await expect(works).toBeFocused();
  await disasters.getByLabel('Oui').check();
  await expect(page.getByText(/^Vous déclarez qu’aucun sinistre/)).toBeHidden();
  await generateButton(page).click();
  await expectOrdered();
});

test('a co-ownership lot: its floor, number and building, sent without blanks; « non » sends none', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const expectOrdered = await stopAtGeneration(page);
  await reachSummary(page);
  await page.getByText('Déclarations du propriétaire (facultatif)').click();
  await page.getByLabel('Type de transaction').selectOption('Vente');
  const lot = page.getByRole('group', { name: 'Le bien est-il un lot de copropriété ?' });
  const floor = page.getByLabel('Étage');
  const [number, building] = [page.getByLabel('Numéro du lot'), page.getByLabel('Bâtiment')];
  await expect(number).toBeHidden();
  await lot.getByLabel('Oui').check();
  await floor.fill('2');
  await number.fill(' 12 et 45 ');
  await building.fill('漢');
  await expect(building).toHaveAccessibleDescription(/^La lettre «\u00A0漢\u00A0» ne peut pas être imprimée/);
  await expectAccessible(page);
  await generateButton(page).click();
  await expect(building).toBeFocused();
  await building.fill('Les Pins');
  // Another floor keeps what was typed, « non » forgets it; no floor is out of reach.
  await floor.fill('120');
  await expect(floor).toHaveValue('99');
  await floor.fill('0');
  await expect(number).toHaveValue(' 12 et 45 ');
  await page.reload();
  await page.getByText('Déclarations du propriétaire (facultatif)').click();
  await expect(building).toHaveValue('Les Pins');
  const declared = page.waitForRequest((request) => request.url().endsWith('/declarations/'));
  await generateButton(page).click();
  expect((await declared).postDataJSON()).toMatchObject({
    lot_copropriete: { etage: 0, numero: '12 et 45', batiment: 'Les Pins' },
  });
  await expectOrdered();
});
