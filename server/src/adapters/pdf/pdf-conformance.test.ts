import { createHash } from 'node:crypto';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from 'pdf-lib';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrinter } from './typst-printer.ts';
import { createTypst, type Typst } from './typst.ts';
import type { PlanDocument } from '#domain/risks/plan-documents.ts';
import { attachedFiles } from '#domain/statement-document/attachments.ts';
import type { BoundDocument } from '#domain/statement-document/bound.ts';
import { buildStatementDocument, LOGO_FILE } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { declared, EVERYTHING_FACTS, frame, HOSTILE, statementInput } from '#test/statement-input.ts';

/**
 * Checks what PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) require, with a parser other than the printer's. Not a
 * full validator: it covers what our own patch, templates and pictures could break.
 */

const everything = (): StatementInput => {
  const input = statementInput(EVERYTHING_FACTS);
  const ring: [number, number][] = [
    [0.1, 0.1],
    [0.9, 0.2],
    [0.6, 0.9],
  ];
  const shapes = [
    { label: 'Ancienne usine à gaz', style: 'sis' as const, mark: null, at: null, isOwn: true, rings: [ring] },
    { label: HOSTILE, style: 'peb-a' as const, mark: HOSTILE, at: [0.3, 0.4] as [number, number], isOwn: true, rings: [ring] }, // prettier-ignore
    { label: 'Ailleurs', style: 'cote-30' as const, mark: null, at: null, isOwn: false, rings: [] },
  ];
  const zones = (['sis', 'trait-de-cote', 'bruit'] as const).map((heading) => ({
    ...frame('situation.jpg'),
    heading,
    subject: null,
    hasNeighbours: false,
    zoning: null,
    shapes,
  }));
  return {
    ...input,
    statement: { ...input.statement, specimen: true, hasLogo: true },
    maps: input.maps && { ...input.maps, zones },
    planDocuments: [PAPER],
    bound: { documents: [BOUND], left: [{ id: 'fiche-radon', sentence: `Fiche ${HOSTILE} : absente.` }] },
  };
};

const BOUND: BoundDocument = {
  id: '25DDT20080012-reglement',
  kind: 'reglement',
  title: `Règlement ${HOSTILE}`,
  file: '25DDT20080012-reglement-1.pdf',
  origin: { from: 'Géorisques', obtainedAt: '2026-11-20T13:05:00Z', sha256: 'e3b0c44298fc1c149afbf4c8996fb924' },
  total: 30,
  isSigned: true,
  zoneCodes: ['B1'],
  basis: 'zone',
  pages: [
    { page: 7, width: 640, height: 360, file: 'situation.jpg', text: `Zone B1 ${HOSTILE}` },
    { page: 8, width: 360, height: 640, file: 'situation.jpg', text: '' },
  ],
  extract: {
    page: 7,
    width: 640,
    height: 360,
    file: 'situation.jpg',
    outlines: [
      [
        [0.4, 0.4],
        [0.4, 0.6],
        [0.6, 0.6],
        [0.4, 0.4],
      ],
    ],
    widthMetres: 300,
    north: 30,
  },
  left: [9],
  isWhole: false,
};

const PAPER: PlanDocument = {
  gasparId: '25DDT20080012',
  kind: 'reglement',
  number: 1,
  title: `Règlement ${HOSTILE}`,
  pdf: {
    bytes: Buffer.from('%PDF-1.4\n4 0 obj\n<<>>\nendobj\n%%EOF\n'),
    sha256: '',
    obtainedAt: '2026-11-20T13:05:00Z',
  },
};

async function picture(format: 'jpeg' | 'png', background: string): Promise<Buffer> {
  const flat = sharp({ create: { width: 640, height: 360, channels: 4, background } });
  return (format === 'jpeg' ? flat.flatten() : flat).toFormat(format).toBuffer();
}

let typst: Typst;
beforeAll(() => {
  typst = createTypst({ children: 1 });
});
afterAll(() => typst.close());

async function requestOf(input: StatementInput) {
  const map = await picture('jpeg', '#e6e9e2');
  const files = { 'situation.jpg': map, 'cadastral.jpg': map, [LOGO_FILE]: await picture('png', '#cc222280') };
  const data = buildStatementDocument(input);
  return { template: 'statement', data, files: { ...files, ...attachedFiles(input) } } as const;
}

async function printed(input: StatementInput): Promise<{ bytes: Buffer; pdf: PDFDocument }> {
  const { template, data, files } = await requestOf(input);
  const bytes = await typst.render(template, data, files);
  return { bytes, pdf: await loaded(bytes) };
}

const loaded = (bytes: Buffer): Promise<PDFDocument> => PDFDocument.load(bytes, { updateMetadata: false });

const name = (value: PDFObject | undefined): string => (value instanceof PDFName ? value.decodeText() : '');
const words = (value: PDFObject | undefined): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';

describe.each([
  ['typical', () => statementInput(undefined, undefined, declared(HOSTILE))],
  ['everything', everything],
])('the statement with %s', (extent, make) => {
  let bytes: Buffer;
  let pdf: PDFDocument;
  const get = (dict: PDFDict, key: string): PDFObject | undefined => dict.lookup(PDFName.of(key));
  const dict = (owner: PDFDict, key: string): PDFDict => owner.lookup(PDFName.of(key), PDFDict);
  const list = (owner: PDFDict, key: string): PDFObject[] => {
    const value = get(owner, key);
    return value instanceof PDFArray
      ? value.asArray().map((one) => pdf.context.lookup(one) ?? one)
      : value
        ? [value]
        : [];
  };
  const objects = (type: string): PDFDict[] =>
    pdf.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict)
      .filter((object) => name(get(object, 'Type')) === type);
  beforeAll(async () => {
    ({ bytes, pdf } = await printed(make()));
  });

  it('claims both standards in readable metadata, with its title, reference and template', () => {
    const metadata = get(pdf.catalog, 'Metadata') as PDFRawStream;
    expect(get(metadata.dict, 'Filter')).toBeUndefined();
    const xmp = Buffer.from(metadata.contents).toString();
    for (const claim of [
      '<pdfaid:part>3<',
      '<pdfaid:conformance>A<',
      '<pdfuaid:part>1<',
      'ERP-2026-000123, modèle 2026-11',
    ])
      expect(xmp).toContain(claim);
    expect(pdf.getTitle()).toContain('État des risques — ');
    expect(pdf.getAuthor()).toBe('Clairisque');
    expect(pdf.getKeywords()).toContain('ERP-2026-000123');
    expect(get(dict(pdf.catalog, 'ViewerPreferences'), 'DisplayDocTitle')?.toString()).toBe('true');
  });

  it('has language, colour profile and identifiers; no hidden content, no script', () => {
    expect(words(get(pdf.catalog, 'Lang'))).toBe('fr-FR');
    expect(get(dict(pdf.catalog, 'MarkInfo'), 'Marked')?.toString()).toBe('true');
    // Poppler reports its boolean as a syntax error.
    expect(get(dict(pdf.catalog, 'MarkInfo'), 'Suspects')).toBeUndefined();
    const [intent] = list(pdf.catalog, 'OutputIntents') as PDFDict[];
    expect(name(intent && get(intent, 'S'))).toBe('GTS_PDFA1');
    expect(intent && get(intent, 'DestOutputProfile')).toBeInstanceOf(PDFRawStream);
    expect(pdf.context.trailerInfo.ID).toBeInstanceOf(PDFArray);
    expect(pdf.context.trailerInfo.Encrypt).toBeUndefined();
    expect(bytes.toString('latin1')).not.toMatch(/\/(JavaScript|Launch|DeviceCMYK|OCProperties|NeedAppearances)\b/u);
  });

  it('embeds every font, with ToUnicode', () => {
    const fonts = objects('Font').filter((font) => name(get(font, 'Subtype')) === 'Type0');
    expect(fonts.length).toBeGreaterThan(4);
    for (const font of fonts) {
      const [descendant] = list(font, 'DescendantFonts') as PDFDict[];
      const descriptor = dict(descendant as PDFDict, 'FontDescriptor');
      expect(get(descriptor, 'FontFile2') ?? get(descriptor, 'FontFile3')).toBeInstanceOf(PDFRawStream);
      expect(get(font, 'ToUnicode')).toBeInstanceOf(PDFRawStream);
    }
  });

  it('attaches its data with their types', () => {
    const files = list(pdf.catalog, 'AF') as PDFDict[];
    const attached = files.map((file) => [
      words(get(file, 'UF')),
      name(get(file, 'AFRelationship')),
      name(get((dict(file, 'EF').lookup(PDFName.of('F')) as PDFRawStream).dict, 'Subtype')),
      words(get(file, 'Desc')) !== '',
    ]);
    expect(attached).toEqual([
      ...(extent === 'everything' ? [['25DDT20080012-reglement-1.pdf', 'Supplement', 'application/pdf', true]] : []),
      ['etat-des-risques.geojson', 'Data', 'application/geo+json', true],
      ['etat-des-risques.json', 'Data', 'application/json', true],
    ]);
  });

  it('describes every figure and every link, heads every table of data, and skips no heading', () => {
    const elements = objects('StructElem');
    const of = (kind: string): PDFDict[] => elements.filter((element) => name(get(element, 'S')) === kind);
    expect(of('Figure').length).toBeGreaterThan(2);
    expect(of('Figure').filter((figure) => words(get(figure, 'Alt')).length < 10)).toEqual([]);
    for (const table of of('Table')) {
      const head = list(table, 'K').find((part) => part instanceof PDFDict && name(get(part, 'S')) === 'THead');
      // A form has questions and answers, and no head.
      if (!(head instanceof PDFDict)) continue;
      const [row] = list(head, 'K') as PDFDict[];
      expect((list(row as PDFDict, 'K') as PDFDict[]).map((one) => name(get(one, 'S')))).toEqual(
        expect.not.arrayContaining(['TD']),
      );
    }
    const levels = elements.map((element) => /^H(\d)$/u.exec(name(get(element, 'S')))?.[1]).filter(Boolean);
    expect(new Set(levels)).toEqual(new Set(['1', '2', '3']));
    const links = objects('Annot').concat(pdf.getPages().flatMap((page) => list(page.node, 'Annots') as PDFDict[]));
    for (const link of links) {
      expect(get(link, 'StructParent')).toBeInstanceOf(PDFNumber);
      expect(Number(get(link, 'F')?.toString()) & 4).toBe(4);
      expect(words(get(link, 'Contents'))).not.toBe('');
    }
  });

  it('describes each bound page with its own text, and turns the page of a wide one', () => {
    const alternatives = objects('StructElem').map((element) => words(get(element, 'Alt')).replaceAll(/\s/gu, ' '));
    const said = (text: string): number => alternatives.filter((one) => one.includes(text)).length;
    const wide = pdf.getPages().filter((page) => page.getWidth() > page.getHeight());
    const text = said('page 7 sur 30. Texte de la page : Zone B1');
    const image = said('page 8 sur 30. Cette page est une image');
    const count = extent === 'everything' ? 1 : 0;
    expect({ text, image, wide: wide.length }).toEqual({ text: count, image: count, wide: count });
  });

  it('has no untagged text', () => {
    for (const page of pdf.getPages()) {
      expect(list(page.node, 'Annots').length === 0 || name(get(page.node, 'Tabs')) === 'S').toBe(true);
      const [content] = list(page.node, 'Contents') as PDFRawStream[];
      const code = Buffer.from(decodePDFRawStream(content as PDFRawStream).decode()).toString('latin1');
      const operators = code.replaceAll(/\((?:\\[^]|[^\\()])*\)|<[\da-fA-F\s]*>/gu, '()').split(/\s+/u);
      let [depth, outside] = [0, 0];
      for (const operator of operators) {
        if (operator === 'BDC' || operator === 'BMC') depth += 1;
        if (operator === 'EMC') depth -= 1;
        if (depth === 0 && /^(?:Tj|TJ|Do)$/u.test(operator)) outside += 1;
      }
      expect({ depth, outside }).toEqual({ depth: 0, outside: 0 });
    }
  });
});

it.each([
  ['one pixel', 1, 1],
  ['a ribbon', 2000, 20],
  ['a tower', 60, 900],
])('prints a logo of %s, never enlarged, within its slot', async (_, width, height) => {
  const input = statementInput();
  const logo = await sharp({ create: { width, height, channels: 4, background: '#cc2222aa' } })
    .png()
    .toBuffer();
  const map = await picture('jpeg', '#e6e9e2');
  const files = { 'situation.jpg': map, 'cadastral.jpg': map, [LOGO_FILE]: logo, ...attachedFiles(input) };
  const document = buildStatementDocument({ ...input, statement: { ...input.statement, hasLogo: true } });
  const bytes = (await typst.render('statement', document, files)).toString('latin1');
  // « Logo … » in UTF-16: the later version of the figure has its box.
  const figure = bytes.split('endobj').findLast((object) => object.includes('/Alt <FEFF004C006F0067006F')) ?? '';
  const box = /\/BBox \[([^\]]*)\]/u.exec(figure)?.[1] ?? '';
  const [left = 0, bottom = 0, right = 0, top = 0] = box.split(' ').map(Number);
  const points = 72 / 150;
  const scale = Math.min(points, (50 * 72) / 25.4 / width, (18 * 72) / 25.4 / height);
  expect(right - left).toBeCloseTo(width * scale, 0);
  expect(top - bottom).toBeCloseTo(height * scale, 0);
});

/**
 * Objects by kind and content. Left out: numbers and lengths, positions (only `ua-1` has them), and lists of links (a
 * link over two lines is one object for `ua-1`, two for `a-3a`).
 */
function contentsOf(pdf: PDFDocument): { kind: string; content: string }[] {
  return pdf.context.enumerateIndirectObjects().map(([, object]) => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    const bytes = object instanceof PDFRawStream ? createHash('sha256').update(object.contents).digest('hex') : '';
    const [type, subtype] = ['Type', 'S'].map((key) => dict instanceof PDFDict && name(dict.get(PDFName.of(key))));
    const content = `${dict.toString()} ${bytes}`
      .replaceAll(
        /\n\/BBox \[[^\]]*\]|\n\/StructParents? \d+|\n\/(?:Annots|Nums) \[[^\]]*\]|\n\/ParentTreeNextKey \d+/gu,
        '',
      )
      .replaceAll('\n/A [ <<\n/O /Layout\n>> ]', '')
      .replaceAll(/\b\d+ 0 R/gu, 'REF');
    return { kind: [type, subtype].filter(Boolean).join(' ') || content.trim(), content };
  });
}

type Content = ReturnType<typeof contentsOf>[number];

/** The kinds of what `some` has and `others` has not, counting repetitions. */
function onlyIn(some: Content[], others: Content[]): Set<string> {
  const left = Map.groupBy(others, ({ content }) => content);
  return new Set(some.filter(({ content }) => left.get(content)?.pop() === undefined).map(({ kind }) => kind));
}

it.each([
  ['typical', () => statementInput(undefined, undefined, declared(HOSTILE))],
  ['everything', everything],
])('says of the statement with %s all that the compiler says for PDF/A-3a', async (_, make) => {
  const request = await requestOf(make());
  const printer = createPrinter(fileURLToPath(new URL('../../../templates', import.meta.url)));
  const archival = contentsOf(await loaded(printer.exported(request, 'a-3a')));
  const ours = contentsOf(await loaded(printer.render(request)));
  // Ours has the same intent within its catalog.
  const restated = ['Annot', 'Catalog', 'Metadata', 'StructElem Link'];
  expect(onlyIn(archival, ours)).toEqual(new Set([...restated, 'OutputIntent GTS_PDFA1', '[ REF ]']));
  expect(onlyIn(ours, archival)).toEqual(new Set(restated));
});
