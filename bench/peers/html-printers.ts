import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../scripts/chromium.ts';
import { htmlOf, STYLE } from './html.ts';
import type { Printer } from './pdf-libraries.ts';

const shell = (body: string): string =>
  `<!doctype html><html lang="fr"><meta charset="utf-8"><title>État des risques</title><style>${STYLE}</style><body>${body}</body></html>`;

/** A warm browser: one open page with its style and fonts, in which a document is laid out then printed. */
export async function chromiumPrinter(): Promise<Printer> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-bench-'));
  writeFileSync(join(folder, 'shell.html'), shell(''));
  const browser = await chromium.launch({
    ...(await chromiumLaunch()),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  });
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(folder, 'shell.html')).href);
  return {
    name: `Chromium ${browser.version()}`,
    print: async (blocks, files) => {
      await page.evaluate(
        async (html) => {
          document.body.innerHTML = html;
          await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
        },
        htmlOf(blocks, files),
      );
      return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const LOOP = `import sys, weasyprint
fonts = weasyprint.text.fonts.FontConfiguration()
for line in sys.stdin:
    source, target = line.split()
    weasyprint.HTML(filename=source).write_pdf(target, font_config=fonts)
    print('done', flush=True)`;

/** Debian's \`weasyprint\`, in one persistent Python process; null where it is not installed. */
export function weasyPrinter(): Printer | null {
  const found = weasyPrint();
  if (found === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-bench-'));
  const [source, target] = [join(folder, 'in.html'), join(folder, 'out.pdf')];
  const python = spawn(found.python, ['-c', LOOP], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    name: found.version,
    print: async (blocks, files) => {
      writeFileSync(source, shell(htmlOf(blocks, files)));
      python.stdin.write(`${source} ${target}\n`);
      if ((await lines.next()).done === true) throw new Error('weasyprint stopped');
      return readFileSync(target);
    },
    close: async () => {
      python.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The interpreter of its first line: another Python may lack it. */
function weasyPrint(): { python: string; version: string } | null {
  try {
    const run = (command: string): string => execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim();
    return {
      python: run('head -n 1 "$(command -v weasyprint)"').replace(/^#!\s*/u, ''),
      version: run('weasyprint --version'),
    };
  } catch {
    return null;
  }
}
