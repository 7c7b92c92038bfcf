import { readFileSync } from 'node:fs';
import type { Check } from '@clairisque/contract/checks.ts';
import type { Page } from '@playwright/test';
import { DATED_SENTINELS } from '../simulators/src/territory/sentinel-communes.ts';
import { customerOf } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, test } from './journey.ts';
import { ids, row, TAB } from './statements-tab.ts';

// A refused day is a 400.
test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*signatures/ });

const DAY_MS = 86_400_000;
const paris = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Paris' });
const inDays = (days: number): string => paris.format(Date.now() + days * DAY_MS);
const french = (day: string): string => day.split('-').toReversed().join('/');

const acte = (page: Page) => page.getByLabel('Acte de vente, prévu le');
const promesse = (page: Page) => page.getByLabel('Promesse ou compromis, prévu le');
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' });
const thatDay = (page: Page) => page.getByRole('checkbox', { name: /^Renouveler ce jour-là/ });
const checkToday = (page: Page) => page.getByRole('button', { name: 'Vérifier aujourd’hui' });
const toCome = (page: Page) => page.getByRole('list', { name: 'Vérifications à venir' }).getByRole('listitem');
const moments = (page: Page) => page.getByRole('region', { name: 'Chronologie' }).getByRole('listitem');

test('a day after the expiry → said at once, with the renewal in one choice; signed → closed, and taken back', async ({
  page,
  issued,
}) => {
  const { id } = await issued();
  await page.goto(TAB);
  await page.getByRole('button', { name: /^Autres actions/ }).click();
  await page.getByRole('menuitem', { name: 'Dates et vérifications' }).click();
  await expect(page).toHaveURL(new RegExp(`/suivi/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Dates et vérifications' })).toBeVisible();

  await acte(page).fill(inDays(-1));
  await save(page).click();
  await expect(acte(page)).toHaveAccessibleDescription(/est passé/);
  await expect(acte(page)).toBeFocused();
  await acte(page).fill(inDays(200));
  await promesse(page).fill(inDays(40));
  await save(page).click();
  await expect(page.getByText(/ce document aura expiré/)).toBeVisible();
  await expect(toCome(page)).toHaveText([/à 06:00, 15.jours avant la promesse$/, /2.jours avant/, /le matin de la/]);
  await thatDay(page).check();
  await expect(thatDay(page)).toHaveAccessibleName(`Renouveler ce jour-là, le ${french(inDays(181))}`);
  await expectAccessible(page);
  await page.reload();
  await expect(thatDay(page)).toBeChecked();
  await expect(acte(page)).toHaveValue(inDays(200));

  await page.getByText('C’est signé ?').click();
  await page.getByRole('button', { name: 'C’est signé', exact: true }).click();
  await expect(page.getByText('Ce document n’est plus vérifié, et')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Signature' })).toBeFocused();
  await expect(checkToday(page)).toHaveAccessibleDescription(/La signature est faite/);
  await expect(moments(page).first()).toContainText('Signé le');
  await page.getByRole('button', { name: 'Ce n’est pas signé' }).click();
  await expect(promesse(page)).toHaveValue(inDays(40));
  await expect(checkToday(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('checked, and reloaded meanwhile → unchanged, with an attestation; the row and the filters follow', async ({
  page,
  issued,
  sql,
}) => {
  const { id, reference } = await issued();
  await page.goto(`/suivi/${id}`);
  await checkToday(page).click();
  await expect(page.getByText('la vérification continue')).toBeVisible();
  await page.reload();
  const said = `Vérifié le ${french(inDays(0))} : rien n’a changé.`;
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(moments(page)).toHaveCount(2);

  const attesting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger l’attestation' }).click();
  const attestation = await attesting;
  expect(attestation.suggestedFilename()).toBe(`${reference}-V1.pdf`);
  expect(readFileSync(await attestation.path(), 'latin1')).toMatch(/^%PDF-/);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger la chronologie' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8').split('\r\n');
  const [edition] = await sql<{ sha: string }>(
    'select file_sha256 as sha from statement_edition where statement_id = $1',
    [id],
  );
  expect(lines[1]).toContain(`"${reference}";"${edition?.sha}";`);
  expect(lines[2]).toContain(`/verification/${reference}-V1"`);

  await page.goto(`${TAB}&suivi=changes`);
  await expect(page.getByText('0 / 1 rapport(s)')).toBeVisible();
  await page.getByText('Filtres (1 actif)').click();
  await page.getByRole('checkbox', { name: 'Changés' }).uncheck();
  await expect(row(page, id)).toContainText(`Vérifié le ${french(inDays(0))}, rien n’a changé`);
  expect(Math.round((await row(page, id).boundingBox())!.height)).toBe(56);
  await page.getByRole('checkbox', { name: 'À vérifier' }).check();
  await expect(ids(page)).toHaveCount(0);
  await expect(page).toHaveURL(/suivi=a-verifier/);
});

const CHECK: Check = {
  id: 1,
  origine: 'date',
  etat: 'incomplet',
  phrase:
    'Vérification incomplète le 10/03/2027 : sans réponse pour « Radon », on ne peut pas dire que rien n’a changé.',
  demande_le: '2027-03-10T05:00:00.000Z',
  fait_le: '2027-03-10T05:01:00.000Z',
  reference: 'ERP-2026-000001',
  attestation: null,
  nouvelle_edition: null,
  changements: [],
  non_obtenu: [{ rubrique: 'Radon', raison: 'la source ne répond pas' }],
  prochain_essai: '2027-03-10T05:11:00.000Z',
};

test('incomplete → which heading and why, never as a success', async ({ page, statement }) => {
  const { id } = await statement();
  await page.route('**/controles/', (route) => route.fulfill({ json: { controles: [CHECK], refus: null } }));
  await page.goto(`/suivi/${id}`);
  const section = page.getByRole('region', { name: 'Vérification', exact: true });
  await expect(section.getByRole('listitem')).toHaveText(['Radon : la source ne répond pas']);
  await expect(section.locator('[data-tone=success]')).toHaveCount(0);
  await expect(section.getByRole('button')).toHaveText(['Vérifier aujourd’hui']);
  await expectAccessible(page);
});

test.describe('the world changes', () => {
  const play = async (url: string, jour: string) => {
    const body = new URLSearchParams({ jour });
    const answer = await fetch(`${url}/monde`, { method: 'POST', headers: { accept: 'application/json' }, body });
    expect(answer.status).toBe(200);
  };
  test.afterEach(({ product }) => play(product.simulatorsUrl, ''));

  test('a plan is approved → the new edition, with what changed, in its place everywhere', async ({
    page,
    context,
    account,
    session,
    product,
  }) => {
    const place = DATED_SENTINELS.find(({ mode }) => mode === 'approuve')!;
    await session(await account(1));
    const { id, reference } = await (
      await customerOf(context)
    ).issue({ ...place, address: `1 Rue Haute ${place.name}` });
    await page.goto(`/etat/${id}`);
    await expect(page.getByText(reference).first()).toBeVisible();
    await page.goto(`/suivi/${id}`);
    await play(product.simulatorsUrl, '2027-03-10');
    await checkToday(page).click();
    const section = page.getByRole('region', { name: 'Vérification', exact: true });
    await expect(section.getByText(`le document ${reference}-A1 le remplace`)).toBeVisible();
    await expect(section.getByRole('listitem').filter({ hasText: 'approuvé le 10/03/2027' })).toBeVisible();
    await expect(section.locator('[data-tone=success]')).toHaveCount(0);
    await expectAccessible(page);
    const saving = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Télécharger la nouvelle édition' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^ERP \d+ /);
    await section.getByRole('link', { name: 'La lire à l’écran' }).click();
    await expect(page.getByText(`${reference}-A1`).first()).toBeVisible();
    await page.goto(`${TAB}&suivi=changes`);
    await expect(row(page, id)).toContainText(`${reference}-A1`);
    await expect(row(page, id)).toContainText(/Changé le .+, nouvelle édition émise/);
  });
});
