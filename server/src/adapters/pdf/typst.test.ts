import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTypst } from './typst.ts';
import type { Typst } from './typst.ts';
import { attachedFiles } from '#domain/statement-document/attachments.ts';
import { buildStatementDocument, LOGO_FILE } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import {
  declared,
  ENDLESS,
  EVERYTHING_FACTS,
  HOSTILE,
  NOTHING_FACTS,
  PLACE,
  statementInput,
} from '#test/statement-input.ts';
import { childrenOf, commandOf } from '../../../../scripts/processes.ts';

const blank = (format: 'jpeg' | 'png'): Promise<Buffer> =>
  sharp({ create: { width: 768, height: 432, channels: 3, background: '#e6e9e2' } })
    .toFormat(format)
    .toBuffer();
const map = await blank('jpeg');
const logo = await blank('png');

let typst: Typst;
beforeAll(() => {
  typst = createTypst({ children: 2 });
});
afterAll(() => typst.close());

function print(input: StatementInput, using = typst): Promise<Buffer> {
  const files = {
    'situation.jpg': map,
    'cadastral.jpg': map,
    [LOGO_FILE]: logo,
    ...attachedFiles(input),
  };
  return using.render('statement', buildStatementDocument(input), files);
}

/** Typst writes uncompressed objects: counting pages and fonts needs no PDF library. */
const source = (pdf: Buffer): string => pdf.toString('latin1');
const pagesOf = (pdf: Buffer): number => source(pdf).match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
const fontsOf = (pdf: Buffer): string[] =>
  [...new Set([...source(pdf).matchAll(/\/FontName\s*\/[A-Z]{6}\+([\w-]+)/gu)].map(([, name]) => name ?? ''))].sort();

function streamsOf(pdf: Buffer): string[] {
  return [...source(pdf).matchAll(/\/FlateDecode[^]*?stream\r?\n([^]*?)endstream/gu)].map(([, bytes]) => {
    try {
      return inflateSync(Buffer.from(bytes ?? '', 'latin1')).toString('utf8');
    } catch {
      return '';
    }
  });
}

const everything = (): StatementInput => {
  const input = statementInput(EVERYTHING_FACTS);
  return { ...input, statement: { ...input.statement, specimen: true, hasLogo: true } };
};

describe('the statement as a PDF', () => {
  it.each([
    ['a typical place', () => statementInput(), 10],
    ['everything concerned, 200 disasters', everything, 18],
    ['nothing obtained', () => statementInput(NOTHING_FACTS), 8],
    ['no map, no parcel', () => ({ ...statementInput(undefined, { ...PLACE, parcels: [] }), maps: null }), 9],
  ])('prints %s', async (_, make, leastPages) => {
    const pdf = await print(make());
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(leastPages);
  });

  it('prints hostile text: markup, emoji, control characters, 300 letters without a space', async () => {
    const input = statementInput(EVERYTHING_FACTS, { ...PLACE, communeName: ENDLESS }, declared(HOSTILE));
    const pdf = await print({ ...input, statement: { ...input.statement, seller: ENDLESS, buyer: HOSTILE } });
    expect(pagesOf(pdf)).toBeGreaterThan(12);
  });

  it('embeds its fonts only', async () => {
    const pdf = await print(statementInput());
    const embedded = source(pdf).match(/\/FontFile2/gu)?.length ?? 0;
    expect(fontsOf(pdf)).toEqual([
      'BricolageGrotesque-Bold',
      'BricolageGrotesque-SemiBold',
      'SourceSans3-Bold',
      'SourceSans3-Regular',
      'SourceSans3-SemiBold',
    ]);
    expect(embedded).toBe(fontsOf(pdf).length);
  });

  it('attaches its facts as JSON and GeoJSON, byte for byte', async () => {
    const input = statementInput();
    const pdf = await print(input);
    for (const [name, bytes] of Object.entries(attachedFiles(input))) {
      expect(source(pdf)).toContain(`/F (${name})`);
      expect(streamsOf(pdf)).toContain(new TextDecoder().decode(bytes));
    }
    expect(source(pdf).match(/\/AFRelationship \/Data/gu)?.length).toBe(2);
  });

  it('claims PDF/UA-1, is tagged, and in French', async () => {
    const pdf = await print(statementInput());
    expect(source(pdf)).toContain('pdfuaid');
    expect(source(pdf)).toMatch(/\/Lang\s*\(fr/u);
    expect(source(pdf)).toContain('/StructTreeRoot');
  });

  it('gives the same bytes for the same input, in any child', async () => {
    const other = createTypst({ children: 1 });
    const prints = await Promise.all([print(everything()), print(everything()), print(everything(), other)]);
    await other.close();
    expect(prints.map((pdf) => pdf.equals(prints[0]))).toEqual([true, true, true]);
  });
});

const jpegOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('children of the renderer', () => {
  const templates = mkdtempSync(join(tmpdir(), 'typst-'));
  let small: Typst;
  const page = (data: { mode: string }, template: 'statement' | 'terms' = 'statement'): Promise<Buffer> =>
    small.render(template, data, {});
  /** Process numbers of the living children. */
  const children = (): number[] => childrenOf(process.pid).filter((pid) => commandOf(pid).includes(templates));

  beforeAll(() => {
    for (const template of ['statement', 'terms']) {
      mkdirSync(join(templates, template));
      writeFileSync(
        join(templates, template, 'main.typ'),
        `#set document(title: "x", date: datetime(year: 2026, month: 1, day: 1))
#set text(font: "Source Sans 3", fallback: false)
#let mode = json("/data.json").mode
#if mode == "endless" { for i in range(100000) { for j in range(100000) {} } }
#if mode == "x.jpg" { image("/x.jpg.svg", alt: "x") }
#if mode == "font" { text(font: "Comic Sans MS")[x] }
= Page #mode`,
      );
    }
    // The limit is for the one template that reaches it: no other document here waits for the machine.
    const timeLimitMs = (template: string): number => (template === 'terms' ? 300 : 60_000);
    small = createTypst({ children: 1, timeLimitMs, queueLimit: 2, templates });
  });
  afterAll(async () => {
    await small.close();
    rmSync(templates, { recursive: true });
  });

  it('kills a template that never ends, and prints the next document', async () => {
    await page({ mode: 'warm' });
    const [endless, next] = await Promise.allSettled([page({ mode: 'endless' }, 'terms'), page({ mode: 'next' })]);
    expect(endless).toMatchObject({ status: 'rejected', reason: { message: 'typst: terms took more than 300 ms' } });
    expect(next.status).toBe('fulfilled');
  });

  it('a document whose child dies is done again in another one, whose death fails that document only', async () => {
    const dying = page({ mode: 'endless' });
    const [first = 0] = children();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => children().filter((pid) => pid !== first)).toHaveLength(1);
    process.kill(children().find((pid) => pid !== first) ?? 0, 'SIGKILL');
    await expect(dying).rejects.toThrow('typst: statement lost its process (SIGKILL)');
    expect(pagesOf(await page({ mode: 'next' }))).toBe(1);
  });

  it('a child that died while it waited → the next documents are printed', async () => {
    await page({ mode: 'warm' });
    const [idle = 0] = children();
    process.kill(idle, 'SIGKILL');
    expect(pagesOf(await page({ mode: 'a' }))).toBe(1);
    expect(pagesOf(await page({ mode: 'b' }))).toBe(1);
    expect(children()).not.toContain(idle);
    expect(small.state().children).toBe(1);
  });

  it('a server that may not change its priority prints all the same', async () => {
    const script = `import { createTypst } from './server/src/adapters/pdf/typst.ts';
      const typst = createTypst({ children: 1, templates: ${JSON.stringify(templates)} });
      const pdf = await typst.render('statement', { mode: 'low' }, {});
      await typst.close();
      process.stdout.write(pdf.subarray(0, 5));`;
    // Root may raise a priority, unless it has lost that right.
    const limited = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : [];
    const command = [...limited, 'nice', '-n', '10', process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(command[0] ?? '', command.slice(1));
    expect(stdout).toBe('%PDF-');
  });

  it('draws each document’s own pictures, whatever the same child printed before', async () => {
    const own = createTypst({ children: 1, templates });
    const [red, green, drawing] = [await jpegOf('red'), await jpegOf('green'), 'x.jpg'];
    const drawn = async (picture: Buffer): Promise<number[]> => {
      const pdf = await own.render('statement', { mode: drawing }, { 'x.jpg': picture });
      return [red, green].map((one) => pdf.indexOf(one)).map((at) => Math.sign(at));
    };
    const orders = [await drawn(red), await drawn(green), await drawn(red), await drawn(green)];
    await own.close();
    expect(orders).toEqual([
      [1, -1],
      [-1, 1],
      [1, -1],
      [-1, 1],
    ]);
  });

  it('refuses a warning, such as a font that it does not have', async () => {
    await expect(page({ mode: 'font' })).rejects.toThrow('unknown font family');
  });

  it('refuses a character without glyph instead of printing a box', async () => {
    await expect(page({ mode: '漢' })).rejects.toThrow('typst: statement was refused');
  });

  it('refuses more documents than its queue holds', async () => {
    const waiting = [page({ mode: 'a' }), page({ mode: 'b' }), page({ mode: 'c' })];
    await expect(page({ mode: 'd' })).rejects.toThrow('already waiting');
    await Promise.all(waiting);
  });
});
