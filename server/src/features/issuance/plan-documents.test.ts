import { createHash } from 'node:crypto';
import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from 'pdf-lib';
import { beforeAll, expect, it } from 'vitest';
import { createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { plain } from '#test/printed-statement.ts';
import { issueAt } from '#test/wizard.ts';
import { unpackInputs, type PrinterInputs } from '#features/documents/printer-inputs.rules.ts';
import { reprint } from '#features/documents/reprint.service.ts';

const app = sharedApp();
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(app, 2);
});

type Issued = PrinterInputs & { reference: string; pdf: Buffer };

async function issued(point: { longitude: number; latitude: number }): Promise<Issued> {
  const id = await issueAt(app, account, point);
  const edition = await app.deps.db
    .selectFrom('statement_edition')
    .selectAll()
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const inputs = unpackInputs(await app.deps.files.read(edition.inputs_key ?? ''));
  return { ...inputs, reference: edition.reference, pdf: await app.deps.files.read(edition.file_key) };
}

/** Attached PDFs by name, read by a parser other than the printer's. */
async function supplementsOf(pdf: Buffer): Promise<Map<string, Buffer>> {
  const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const files = catalog
    .lookup(PDFName.of('AF'), PDFArray)
    .asArray()
    .map((one) => context.lookup(one, PDFDict));
  const supplements = files.filter((file) => file.lookup(PDFName.of('AFRelationship')) === PDFName.of('Supplement'));
  return new Map(
    supplements.map((file) => {
      const stream = file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F')) as PDFRawStream;
      expect(stream.dict.lookup(PDFName.of('Subtype'))).toBe(PDFName.of('application/pdf'));
      const name = file.lookup(PDFName.of('UF')) as PDFString | PDFHexString;
      return [name.decodeText(), Buffer.from(decodePDFRawStream(stream).decode())];
    }),
  );
}

const ON_THE_GROUND = expect.objectContaining({ text: expect.stringMatching(/PM1.*terrain touché, 100\s%/u) });

/** Block K: each document with whether its box is ticked. */
const enclosures = ({ data }: PrinterInputs): [string, boolean, string][] =>
  (data.regulatory.blocks.find(({ letter }) => letter === 'K')?.rows ?? []).flatMap((row) =>
    row.kind === 'question' ? [[row.label, row.boxes[0]?.checked === true, row.sentence]] : [],
  );

it('encloses the maps and règlements of both plans of Toulouse, listed on the form and in the facts; the same bytes again', async () => {
  const statement = await issued({ longitude: 1.4442, latitude: 43.6047 });
  const attached = await supplementsOf(statement.pdf);
  const { planDocuments } = StatementFacts.parse(
    JSON.parse(Buffer.from(statement.files['etat-des-risques.json'] ?? []).toString()),
  );
  const sheets = [...attached.keys()].filter((name) => name.startsWith('fiche-'));
  expect(planDocuments).toHaveLength(4);
  expect([...planDocuments.map(({ file }) => file), ...sheets].toSorted()).toEqual([...attached.keys()].toSorted());
  for (const { file, sha256, bytes, kind } of planDocuments) {
    const pdf = attached.get(file) ?? Buffer.alloc(0);
    expect(pdf.toString('latin1')).toMatch(kind === 'zonage' ? /Plan de zonages reglementaires/u : /Reglement du PPR/u);
    expect({ sha256, bytes }).toEqual({ sha256: createHash('sha256').update(pdf).digest('hex'), bytes: pdf.length });
  }
  // Bound as pages; no sheet of the simulators says where it lies, so the owner still has to mark the property on it.
  const ofPlans = enclosures(statement).filter(([label]) => label.includes('plan «'));
  expect(ofPlans.map(([piece, checked]) => [piece.split('«')[0]?.trim(), checked])).toEqual([
    ['Carte réglementaire du plan', false],
    ['Extrait du règlement du plan', true],
    ['Carte réglementaire du plan', false],
    ['Extrait du règlement du plan', true],
  ]);
  // Both plans are named and drawn.
  const blocks = statement.data.regulatory.blocks.filter(({ letter }) => letter === 'A');
  const published = blocks.map(({ rows }) =>
    rows.find((row) => row.kind === 'text' && row.label === 'Périmètre publié'),
  );
  expect(published).toEqual([ON_THE_GROUND, ON_THE_GROUND]);
  const drawn = statement.data.maps.filter(({ zones }) => zones[0]?.family === 'plan');
  // One map per plan.
  expect(drawn.map(({ zones }) => zones.length)).toEqual([1, 1]);
  const again = await reprint(app.deps, statement.reference);
  expect(again.pdf.equals(statement.pdf)).toBe(true);
});

it('is issued without the unavailable règlement of Tours, and says who must enclose it', async () => {
  const statement = await issued({ longitude: 0.6848, latitude: 47.3941 });
  expect([...(await supplementsOf(statement.pdf)).keys()].every((name) => name.includes('-zonage-'))).toBe(true);
  const ofPlans = enclosures(statement).filter(([label]) => label.includes('plan «'));
  expect(ofPlans.slice(0, 2)).toEqual([
    [expect.stringContaining('Carte réglementaire'), false, expect.stringMatching(/partie\s8, document 1/u)],
    [expect.stringContaining('Extrait du règlement'), false, expect.stringContaining('À joindre par le propriétaire')],
  ]);
  expect(plain(JSON.stringify(statement.data.regulatory))).toContain(
    'Extrait du règlement : À joindre par le propriétaire',
  );
});
