import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createHandover } from '../contract/src/handovers.ts';
import type { Inclusion } from '../contract/src/vigilance.ts';
import { choosePdf, customerOf, pdfOf, verdict } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED });

const section = (page: Page) => page.getByRole('region', { name: 'Est-il encore exact aujourd’hui ?' });
const button = (page: Page) => section(page).getByRole('button', { name: 'Vérifier aujourd’hui' });
/** A check waits for the sources. */
const SOURCES = { timeout: 60_000 };
const UNCHANGED = /^Vérifié le \d\d\/\d\d\/\d{4}\s: rien n’a changé\.$/;

test('a visitor checks a document: nothing changed, its attestation; then a change, by the link of a hand-over', async ({
  page,
  context,
  sql,
  issued,
}) => {
  const { id, reference } = await issued();
  const owner = await customerOf(context);
  const { url } = await owner.call(createHandover, { params: { erp_id: id }, body: {} });
  const former = await pdfOf(context, id);
  await context.clearCookies({ name: 'token' });

  // Two visitors at once: one check.
  const other = await context.newPage();
  await Promise.all([page, other].map((one) => one.goto(`/verification/${reference.toLowerCase()}`)));
  await Promise.all([page, other].map((one) => button(one).click()));
  for (const one of [page, other]) await expect(section(one).getByText(UNCHANGED)).toBeVisible(SOURCES);
  await other.close();
  expect(await sql('select origin, outcome from statement_check where statement_id = $1', [id])).toEqual([
    { origin: 'visitor', outcome: 'unchanged' },
  ]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  const attestation = section(page).getByRole('link', { name: `${reference}-V1` });
  await attestation.click();
  await expect(verdict(page, 'Attestation connue')).toBeVisible();
  await expect(page.getByText('Signature vérifiée dans votre navigateur')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('rien n’a changé');
  await expectAccessible(page);
  const file = await page.request.get(`/api/v2/verification/attestation/${reference}-V1/pdf/`);
  const attested = await file.body();
  await choosePdf(page, attested);
  await expect(verdict(page, 'Fichier authentique')).toBeFocused();
  await choosePdf(page, Buffer.concat([attested, Buffer.from('\n')]));
  await expect(verdict(page, 'Ce fichier n’est pas celui que nous avons émis')).toBeFocused();
  await choosePdf(page, former);
  await expect(verdict(page, 'Ce fichier porte une autre référence')).toBeFocused();
  // Its title names it, wherever it is dropped.
  await page.goto('/verification');
  await choosePdf(page, attested);
  await expect(page).toHaveURL(new RegExp(`/verification/${reference}-V1$`));
  await expect(verdict(page, 'Fichier authentique')).toBeVisible();
  await page.goto(`/verification/${reference}`);
  await attestation.click();
  await expect(verdict(page, 'Attestation connue')).toBeVisible();
  await page.goBack();
  await expect(section(page).getByText(UNCHANGED)).toBeVisible();

  // The issued document says another level than the sources of today.
  await sql(
    `update statement_edition set facts = jsonb_set(facts, '{radon,value,potential}', '2') where statement_id = $1`,
    [id],
  );
  const late = await context.newPage();
  for (const one of [late, page]) await one.goto(new URL(url).pathname);
  await button(page).click();
  await expect(section(page).getByText(`le document ${reference}-A1 le remplace`)).toBeVisible(SOURCES);
  await expectAccessible(page);
  await section(page).getByRole('button', { name: 'Ouvrir le nouveau document' }).click();
  await expect(page.getByText(`${reference}-A1`, { exact: true })).toBeVisible();
  await expect(section(page).getByText('le remplace')).toBeHidden();

  // The page that was opened before shows the former document, which is no longer received.
  const receive = async () => {
    await late.getByRole('checkbox', { name: 'J’ai reçu cet état des risques' }).check();
    await late.getByRole('button', { name: 'Accuser réception' }).click();
  };
  await late.getByLabel('Nom et prénom').fill('Chloé Durand');
  await late.getByLabel('Adresse e-mail').fill('chloe.durand@exemple.fr');
  await receive();
  await expect(late.getByText(`${reference} vient d’être remplacé par ${reference}-A1`)).toBeInViewport();
  await expect(late.getByLabel('Nom et prénom')).toHaveValue('Chloé Durand');
  await expectAccessible(late);
  const receipts = `select document_sha256 from handover_receipt join handover on handover.id = handover_id
    where statement_id = $1`;
  expect(await sql(receipts, [id])).toEqual([]);
  await receive();
  await expect(late.getByText(/^Vous avez accusé réception le /)).toBeVisible();
  const newest = `select file_sha256 as document_sha256 from statement_edition where reference = $1`;
  expect(await sql(receipts, [id])).toEqual(await sql(newest, [`${reference}-A1`]));
  await late.close();

  await page.goto(`/verification/${reference}`);
  await expect(verdict(page, 'Référence connue, document mis à jour depuis')).toBeVisible();
  await expect(button(page)).toBeHidden();
  await choosePdf(page, former);
  await expect(verdict(page, 'Fichier authentique, mais mis à jour depuis')).toBeFocused();
  await page
    .getByRole('main')
    .getByRole('link', { name: `${reference}-A1` })
    .first()
    .click();
  await expect(verdict(page, 'Référence connue, document en cours de validité')).toBeVisible();
  await choosePdf(page, former);
  await expect(page.getByText(`que ${reference}-A1 met à jour`)).toBeVisible();
  // It was made by that check, and not checked since.
  await expect(section(page).getByText(/Vérifié le/)).toBeHidden();
});

const REFERENCE = 'ERP-2026-000123';
const SHA256 = 'a'.repeat(64);
const DOCUMENT = {
  reference: REFERENCE,
  etat: 'valide',
  emis_le: '2026-11-20',
  expire_le: '2027-05-18',
  specimen: false,
  remplace_par: null,
  remplace: null,
  sha256: SHA256,
  attestation: null,
};

/** Answers of a server that knows one document. */
async function knows(page: Page, document: object = DOCUMENT): Promise<void> {
  await page.route(`**/api/v2/verification/${REFERENCE}/`, (route) => route.fulfill({ json: document }));
  await page.route('**/controle/', (route) => route.fulfill({ json: { controle: null } }));
}

test('the line of a document in the log: checked in the browser; one letter altered raises the alarm', async ({
  page,
}) => {
  await knows(page);
  const sha = (...parts: (string | Buffer)[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const precedente = 'b'.repeat(64);
  const ligne = `edition ${REFERENCE} sha256:${SHA256} 2026-11-20T09:14:07Z`;
  const empreinte = sha(`${precedente}\n${ligne}`).toString('hex');
  const beside = 'c'.repeat(64);
  const leaf = sha(Buffer.of(0), Buffer.from(empreinte, 'hex'));
  const racine = sha(Buffer.of(1), Buffer.from(beside, 'hex'), leaf).toString('hex');
  const chemin: NonNullable<Inclusion['preuve']>['chemin'] = [{ cote: 'gauche', empreinte: beside }];
  const preuve = { racine, premier_rang: 4, dernier_rang: 5, chemin };
  const whole: Inclusion = { rang: 5, jour: '2026-11-20', ligne, precedente, empreinte, preuve };
  let lines: unknown[] = [{ ...whole, preuve: null }];
  let roots = `2026-11-19 1-3 ${'d'.repeat(64)}\n2026-11-20 4-5 ${racine}\n`;
  await page.route(`**/api/v2/verification/${REFERENCE}/preuve/`, (route) =>
    route.fulfill({ json: { preuves: lines } }),
  );
  await page.route('**/racines.txt', (route) => route.fulfill({ contentType: 'text/plain', body: roots }));
  const proof = page.getByRole('region', { name: 'Preuve technique' });
  const alarm = page.getByRole('alert').filter({ hasText: 'ne correspond pas à notre journal public' });

  await page.goto(`/verification/${REFERENCE.toLowerCase()}`);
  await expect(proof.getByText('Inscrit au journal, dont la racine sera publiée à la fin du jour')).toBeVisible();
  lines = [whole];
  await page.reload();
  await expect(proof.getByText('Inscription au journal vérifiée dans votre navigateur')).toBeVisible();
  await expect(proof.getByText(racine)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expect(alarm).toBeHidden();

  for (const [answer, published] of [
    [[{ ...whole, ligne: ligne.replace(':07Z', ':08Z') }], roots],
    [[{ ...whole, jour: '2026-11-19' }], roots],
    [[whole], roots.replace(racine, 'e'.repeat(64))],
    [[], roots],
  ] as const) {
    [lines, roots] = [[...answer], published];
    await page.reload();
    await expect(alarm).toBeVisible();
  }
  await expectAccessible(page);
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('a refusal in its own words; a silent server is said; what was not obtained is named; a page that is left asks no more', async ({
    page,
  }) => {
    await page.clock.install();
    await knows(page);
    await page.route('**/preuve/', (route) => route.fulfill({ json: { preuves: [] } }));
    const now = new Date().toISOString();
    const asked = {
      etat: 'en_attente',
      phrase: 'Vérification demandée : les sources vont être interrogées.',
      demande_le: now,
      fait_le: null,
      reference: REFERENCE,
      attestation: null,
      nouvelle_edition: null,
      non_obtenu: [],
      prochain_essai: null,
    };
    const refusal = 'Ce document a déjà été vérifié 3 fois en un jour.';
    let post: { status: number; json: object } = { status: 429, json: { detail: refusal } };
    let read: object | null = asked;
    let reads = 0;
    await page.route('**/controle/', (route) => {
      if (route.request().method() === 'POST') return route.fulfill(post);
      reads += 1;
      return read === null ? route.abort() : route.fulfill({ json: { controle: read } });
    });
    read = { ...asked, etat: 'abandonne', reference: `${REFERENCE}-C1` };
    await page.goto(`/verification/${REFERENCE}`);
    await button(page).click();
    await expect(section(page).getByRole('alert')).toHaveText(refusal);
    post = { status: 409, json: { detail: 'La signature est faite : ce document n’est plus vérifié.' } };
    await button(page).click();
    await expect(section(page).getByRole('alert')).toHaveText(/^La signature est faite/);

    post = { status: 202, json: asked };
    read = null;
    await button(page).click();
    await expect(section(page).getByText('Vérification demandée')).toBeVisible();
    await page.clock.fastForward(2_000);
    await expect(section(page).getByText('Notre serveur ne répond pas.')).toBeVisible();
    const missing = [{ rubrique: 'Potentiel radon', raison: 'service indisponible' }];
    const phrase = 'Vérification incomplète le 28/11/2026 : sans réponse pour « Potentiel radon ».';
    read = { ...asked, etat: 'incomplet', phrase, fait_le: now, non_obtenu: missing };
    await page.clock.fastForward(10_000);
    await expect(section(page).getByText('Potentiel radon : service indisponible')).toBeVisible();
    await expect(section(page).getByText(/rien n’a changé\./)).toBeHidden();
    await expectAccessible(page);

    // A check that is dropped leaves an earlier one.
    read = { ...asked, demande_le: '2026-11-21T08:00:00.000Z', etat: 'inchange', phrase: 'Vérifié le 21/11/2026.' };
    await button(page).click();
    await expect(section(page).getByText('Vérification demandée')).toBeVisible();
    await page.clock.fastForward(2_000);
    await expect(section(page).getByText('Vérification sans suite')).toBeVisible();

    read = asked;
    await page.reload();
    await expect(section(page).getByText('Vérification demandée')).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'État du service' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'État du service' })).toBeVisible();
    const before = reads;
    await page.clock.fastForward(60_000);
    expect(reads).toBe(before);
  });
});
