import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Manifest } from 'vite';
import { writePackages } from '../clients/generator/packages.ts';
import type {
  listAddresses,
  renderAlone,
  renderFrame,
  renderPages,
  renderSkeletons,
} from './src/prerender/render-pages.tsx';

/**
 * `node web/build.ts FOLDER`: the browser application; `pages/*.html`, the public pages prerendered for their first
 * view; `addresses.json`, every URL that it handles; `sketches/*.html`, static outlines for signed-in users; the
 * packages of the clients of API v3; and beside larger files, their `br` and `gzip` versions.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node web/build.ts FOLDER');
/** Not worth a compressed version: one network packet carries it anyway. */
const SMALL_BYTES = 500;
/** Brotli's best level takes eight times as long for a twentieth of the size: only for the files of the first view. */
const BEST = 11;
const GOOD = 9;
const draft = join(folder, '.prerender');

const PACKAGES = 'developpeurs/paquets';
const packages = join(folder, '..', `packages.${process.pid}`);
// The guides give their SHA-256.
const define = { CLIENT_PACKAGES: JSON.stringify(await writePackages(join(packages, 'made'), packages)) };

await buildApplication(folder);
cpSync(join(packages, 'made'), join(folder, PACKAGES), { recursive: true });
rmSync(packages, { recursive: true });
await buildPrinter(draft);
await buildBoot(folder);
const alone = await buildAnswerPage(folder);
await print(folder);
await buildServiceWorker(folder);
rmSync(draft, { recursive: true });
rmSync(join(folder, '.vite'), { recursive: true });
await compress(globSync(`${folder}/**/*.{js,mjs,css,svg,webmanifest,vtt}`));

async function buildApplication(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    define,
    build: { outDir, emptyOutDir: true, manifest: true },
  });
}

/** Bundles the sources for Node, with their dependencies left in node_modules. */
async function buildPrinter(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    define,
    build: { outDir, ssr: 'src/prerender/render-pages.tsx', copyPublicDir: false },
  });
}

/** The script that every page starts with. */
function buildBoot(outDir: string): Promise<void> {
  return buildScript({ outDir, source: 'src/prerender/boot.ts', name: 'assets/boot-[hash].js' });
}

/**
 * `/questions/:jeton` without the application (0018): its script, its style, and the script of its first screen, which
 * shares no file with them. Returns their names.
 */
async function buildAnswerPage(outDir: string): Promise<string[]> {
  const built = [];
  for (const entry of ['ask-early.ts', 'main.tsx']) built.push(await buildAlone(outDir, entry));
  const files = built.flat().flatMap((one) => ('output' in one ? one.output : []));
  return files.flatMap(({ fileName }) => (/(ask-early|main)-[^/]*\.(js|css)$/.test(fileName) ? [fileName] : []));
}

function buildAlone(outDir: string, entry: string) {
  return build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/answer-alone', entry),
        output: {
          entryFileNames: 'assets/answer-[name]-[hash:7].js',
          chunkFileNames: 'assets/answer-[name]-[hash:7].js',
          // The application's fonts are the same files.
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  });
}

/** Contains the file names of this build: another build has another service worker. */
function buildServiceWorker(outDir: string): Promise<void> {
  const shell = readFileSync(join(outDir, 'index.html'), 'utf8').match(/\/assets\/[^" ]+/g);
  const all = globSync('assets/*', { cwd: outDir }).map((file) => `/${file}`);
  const define = { SHELL_FILES: JSON.stringify(shell), ALL_FILES: JSON.stringify(all) };
  return buildScript({ outDir, source: 'src/offline/service-worker.ts', name: 'sw.js', define });
}

type Script = { outDir: string; source: string; name: string; define?: Record<string, string> };

/** A classic script, not a module. */
async function buildScript({ outDir, source, name, define = {} }: Script): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    define,
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, source),
        output: { entryFileNames: name, format: 'iife' },
      },
    },
  });
}

async function print(outDir: string): Promise<void> {
  const printer = (await import(pathToFileURL(join(draft, 'render-pages.js')).href)) as {
    listAddresses: typeof listAddresses;
    renderAlone: typeof renderAlone;
    renderFrame: typeof renderFrame;
    renderPages: typeof renderPages;
    renderSkeletons: typeof renderSkeletons;
  };
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const [boot = ''] = globSync('assets/boot-*.js', { cwd: outDir });
  const files = { shell: readFileSync(join(outDir, 'index.html'), 'utf8'), boot, manifest };
  writeFileSync(join(outDir, 'index.html'), printer.renderFrame(files));
  await writePages(join(outDir, 'pages'), await printer.renderPages(files));
  await writePages(join(outDir, 'sketches'), printer.renderSkeletons(files));
  await writePages(join(outDir, 'alone'), [printer.renderAlone(files.shell, alone)]);
  writeFileSync(join(outDir, 'addresses.json'), JSON.stringify(printer.listAddresses()));
}

async function writePages(into: string, pages: { name: string; html: string }[]): Promise<void> {
  for (const { name } of pages) mkdirSync(join(into, dirname(name)), { recursive: true });
  await Promise.all(pages.map(({ name, html }) => writeFile(join(into, `${name}.html`), html)));
}

async function compress(files: string[]): Promise<void> {
  const firstView = ['pages/index.html', 'alone/questions.html']
    .map((page) => readFileSync(join(folder ?? '', page), 'utf8'))
    .join('');
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
