import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import type { printFrame, printPages } from './src/prerender/print-pages.tsx';

/**
 * `node web/build.ts FOLDER`: the browser application; `pages/*.html`, the public pages printed for their first view; and
 * beside each file of some size what a browser that accepts `br` or `gzip` is sent.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node web/build.ts FOLDER');
/** Not worth a second file: one packet of the network carries it anyway. */
const SMALL_BYTES = 1_000;
/** Brotli's best takes eight times as long for a twentieth of the size: for the files of the first view. */
const BEST = 11;
const GOOD = 9;
const draft = join(folder, '.prerender');

await buildApplication(folder);
await buildPrinter(draft);
await print(folder);
await buildServiceWorker(folder);
rmSync(draft, { recursive: true });
rmSync(join(folder, '.vite'), { recursive: true });
await compress(globSync(`${folder}/**/*.{js,mjs,css,svg,webmanifest,vtt}`));

async function buildApplication(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, manifest: true },
  });
}

/** The same sources for Node, their dependencies left where they are installed. */
async function buildPrinter(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, ssr: 'src/prerender/print-pages.tsx', copyPublicDir: false },
  });
}

/** It is told the names of this build's files: another build, another service worker. */
async function buildServiceWorker(outDir: string): Promise<void> {
  const shell = readFileSync(join(outDir, 'index.html'), 'utf8').match(/\/assets\/[^"]+/g);
  const all = globSync('assets/*', { cwd: outDir }).map((file) => `/${file}`);
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    define: { SHELL_FILES: JSON.stringify(shell), ALL_FILES: JSON.stringify(all) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/offline/service-worker.ts'),
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  });
}

async function print(outDir: string): Promise<void> {
  const printer = (await import(pathToFileURL(join(draft, 'print-pages.js')).href)) as {
    printFrame: typeof printFrame;
    printPages: typeof printPages;
  };
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const shell = readFileSync(join(outDir, 'index.html'), 'utf8');
  const pages = await printer.printPages(shell, manifest);
  writeFileSync(join(outDir, 'index.html'), printer.printFrame(shell));
  mkdirSync(join(outDir, 'pages'));
  for (const { name, html } of pages) writeFileSync(join(outDir, 'pages', `${name}.html`), html);
}

async function compress(files: string[]): Promise<void> {
  const firstView = readFileSync(join(folder ?? '', 'pages/index.html'), 'utf8');
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < SMALL_BYTES) return;
      const quality = firstView.includes(basename(file)) ? BEST : GOOD;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
