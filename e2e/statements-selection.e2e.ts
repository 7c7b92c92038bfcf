import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { issueStatement } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import { setSpacing } from './quality.ts';
import { FIVE, item, items, open, row, rows, TAB, TODAY } from './statements-tab.ts';

test.use(COOKIES_DECLINED);

const CHECK = {
  id: 1,
  origine: 'proprietaire',
  demande_le: TODAY.toISOString(),
  fait_le: null,
  reference: 'ERP-2026-000001',
  attestation: null,
  nouvelle_edition: null,
  non_obtenu: [],
  prochain_essai: null,
  changements: [],
};

const box = (page: Page, id: number) =>
  page.getByRole('checkbox', { name: `Sélectionner l’état des risques ${id}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Actions sur la sélection' });
const action = (page: Page, name: RegExp | string) => bar(page).getByRole('button', { name });
const announced = (page: Page) => page.locator('#annonces');

test.describe('on the real server', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('two statements → one archive, one table, a link each, then both concluded and taken back', async ({
    page,
    context,
    account,
    session,
    sql,
  }) => {
    const owner = await account(2);
    await session(owner);
    const [first, second] = [await issueStatement(context), await issueStatement(context)];
    await page.goto(TAB);
    await page.getByRole('button', { name: 'Tout sélectionner' }).click();
    await expect(bar(page)).toContainText('2 états sélectionnés');
    await expect(announced(page)).toHaveText('2 états sélectionnés');

    const archive = page.waitForEvent('download');
    const asked = page.waitForRequest('**/api/v2/erps/export/?*');
    await action(page, /^Télécharger/).click();
    expect(new Set(new URL((await asked).url()).searchParams.get('etats')?.split(','))).toEqual(
      new Set([String(first.id), String(second.id)]),
    );
    expect((await archive).suggestedFilename()).toMatch(/^Clairisque - états des risques - [\d-]{10}\.zip$/);
    const zip = await readFile(await (await archive).path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    for (const { id } of [first, second]) expect(zip.toString('latin1')).toContain(`ERP ${id} `);

    const table = page.waitForEvent('download');
    await action(page, /^Exporter/).click();
    const lines = (await readFile(await (await table).path(), 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF"Numéro";"Référence";"Adresse"/);
    for (const { id, reference } of [first, second]) {
      const [line] = lines.filter((one) => one.startsWith(`"${id}";`));
      expect(line).toMatch(new RegExp(`"${reference}";.*;"Actif";"non";"";""$`));
    }

    await action(page, 'Remettre').click();
    const dialog = page.getByRole('dialog', { name: 'Remettre plusieurs états des risques' });
    await dialog.getByLabel('Pour qui').fill('Visite de samedi');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Créer 2 liens' }).click();
    const links = dialog.getByRole('list', { name: 'Liens de remise' }).getByRole('textbox');
    await expect(links).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'Copier les 2 liens' })).toBeFocused();
    await page.keyboard.press('Enter');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const link of await links.all()) expect(copied).toContain(await link.inputValue());
    expect(copied).not.toContain('Rue');
    expect(
      await sql('select label, count(*)::int from handover where account_id = $1 group by label', [owner.id]),
    ).toEqual([{ label: 'Visite de samedi', count: 2 }]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(action(page, 'Remettre')).toBeFocused();

    await action(page, 'Marquer comme conclus').click();
    await expect(rows(page).getByText('Vente conclue')).toHaveCount(2);
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await expect(rows(page).getByText('Vente conclue')).toHaveCount(0);
    await action(page, 'Tout désélectionner').click();
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Historique des États des Risques' })).toBeFocused();
  });
});

test.describe('on given lists', () => {
  test.use({ allowConsole: /Failed to load resource/ });
  test.beforeEach(async ({ account, session }) => session(await account(1)));

  test('by keyboard: Space ticks, « Aller aux actions » leads to them; what the filters hide is not acted on', async ({
    page,
  }) => {
    await open(page, [...items(5), item(6, { adresse: '6 Rue du Port 17000 La Rochelle' })], '&lignes=10');
    await box(page, 6).press('Space');
    await expect(announced(page)).toHaveText('1 état sélectionné');
    await box(page, 2).press('Space');
    await expect(bar(page)).toContainText('2 états sélectionnés');
    await expect(box(page, 2)).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Aller aux actions' }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(action(page, 'Tout désélectionner')).toBeFocused();
    await page.getByLabel('Rechercher').fill('rochelle');
    await expect(bar(page)).toContainText('1 état sélectionné');
    await page.route('**/api/v2/erps/export/?etats=6', (route) => route.fulfill({ status: 503, json: {} }));
    await action(page, /^Télécharger/).click();
    await expect(page.getByRole('alert')).toContainText('Erreur lors du téléchargement. Veuillez réessayer.');
    await box(page, 6).press('Space');
    await expect(bar(page)).toBeHidden();
  });

  test('fifty at most: the others cannot be ticked, nor all of them; twenty links at most', async ({ page }) => {
    await open(page, items(52), '&lignes=55');
    await expect(page.getByRole('button', { name: 'Tout sélectionner' })).toBeHidden();
    await page.evaluate(() => {
      for (const one of [...document.querySelectorAll<HTMLElement>('tbody input[type=checkbox]')].slice(0, 50))
        one.click();
    });
    await expect(bar(page)).toContainText('50 états sélectionnés, le maximum');
    await expect(box(page, 2)).toBeDisabled();
    await expect(box(page, 3)).toBeEnabled();
    await action(page, 'Remettre').click();
    await expect(page.getByRole('dialog')).toContainText('20 liens au plus à la fois');
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Créer/ })).toBeHidden();
  });

  test('one expired, one refused → the others are handed over, and each is said', async ({ page }) => {
    await page.clock.setFixedTime(TODAY);
    await open(page, [...FIVE.slice(0, 2), item(12, { statut_regeneration: 'Expiré > 1an' }), item(14)]);
    await page.route('**/api/v2/erp/*/remises/', (route) => {
      const [, id] = /erp\/(\d+)\//.exec(route.request().url()) ?? [];
      if (id === '9') return route.fulfill({ status: 409, json: { detail: 'Cet état n’a pas de version courte.' } });
      const link = { id: crypto.randomUUID(), url: `https://exemple.fr/remise/${id}`, libelle: '', forme: 'courte' };
      const days = { cree_le: TODAY.toISOString(), expire_le: '2026-11-28', revoque_le: null };
      const json = { ...link, ...days, reference: `ERP-${id}`, etat: 'ouvert', ouvertures: [], recus: [] };
      return route.fulfill({ status: 201, json });
    });
    await page.getByRole('button', { name: 'Tout sélectionner' }).click();
    await action(page, 'Remettre').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Un état a expiré');
    await dialog.getByRole('button', { name: 'Créer 3 liens' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Un lien manque');
    await expect(dialog.getByRole('alert')).toContainText('Cet état n’a pas de version courte.');
    await expect(dialog.getByRole('list', { name: 'Liens de remise' }).getByRole('textbox')).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'Créer un lien' })).toBeVisible();
  });

  test('« Vérifier » → a refused call says why and asks again; then what became of each, as it comes', async ({
    page,
  }) => {
    await open(page, items(3));
    await page.getByRole('button', { name: 'Tout sélectionner' }).click();
    const phrases = [
      ['en_cours', 'Vérification en cours : les sources sont interrogées.'],
      ['inchange', 'Vérifié le 28/11/2026 : rien n’a changé.'],
    ] as const;
    let asked = 0;
    await page.route('**/api/v2/erps/controles/', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      expect(route.request().postDataJSON()).toEqual({ etats: [1, 2, 3] });
      asked += 1;
      if (asked === 1) return route.fulfill({ status: 503, json: { detail: 'Le service est surchargé.' } });
      const [etat, phrase] = phrases[asked === 2 ? 0 : 1];
      const check = { ...CHECK, etat, phrase };
      const change = { ...CHECK, id: 2, etat: 'change', phrase: 'Le document ERP-2-A1 le remplace.' };
      const signed = { etat: 3, controle: null, refus: 'La signature est faite.' };
      return route.fulfill({
        json: {
          resultats: [{ etat: 1, controle: check, refus: null }, { etat: 2, controle: change, refus: null }, signed],
        },
      });
    });
    await action(page, 'Vérifier').click();
    const dialog = page.getByRole('dialog', { name: 'Vérification de la sélection' });
    await dialog.getByRole('button', { name: 'Réessayer' }).click();
    await expect(dialog).toContainText('1 mis à jour, 1 non vérifié, 1 en cours');
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^1, .*Vérification en cours/,
      /^2, .*Le document ERP-2-A1 le remplace\..*Dates et vérifications/,
      /^3, .*La signature est faite\.$/,
    ]);
    await expectAccessible(page);
    const over = '1 sans changement, 1 mis à jour, 1 non vérifié';
    await expect(dialog.getByText(over, { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(announced(page)).toHaveText(over);
    await page.keyboard.press('Escape');
    await expect(action(page, 'Vérifier')).toBeFocused();
  });

  test('320 px, text spaced by its reader → no action of the bar is cut, nor any tab of « Mon espace »', async ({
    page,
  }) => {
    await open(page, items(2));
    await page.getByRole('button', { name: 'Tout sélectionner' }).click();
    await page.setViewportSize({ width: 320, height: 700 });
    for (const isWide of [false, true]) {
      await setSpacing(page, isWide);
      await expectNoSidewaysScroll(page);
      const broken = await bar(page)
        .getByRole('button')
        .evaluateAll((all) =>
          all.filter((one) => {
            const label = one.querySelector('span');
            if (label === null) return false;
            const [outer, inner] = [one.getBoundingClientRect(), label.getBoundingClientRect()];
            const isBroken = inner.height > 1.5 * Number.parseFloat(getComputedStyle(label).lineHeight);
            return isBroken || inner.left < outer.left || inner.right > outer.right;
          }),
        );
      expect(broken).toEqual([]);
      for (const tab of await page.getByRole('tab').all()) {
        // Content that comes late above the tabs moves them once they have the focus.
        await expect(async () => {
          await tab.blur();
          await tab.focus();
          await expect(tab).toBeInViewport({ ratio: 1, timeout: 1_000 });
        }).toPass({ timeout: 60_000 });
      }
    }
  });

  test('360, 768, 1440 px → the bar stays in the window, one line of five buttons on a phone, axe clean', async ({
    page,
  }) => {
    await open(page, items(12), '&lignes=15');
    await box(page, 12).check();
    await box(page, 11).check();
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(bar(page)).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
      const tops = await bar(page)
        .getByRole('button')
        .evaluateAll((all) => all.slice(1).map((one) => Math.round(one.getBoundingClientRect().top)));
      expect([width, new Set(tops).size]).toEqual([width, 1]);
      expect((await bar(page).boundingBox())!.height).toBeLessThan(140);
      await row(page, 1).getByRole('checkbox').focus();
      const [focused, over] = [await box(page, 1).boundingBox(), await bar(page).boundingBox()];
      expect(focused!.y + focused!.height).toBeLessThan(over!.y);
    }
    await expectAccessible(page);
  });
});
