import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import packaged from '@sparticuz/chromium';
import { atLeast, median, shown, timed, told, type Part } from './figures.ts';
import { pagesOf, type IssuedDocument } from './issued-document.ts';
import type { Bench } from './run.ts';
import { FONT_FACES, runningStyle, statementHtml, STYLE_FILE } from './statement-html.ts';

const PAIRS = 24;
const WARM_UP = 3;
type Pair = { typstMs: number; chromiumMs: number; typst: Buffer; chromium: Buffer };

/** The same documents, one by Typst, the next by Chromium, the order changing at each pair. */
export async function pdf({ deps }: Bench, documents: IssuedDocument[]): Promise<Part> {
  const printer = await openChromium();
  try {
    const byTypst = (one: IssuedDocument) => timed(() => deps.typst.render('statement', one.document, one.files));
    const byChromium = (one: IssuedDocument) => timed(() => printer.print(one));
    for (const document of documents.slice(-WARM_UP)) {
      await byTypst(document);
      await byChromium(document);
    }
    const pairs: Pair[] = [];
    for (const [index, document] of documents.slice(0, PAIRS).entries()) {
      const before = index % 2 === 0 ? await byTypst(document) : null;
      const other = await byChromium(document);
      const typst = before ?? (await byTypst(document));
      pairs.push({ typstMs: typst.ms, chromiumMs: other.ms, typst: typst.result, chromium: other.result });
    }
    return partOf(pairs, printer.version);
  } finally {
    await printer.close();
  }
}

/** A warm browser: one page kept open with its style and its fonts, in which a document is set then printed. */
async function openChromium() {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-bench-'));
  const shell = join(folder, 'shell.html');
  const style = `<style>${FONT_FACES}\n${readFileSync(STYLE_FILE, 'utf8')}</style><style id="running"></style>`;
  writeFileSync(
    shell,
    `<!doctype html><html lang="fr"><meta charset="utf-8"><title>État des risques</title>${style}<body></body></html>`,
  );
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await packaged.executablePath()),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  });
  const page = await browser.newPage();
  await page.goto(pathToFileURL(shell).href);
  return {
    version: browser.version(),
    print: (one: IssuedDocument) => print(page, one),
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function print(page: Page, one: IssuedDocument): Promise<Buffer> {
  const content = { html: statementHtml(one), running: runningStyle(one.document), title: one.document.title };
  await page.evaluate(async ({ html, running, title }) => {
    document.title = title;
    const style = document.querySelector('#running');
    if (style !== null) style.textContent = running;
    document.body.innerHTML = html;
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  }, content);
  return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
}

const NOTES = [
  'The documents of `generation`, each rendered by our Typst pool (one child, PDF/UA-1 checked, attached data) and printed by headless Chromium (tagged), in turn, the order changing at each pair; the ratio is taken pair by pair.',
  'Chromium is warm: one page kept open, style and fonts (the same TTF) loaded, pictures inline and decoded, no network; its time holds the making of the HTML, the layout and `page.pdf`. Same strings, tables, boxes, pictures, vector outlines, running header and footer; icons, contour lines, page numbers of the outline and attached data are spared it.',
];

function partOf(pairs: Pair[], version: string): Part {
  const ratios = pairs.map(({ typstMs, chromiumMs }) => chromiumMs / typstMs);
  const size = (name: 'typst' | 'chromium'): string =>
    `${median(pairs.map((pair) => pagesOf(pair[name])))} pages, ${shown(median(pairs.map((pair) => pair[name].length / 1000)))} ko`;
  return {
    title: 'pdf',
    notes: NOTES,
    figures: [
      atLeast(`times faster than Chromium ${version}, median of ${pairs.length} pairs`, median(ratios), {
        value: 2,
        unit: '×',
      }),
      told('lowest and highest ratio', `${shown(Math.min(...ratios))} × to ${shown(Math.max(...ratios))} ×`),
      told('Typst, median', `${shown(median(pairs.map(({ typstMs }) => typstMs)))} ms, ${size('typst')}`),
      told('Chromium, median', `${shown(median(pairs.map(({ chromiumMs }) => chromiumMs)))} ms, ${size('chromium')}`),
    ],
  };
}
