import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PrintedStatement } from '@clairisque/contract/common/printed-document.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaticMap } from '#adapters/maps/static-map.ts';
import { placeBuildings } from '#domain/risks/buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import { building, obtained } from '#test/facts.ts';
import { square } from '#test/statement-input.ts';
import { createTypst } from './typst.ts';
import type { Typst } from './typst.ts';
import { attachedFiles } from '#domain/statement-document/attachments.ts';
import { mappedBuildings } from '#domain/printing/buildings.ts';
import { mappedHeadings } from '#domain/statement-document/mapped-zones.ts';
import { yesNo } from '#domain/printing/parts.ts';
import { buildStatementDocument } from '#domain/statement-document/statement-document.ts';
import type { StatementDocument } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { boxesOf, loneRows, readingFaults, structureOf } from '#test/pdf-structure.ts';
import { openPdfReader, PICTURE } from '#test/pdf-reader.ts';
import type { ReadPage } from '#test/pdf-reader.ts';
import { completedStatement, REFERENCE_STATEMENTS } from '#test/reference-statements.ts';

/**
 * The whole printed document of sixteen places, and of one of them with its answers, compared with reviewed references: `<name>.txt` is its text page by
 * page, `<name>.png` its pages side by side. `UPDATE_REFERENCE=1` rewrites them (CONTRIBUTING.md): review the
 * difference.
 */
/** And one of them completed. */
const PRINTED_STATEMENTS = [...REFERENCE_STATEMENTS, { name: '17-complete', input: completedStatement() }];

const FOLDER = fileURLToPath(new URL('../../../test/reference/', import.meta.url));
const isUpdating = process.env['UPDATE_REFERENCE'] === '1';
/**
 * Maximum difference of a grey level in a page's small picture, out of 255. The same drawing differs by 0 here; a
 * ticked box by 18, a longer name by 40, a missing zone by 50: the margin is for another processor's arithmetic.
 */
const TOLERANCE = 6;

let typst: Typst;
let reader: Awaited<ReturnType<typeof openPdfReader>>;
beforeAll(async () => {
  typst = createTypst({ children: 2 });
  reader = await openPdfReader();
  await mkdir(FOLDER, { recursive: true });
});
afterAll(async () => {
  reader.close();
  await typst.close();
});

/** Plain tiles: the test is about what is drawn over them. */
const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#e9e6da' } })
  .png()
  .toBuffer();
const staticMap = createStaticMap({ tiles: { tile: async () => ({ bytes: tile, contentType: 'image/png' }) } });

type Files = Record<string, Uint8Array>;
type Printed = { document: StatementDocument; files: Files; pdf: Buffer };

async function printed(input: StatementInput): Promise<Printed> {
  const plans = await staticMap.draw(input.place);
  const { frames, files } = await staticMap.withFacts(plans, input.place, {
    headings: mappedHeadings(input.findings, input.planPerimeters),
    buildings: mappedBuildings(input.buildings),
  });
  const whole = { ...input, maps: frames };
  const document = buildStatementDocument(whole);
  const all = { ...files, ...attachedFiles(whole) };
  return { document, files: all, pdf: await typst.render('statement', document, all) };
}

const textOf = (pages: ReadPage[]): string =>
  pages.map(({ text }, index) => `— page ${index + 1} —\n${text.replaceAll('\r\n', '\n').trim()}\n`).join('\n');

async function sheetOf(pages: ReadPage[]): Promise<Buffer> {
  const { width, height } = PICTURE;
  const raw = { width: width * pages.length, height, channels: 1 as const };
  const places = pages.map(({ picture }, index) => ({
    input: picture,
    raw: { width, height, channels: 1 as const },
    left: index * width,
    top: 0,
  }));
  return sharp(Buffer.alloc(raw.width * height), { raw })
    .composite(places)
    .toColourspace('b-w')
    .png()
    .toBuffer();
}

/** A block alone on a page leaves it less than a third full. */
const sparsePages = (pages: ReadPage[]): string[] =>
  pages.flatMap(({ filled }, index) => (filled < 1 / 3 ? [`page ${index + 1}: ${Math.round(filled * 100)} %`] : []));

/** From A to the signatures, on pages that follow each other; the noise begins a page after them. */
function formInPieces({ regulatory, noise }: StatementDocument, pages: ReadPage[]): string[] {
  const texts = pages.map(({ text }) => compact(text));
  // The table of contents comes before.
  const pageOf = (words: string): number => texts.findLastIndex((text) => text.includes(compact(words)));
  const form = [pageOf('1État des risques'), pageOf('2Déclaration de sinistres indemnisés'), pageOf('L. Signatures')];
  const [first = -1, , last = -1] = form;
  const within = texts.slice(first, last + 1).join('');
  const blocks = regulatory.blocks.map(({ letter, title }) => `${letter}${title}`);
  const missing = blocks.filter((block) => !within.includes(compact(block)));
  const isOrdered = form.every((page, index) => page >= (form[index - 1] ?? 0));
  const isApart = !within.includes(compact(noise.intro[0] ?? '')) && pageOf('3État des nuisances sonores') > last;
  return [...missing, ...(isOrdered ? [] : ['parts in another order']), ...(isApart ? [] : ['the noise within'])];
}

async function layoutFaults(document: StatementDocument, pdf: Buffer): Promise<string[]> {
  const pages = await reader.read(pdf);
  return [...sparsePages(pages), ...loneRows(await structureOf(pdf)), ...formInPieces(document, pages)];
}

/** Texts of the document that are missing in the PDF, ignoring line breaks and capitals. */
function missingStrings(printed: StatementDocument, pages: ReadPage[]): string[] {
  const said = compact(pages.map(({ text }) => text).join('')) + compact(withoutRunningLines(pages));
  const { disasters, ...document } = PrintedStatement.parse(printed);
  const { head, ...list } = disasters;
  const shown = [...stringsOf({ ...document, ...list }), ...(list.rows.length > 0 ? head : [])];
  return shown.filter((text) => !said.includes(compact(text)));
}

/** Joins paragraphs that continue on the next page, by removing the running head and foot. */
function withoutRunningLines(pages: ReadPage[]): string {
  const anyPage = (line: string): string => line.replaceAll(/\d+/gu, '').trim();
  const lines = pages.map(({ text }) => text.split(/\r?\n/u));
  const running = new Set(
    (lines[1] ?? [])
      .map(anyPage)
      .filter((line) => lines.slice(1).every((page) => page.some((one) => anyPage(one) === line))),
  );
  return lines.map((page) => page.filter((line) => !running.has(anyPage(line))).join('')).join('');
}

const compact = (text: string): string => text.replaceAll(/[\s\u200b\ufffe-]/gu, '').toLowerCase();
const NOT_PRINTED = new Set(['href', 'file', 'kind', 'icon', 'state', 'family', 'style', 'alt', 'title', 'order']);

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (NOT_PRINTED.has(key) ? [] : stringsOf(inner)));
}

/** Pages whose picture differs from the reference, with the difference. */
async function changedPages(pages: ReadPage[], kept: Buffer): Promise<string[]> {
  const { width } = PICTURE;
  const sheet = sharp(kept).toColourspace('b-w');
  const { info, data } = await sheet.raw().toBuffer({ resolveWithObject: true });
  expect(info.width / width, 'pages').toBe(pages.length);
  const greyAt = (left: number, top: number): number => data[(top * info.width + left) * info.channels] ?? 0;
  return pages.flatMap(({ picture }, index) => {
    const differences = [...picture].map((grey, at) =>
      Math.abs(grey - greyAt(index * width + (at % width), Math.floor(at / width))),
    );
    const most = Math.max(...differences);
    return most > TOLERANCE ? [`page ${index + 1}: ${most}`] : [];
  });
}

function withEnclosures(document: StatementDocument, count: number): StatementDocument {
  const { blocks } = document.regulatory;
  const pieces = blocks.at(-1);
  const sample = pieces?.rows.at(-1);
  if (pieces === undefined || sample === undefined) throw new Error('no pieces');
  const rows = [...pieces.rows.slice(0, 3), ...Array.from({ length: count - 3 }, () => sample)];
  return { ...document, regulatory: { ...document.regulatory, blocks: [...blocks.slice(0, -1), { ...pieces, rows }] } };
}

function withDecrees(document: StatementDocument, count: number): StatementDocument {
  const decree = {
    cells: ['Inondations et/ou Coulées de Boue', '01/06/1999', '02/06/1999', '03/09/1999', '04/09/1999'].map(
      (text) => ({
        text,
        detail: 'INTE9900042A',
        href: null,
      }),
    ),
    boxes: yesNo(null),
  };
  return {
    ...document,
    disasters: { ...document.disasters, empty: null, rows: Array.from({ length: count }, () => decree) },
  };
}

describe('the statement of a reference place', () => {
  // Printed by two processes, while the pages of the first are compared.
  const prints = new Map<string, Promise<Printed>>();
  beforeAll(() => {
    for (const { name, input } of PRINTED_STATEMENTS) {
      const print = printed(input);
      // Its own test reports the failure.
      print.catch(() => null);
      prints.set(name, print);
    }
  });

  it.each(PRINTED_STATEMENTS)(
    '$name prints what it printed',
    async ({ name }) => {
      const { document, pdf } = (await prints.get(name)) as Printed;
      const pages = await reader.read(pdf);
      expect(missingStrings(document, pages)).toEqual([]);
      expect(await layoutFaults(document, pdf)).toEqual([]);
      const structure = await structureOf(pdf);
      expect(readingFaults(structure)).toEqual([]);
      expect(new Set(boxesOf(structure))).toEqual(new Set(['Case cochée', 'Case non cochée']));
      const [text, picture] = [`${FOLDER}${name}.txt`, `${FOLDER}${name}.png`];
      if (isUpdating) {
        await Promise.all([writeFile(text, textOf(pages)), writeFile(picture, await sheetOf(pages))]);
        return;
      }
      expect(textOf(pages)).toBe(await readFile(text, 'utf8'));
      expect(await changedPages(pages, await readFile(picture))).toEqual([]);
      // Sixteen documents are queued, possibly on a busy machine.
    },
    60_000,
  );

  it.each([
    ['enclosures', [6, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25], withEnclosures],
    ['decrees', [1, 2, 5, 9, 11, 12, 15, 20, 21, 27, 33, 40], withDecrees],
  ] as const)('for any number of %s, no row and no block stays alone on a page', async (_what, counts, made) => {
    const { document, files } = (await prints.get('10-sis')) as Printed;
    const faults = counts.map(async (count) => {
      const longer = made(document, count);
      return layoutFaults(longer, await typst.render('statement', longer, files));
    });
    const found = await Promise.all(faults);
    expect(Object.fromEntries(counts.map((count, index) => [count, found[index]]))).toEqual(
      Object.fromEntries(counts.map((count) => [count, []])),
    );
  });

  it('however long the advice beside a full summary, the table of contents never takes a page for itself', async () => {
    const { document, files } = (await prints.get('02-inondation')) as Printed;
    const { cover } = document;
    const [concerned, step] = [cover.concerned[0], cover.next[0]];
    if (concerned === undefined || step === undefined) throw new Error('nothing concerns the property');
    const cases = [0, 1, 2].flatMap((more) => [0, 1, 2, 3, 4].map((steps) => ({ more, steps })));
    const read = cases.map(async ({ more, steps }) => {
      const crowded = {
        ...cover,
        concerned: [...cover.concerned, ...Array.from({ length: more }, () => ({ ...concerned, plans: [] }))],
        next: [...cover.next, ...Array.from({ length: steps }, () => ({ ...step, items: step.items.slice(0, 3) }))],
      };
      return reader.read(await typst.render('statement', { ...document, cover: crowded }, files), 5);
    });
    const sparse = (await Promise.all(read)).map(sparsePages);
    const names = cases.map(({ more, steps }) => `${more} more headings, ${steps} more steps`);
    expect(Object.fromEntries(names.map((name, index) => [name, sparse[index]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, []])),
    );
  });

  it('with a building more, whatever precedes the sources, no page is nearly empty', async () => {
    const names = ['10-sis', '11-rien', '14-location-argiles-non-cartographiees'];
    const built = PRINTED_STATEMENTS.filter(({ name }) => names.includes(name)).map(async ({ input }) => {
      const { longitude, latitude } = input.place;
      const footprints = obtained([building(square([longitude, latitude], 12), { isLight: true })]);
      const zones = delimitedZones(input.findings, input.planPerimeters);
      const { document, pdf } = await printed({ ...input, buildings: placeBuildings(footprints, zones, input.place) });
      expect(JSON.stringify(document)).toContain('BD TOPO');
      return sparsePages(await reader.read(pdf));
    });
    expect(await Promise.all(built)).toEqual([[], [], []]);
  });
});
