import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { renewStatement } from '../contract/src/issuance.ts';
import { age, choosePdf, customerOf, pdfOf, verdict } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED });

/** Drops a file on an element, as from the desktop. */
async function drop(page: Page, target: string, bytes: Buffer): Promise<void> {
  const held = await page.evaluateHandle((base64) => {
    const file = new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'recu.pdf');
    const transfer = new DataTransfer();
    transfer.items.add(file);
    return transfer;
  }, bytes.toString('base64'));
  await page.dispatchEvent(target, 'dragover', { dataTransfer: held });
  await page.dispatchEvent(target, 'drop', { dataTransfer: held });
}

function changed(pdf: Buffer): Buffer {
  const copy = Buffer.from(pdf);
  copy.writeUInt8(copy.readUInt8(copy.length - 40) ^ 1, copy.length - 40);
  return copy;
}

test('a real document: authentic and signed; its file, a changed one, the replaced one; nothing is sent', async ({
  page,
  context,
  sql,
  issued,
}) => {
  const { id, reference } = await issued();
  const original = await pdfOf(context, id);
  // A reader has no account.
  await context.clearCookies({ name: 'token' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.postDataBuffer() !== null) sent.push(request.url());
  });

  await page.goto('/verification');
  await choosePdf(page, Buffer.from('%PDF-1.7 of another document'));
  await expect(page.getByRole('alert')).toContainText('Ce fichier n’est pas un PDF de Clairisque');
  await choosePdf(page, Buffer.from('<html></html>'));
  await expect(page.getByRole('alert')).toHaveText(/^Ce fichier n’est pas un PDFChoisissez/);
  await choosePdf(page, original);
  await expect(page).toHaveURL(new RegExp(`/verification/${reference}$`));
  await expect(page.getByText('Fichier authentique', { exact: true })).toBeVisible();
  await page.goto('/verification');
  await page.getByLabel('Référence du document').fill('ERP-26');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Référence du document')).toHaveAccessibleDescription(/^Une référence s’écrit/);
  await page.getByLabel('Référence du document').fill(` ${reference.toLowerCase().replaceAll('-', ' - ')}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/verification/${reference}$`));
  await expect(verdict(page, 'Référence connue, document en cours de validité')).toBeVisible();
  await expect(page.getByText('SPÉCIMEN — données fictives')).toBeVisible();
  // A reference alone does not make a copy authentic.
  await expect(page.getByRole('heading', { name: /authentique/i })).toHaveCount(0);
  await expect(page.getByText('Signature vérifiée dans votre navigateur')).toBeVisible();
  await expect(page.getByText('rien n’est envoyé')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Goussainville (95280)');
  await expect(page.getByRole('main')).not.toContainText(/Lilas|Nuñez/);

  await drop(page, 'footer', original);
  await expect(page.getByText('Fichier authentique', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/verification/${reference}$`));
  await choosePdf(page, changed(original));
  await expect(verdict(page, 'Ce fichier n’est pas celui que nous avons émis')).toBeFocused();
  await expect(page.getByRole('heading', { name: /authentique|Référence connue/i })).toHaveCount(0);
  await expectAccessible(page);
  await choosePdf(page, Buffer.from('%PDF-1.7 of another document'));
  await expect(verdict(page, 'Ce fichier n’est pas un PDF de Clairisque')).toBeFocused();
  await choosePdf(page, Buffer.from('%PDF-1.7 (https://clairisque.fr/verification/ERP-2026-999999)'));
  await expect(verdict(page, 'Ce fichier porte une autre référence')).toBeFocused();
  await expect(page.getByRole('link', { name: 'ERP-2026-999999' })).toBeVisible();
  await choosePdf(page, Buffer.from('<html></html>'));
  await expect(page.getByText('Ce fichier n’est pas un PDF', { exact: true })).toBeVisible();
  await expect(verdict(page, 'Référence connue, document en cours de validité')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);

  // It expires, then it is renewed.
  await age(sql, id, 200);
  await page.reload();
  await expect(verdict(page, 'Référence connue, document expiré')).toBeVisible();
  await choosePdf(page, original);
  await expect(page.getByText('Fichier authentique, mais expiré', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
});

test('a renewed document: the replaced one leads to it, and its file is recognised wherever it is dropped', async ({
  page,
  context,
  sql,
  issued,
}) => {
  const { id, reference } = await issued();
  // The reference is of the former year, as for most renewals.
  const earlier = reference.replace(/^ERP-\d+/, 'ERP-2025');
  await age(sql, id, 200);
  await sql('update statement_edition set reference = $2 where statement_id = $1', [id, earlier]);
  await (await customerOf(context)).call(renewStatement, { params: { id } });
  const [former, newer] = [await pdfOf(context, id, 1), await pdfOf(context, id)];

  await page.goto(`/verification/${earlier}`);
  await expect(verdict(page, 'Référence connue, document remplacé')).toBeVisible();
  await expectAccessible(page);
  await choosePdf(page, newer);
  await expect(page.getByText('Fichier authentique, et plus récent')).toBeVisible();
  await page.getByRole('link', { name: `${reference}-R1` }).click();
  await expect(page).toHaveURL(new RegExp(`/verification/${reference}-R1$`));
  await expect(verdict(page, 'Référence connue, document en cours de validité')).toBeVisible();
  await expect(page.getByText('Fichier authentique, et plus récent')).toBeHidden();
  await choosePdf(page, former);
  await expect(page.getByText('Fichier authentique, mais remplacé', { exact: true })).toBeVisible();
  await choosePdf(page, changed(former));
  await expect(page.getByText('Ce fichier n’est pas celui que nous avons émis')).toBeVisible();
});

test('the short version, from the menu of the history: recognised as such, also once its edition is renewed', async ({
  page,
  context,
  sql,
  issued,
}) => {
  const { id, reference } = await issued();
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await page.setViewportSize({ width: 360, height: 800 });
  const menu = page.getByRole('button', { name: `Autres actions, état des risques ${id}` });
  // With room below: above, the menu would cover half of a button, which axe counts as a small target.
  await menu.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await menu.press('Enter');
  const shortVersion = page.getByRole('menuitem', { name: 'Télécharger la version courte' });
  await expect(shortVersion).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await shortVersion.press('Enter');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^ERP \d+ 4 Rue des Lilas 95190 Goussainville - à remettre\.pdf$/);
  const short = await readFile(await file.path());
  const whole = await pdfOf(context, id);
  expect(short.length).toBeLessThan(whole.length);

  // Its own reference leads to the page, as the whole document's does.
  await page.goto('/verification');
  await choosePdf(page, short);
  await expect(page).toHaveURL(new RegExp(`/verification/${reference}$`));
  await expect(verdict(page, 'Fichier authentique')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('la version courte, sans annexes');
  await expect(page.getByText('Empreinte SHA-256 de la version courte')).toBeVisible();
  await expectAccessible(page);
  await choosePdf(page, changed(short));
  await expect(verdict(page, 'Ce fichier n’est pas celui que nous avons émis')).toBeVisible();

  await age(sql, id, 200);
  await (await customerOf(context)).call(renewStatement, { params: { id } });
  await page.goto(`/verification/${reference}`);
  await choosePdf(page, short);
  await expect(verdict(page, 'Fichier authentique, mais remplacé')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('la version courte, sans annexes');
  await page.goto(`/verification/${reference}-R1`);
  await choosePdf(page, short);
  await expect(verdict(page, 'Fichier authentique, mais remplacé')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('la version courte, sans annexes, de l’édition');
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('an unknown reference, a huge file, a foreign signature, a server that is down', async ({ page }) => {
    await page.goto('/verification/ERP-2020-999999');
    await expect(page.getByRole('alert')).toContainText('Aucun document ne porte cette référence');
    await expect(page.getByLabel('Référence du document')).toHaveValue('ERP-2020-999999');
    const calls: string[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    for (const odd of [
      '%3Cimg%20src=x%3E',
      'ERP-2026-000123-A0',
      'ERP-2026-000123-V0',
      'ERP-2026-000123%2F..%2F',
      '%00',
    ])
      await page
        .goto(`/verification/${odd}`)
        .then(() => expect(page.getByRole('alert')).toContainText('Aucun document ne porte cette référence'));
    expect(calls.filter((path) => path.startsWith('/api/v2/verification'))).toEqual([]);
    await page.goto('/verification/TEST-2026-000123');
    await expect(page.getByRole('alert')).toContainText('Document d’essai, sans valeur');

    const sha256 = 'a'.repeat(64);
    const reference = 'ERP-2026-000123';
    const document = {
      reference,
      etat: 'valide',
      emis_le: '2026-11-20',
      expire_le: '2027-05-18',
      specimen: false,
      remplace_par: null,
      remplace: null,
      sha256,
      attestation: {
        ligne: `CLAIRISQUE-1 ${reference} 2026-11-20T08:00:00Z sha256:${sha256}`,
        signature: Buffer.alloc(64, 7).toString('base64url'),
        cle: '/.well-known/clairisque-keys.json',
      },
    };
    let isDown = true;
    await page.route(`**/api/v2/verification/${reference}/`, (route) =>
      isDown ? route.fulfill({ status: 403, json: {} }) : route.fulfill({ json: document }),
    );
    await page.goto(`/verification/${reference}`);
    await expect(page.getByRole('alert')).toContainText('La vérification n’a pas abouti');
    isDown = false;
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByText('La signature ne correspond pas à ce document')).toBeVisible();
    await page.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(50_000_001)], 'gros.pdf'));
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(page.getByText('Il pèse 51\u00A0Mo')).toBeVisible();
  });
});
