import type { PlanPages } from '@clairisque/contract/issuance.ts';
import { PDFDocument } from 'pdf-lib';
import { beforeAll, expect, it } from 'vitest';
import { balance } from '#features/credits/credits.ts';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { draftAt } from '#test/wizard.ts';
import { unpackInputs, type PrinterInputs } from '#features/documents/printer-inputs.rules.ts';
import { reprint } from '#features/documents/reprint.service.ts';

const app = sharedApp();
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(app, 20);
});

/** Communes 48937 to 48947 of the simulators, by the content of their plan's documents. */
const at = (column: number): { longitude: number; latitude: number } => ({
  longitude: 3.36 + column * 0.022,
  latitude: 44.293,
});

type Issued = PrinterInputs & { id: number; reference: string; pdf: Buffer };

async function issue(point: { longitude: number; latitude: number }, pages?: object): Promise<Issued> {
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { ...account, body: await draftAt(app, point) });
  const { erp_id: id } = created.body as { erp_id: number };
  if (pages !== undefined) await declare(id, pages);
  const { status } = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], account);
  expect(status).toBe(200);
  const edition = await app.deps.db
    .selectFrom('statement_edition')
    .selectAll()
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const inputs = unpackInputs(await app.deps.files.read(edition.inputs_key ?? ''));
  return { ...inputs, id, reference: edition.reference, pdf: await app.deps.files.read(edition.file_key) };
}

async function declare(id: number, pages_des_plans: object): Promise<void> {
  const body = { travaux_prescrits: null, travaux_realises: null, sinistres_indemnises: null, travaux_rga_non_realises: null, pages_des_plans }; // prettier-ignore
  const { status } = await call(app, ['PUT', `/api/v2/erp/me/id/${id}/declarations/`], { ...account, body });
  expect(status).toBe(200);
}

const kRows = ({ data }: PrinterInputs) =>
  (data.regulatory.blocks.find(({ letter }) => letter === 'K')?.rows ?? []).filter((row) => row.kind === 'question');

/** Block K: each document of a plan with whether its box is ticked. */
const enclosures = (inputs: PrinterInputs): [string, boolean][] =>
  kRows(inputs).flatMap(({ label, boxes }): [string, boolean][] =>
    label.includes('du plan «') ? [[label.split(' du plan')[0] ?? '', boxes[0]?.checked === true]] : [],
  );

/** Pages of each bound document, by the first word of its title. */
const boundAll = ({ data }: PrinterInputs): [string, string[]][] =>
  (data.bound?.documents ?? []).map(({ title, pages }) => [
    /Document \d+. (\p{L}+)/u.exec(title)?.[1] ?? '',
    pages.map(({ caption }) => /Page (\d+)/u.exec(caption)?.[1] ?? ''),
  ]);

const bound = (inputs: PrinterInputs): [string, string[]][] => boundAll(inputs).filter(([word]) => word !== 'Fiche');

const CARTE = ['Carte', ['1']];
/** A map on which nothing can draw the property is never « jointe ». */
const NEITHER = [
  ['Carte réglementaire', false],
  ['Extrait du règlement', false],
];
const RULES_ALONE = [
  ['Carte réglementaire', false],
  ['Extrait du règlement', true],
];
const BOTH = NEITHER.map(([piece]) => [piece, true]);

const RULES = ['Règlement', ['1', '2', '3', '4']];
const NOTHING = /^$/u;

it.each([
  { what: 'is not a PDF', column: 0, pages: [CARTE], ticks: NEITHER, left: /n’est pas un PDF entier/u },
  { what: 'is encrypted', column: 1, pages: [CARTE], ticks: NEITHER, left: /protégé par un mot de passe/u },
  {
    what: 'has 900 pages',
    column: 2,
    pages: [CARTE, ['Règlement', Array.from({ length: 33 }, (_, index) => String(301 + index))]],
    ticks: NEITHER,
    left: /les pages 334 à 599 de l’original, faute de place/u,
  },
  { what: 'is truncated', column: 3, pages: [CARTE], ticks: NEITHER, left: /n’est pas un PDF entier/u },
  { what: 'is signed', column: 4, pages: [CARTE, RULES], ticks: RULES_ALONE, left: NOTHING },
  { what: 'holds only pictures', column: 5, pages: [CARTE], ticks: NEITHER, left: /20 pages sont des images/u },
  { what: 'is of a plan without a date', column: 6, pages: [CARTE, RULES], ticks: RULES_ALONE, left: NOTHING },
  { what: 'is of a plan with a long name', column: 8, pages: [CARTE, RULES], ticks: RULES_ALONE, left: NOTHING },
  { what: 'comes with a georeferenced map', column: 9, pages: [['Carte', ['3']], RULES], ticks: BOTH, left: NOTHING },
])('a règlement that $what → the document is made, says what is missing, one credit', async (expected) => {
  const before = await credits();
  const statement = await issue(at(expected.column));
  expect(await credits()).toBe(before - 1);
  expect(bound(statement)).toEqual(expected.pages);
  expect(enclosures(statement)).toEqual(expected.ticks);
  expect(statement.data.bound?.left.join(' ')).toMatch(expected.left);
  expect((await PDFDocument.load(statement.pdf, { updateMetadata: false })).getPageCount()).toBeGreaterThan(8);
});

it('a georeferenced map → enlarged around the property that is drawn, then its page; another one → to mark by hand', async () => {
  const [located, other] = [await issue(at(9)), await issue(at(4))];
  const [map] = located.data.bound?.documents.filter(({ title }) => title.includes('Carte')) ?? [];
  expect(map?.extract).toMatchObject({ caption: expect.stringMatching(/^Page 3 de l’original/u), north: 0 });
  expect(map?.extract?.outlines.flat().every(([x, y]) => x > 0 && x < 1 && y > 0 && y < 1)).toBe(true);
  expect(located.files).toHaveProperty(map?.extract?.file ?? 'none');
  expect(taskItems(located)).toEqual([]);
  expect(JSON.stringify(other.data.bound)).toContain('Le bien n’y est pas repéré');
  expect(taskItems(other)).toEqual([expect.stringContaining('Carte réglementaire du plan')]);
});

const taskItems = ({ data }: PrinterInputs): string[] =>
  data.cover.next.find(({ title }) => title === 'Repérer')?.items ?? [];

it('a signed règlement → says so, its own bytes attached', async () => {
  const statement = await issue(at(4));
  expect(JSON.stringify(statement.data.bound)).toContain('signature électronique');
  const attached = Object.entries(statement.files).find(([name]) => name.includes('reglement'));
  expect(Buffer.from(attached?.[1] ?? []).toString('latin1')).toContain('/ByteRange[0 10 20 30]');
});

const credits = (): Promise<number> => balance(app.deps, account.id);

it.each([
  ['Clermont-Ferrand', { longitude: 3.087, latitude: 45.7772 }, ['sismique', 'radon']],
  ['Bastia', { longitude: 9.45, latitude: 42.697 }, ['radon', 'debroussaillement']],
])(
  '%s → the required fiches are pages, ticked, their files attached; the same bytes again',
  async (_, point, subjects) => {
    const statement = await issue(point);
    const fiches = boundAll(statement).filter(([kind]) => kind === 'Fiche');
    expect(fiches).toEqual(subjects.map(() => ['Fiche', ['1', '2']]));
    const ticked = kRows(statement).filter(({ label }) => label.startsWith('Fiche d’information'));
    expect(ticked.map(({ boxes }) => boxes[0]?.checked)).toEqual(subjects.map(() => true));
    const names = Object.keys(statement.files).filter((name) => name.startsWith('fiche-'));
    expect(names.toSorted()).toEqual(subjects.map((subject) => `fiche-${subject}.pdf`).toSorted());
    const again = await reprint(app.deps, statement.reference);
    expect(again.pdf.equals(statement.pdf)).toBe(true);
  },
);

it('two plans of one name → four distinct documents', async () => {
  const statement = await issue(at(7));
  const documents = statement.data.bound?.documents ?? [];
  const titles = documents.map(({ title }) => title).filter((title) => title.includes('du plan'));
  expect(titles).toHaveLength(4);
  expect(new Set(titles.map((title) => title.replace(/^Document \d+/u, ''))).size).toBe(4);
  expect(enclosures(statement)).toEqual([...RULES_ALONE, ...RULES_ALONE]);
});

it('a long règlement → the pages of the zone, unticked until their owner confirms them; the same bytes again', async () => {
  const guessed = await issue(at(10));
  const [, rules] = bound(guessed);
  expect(rules?.[1]).toHaveLength(9);
  expect(enclosures(guessed)).toEqual(NEITHER);
  expect(JSON.stringify(guessed.data.bound)).toContain('à confirmer');
  const again = await reprint(app.deps, guessed.reference);
  expect(again.pdf.equals(guessed.pdf)).toBe(true);
});

it('the owner’s pages of a long règlement → those, ticked; of another file → the pages of the zone', async () => {
  const { pieces: named } = await planPages(at(10));
  const rules = named.find(({ titre }) => titre.startsWith('Règlement'));
  expect(rules).toMatchObject({ pages: 28, raison: 'zone', zones: [expect.stringMatching(/^B\d$/u)] });
  expect(rules?.proposees).toHaveLength(9);
  const choice = { piece: rules?.piece ?? '', sha256: rules?.sha256 ?? '', pages: [12, 3] };
  const chosen = await issue(at(10), [choice]);
  expect(bound(chosen)).toEqual([CARTE, ['Règlement', ['3', '12']]]);
  expect(enclosures(chosen)).toEqual(RULES_ALONE);
  const outdated = await issue(at(10), [{ ...choice, sha256: '0'.repeat(64) }]);
  expect(bound(outdated)[1]?.[1]).toHaveLength(9);
  expect(enclosures(outdated)).toEqual(NEITHER);
});

it('pieces-plans: without a session → 401; a parcel elsewhere → 400; unreadable documents → left out', async () => {
  const { code_parcelle: code } = (await draftAt(app, at(1))) as { code_parcelle: string };
  const path = `/api/v2/cadastre/pieces-plans/${code}/`;
  expect((await call(app, ['GET', `${path}?longitude=3.4&latitude=44.3`])).status).toBe(401);
  expect((await call(app, ['GET', `${path}?longitude=2.35&latitude=48.85`], account)).status).toBe(400);
  expect((await planPages(at(1))).pieces.map(({ raison }) => raison)).toEqual(['toutes']);
});

async function planPages(point: { longitude: number; latitude: number }): Promise<{ pieces: PlanPages[] }> {
  const { code_parcelle: code } = (await draftAt(app, point)) as { code_parcelle: string };
  const query = `longitude=${point.longitude}&latitude=${point.latitude}`;
  const { status, body } = await call(app, ['GET', `/api/v2/cadastre/pieces-plans/${code}/?${query}`], account);
  expect(status).toBe(200);
  return body as { pieces: PlanPages[] };
}
