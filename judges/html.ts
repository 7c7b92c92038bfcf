import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { chromiumLaunch } from '../scripts/chromium.ts';
import { createCustomer, GOUSSAINVILLE } from '../tests/harness/customer.ts';
import { paths } from '../web/src/paths.ts';
import { npm } from './install.ts';
import { command, mustFind, NoVerdict, parsed, successOf, type Judge } from './judge.ts';
import { withProduct, type Judged } from './product.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** What HTML and accessibility require; not the presets that prefer one way of writing it. */
const PRESETS = ['html-validate:standard', 'html-validate:a11y'];

/** The addresses of the wizard are searched while one types: no native element does it. */
const RULES = { 'prefer-native-element': 'off' };

const Results = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(z.object({ ruleId: z.string(), severity: z.number(), message: z.string(), line: z.number() })),
  }),
);

export const judge: Judge = {
  minutes: 20,
  async run(folder) {
    const program = join(await npm(), 'node_modules/html-validate/bin/html-validate.mjs');
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ root: true, extends: PRESETS, rules: RULES }));
    const read = (name: string) => findingsOf({ program, config, folder: join(folder, name) });
    const files = {
      planted: write(folder, 'planted', { 'a.html': PLANTED }),
      pages: await withProduct(async (product) => write(folder, 'pages', await pagesOf(product))),
      mails: await mailsIn(join(folder, 'mails')),
    };
    const planted = await read('planted');
    mustFind(
      'html-validate',
      'a picture without a text',
      planted.some((one) => one.includes('wcag/h37')),
    );
    mustFind(
      'html-validate',
      'an identifier twice',
      planted.some((one) => one.includes('no-dup-id')),
    );
    const findings = [...(await read('pages')), ...(await read('mails'))];
    const version = (await successOf(process.execPath, [program, '--version'])).trim().replace('html-validate-', '');
    if (!/^\d+\.\d+/.test(version)) throw new NoVerdict('html-validate does not say its version.');
    const what = `${files.pages} états de pages (servies, ouvertes, avec session ; le jumeau d’un état), ${files.mails} courriels`;
    return { judge: `html-validate ${version}`, what, findings };
  },
};

const PLANTED =
  '<!doctype html><html lang="fr"><head><title>a</title></head><body><p id="a"><img src="a.png"></p><p id="a">a</p></body></html>';

function write(folder: string, name: string, pages: Record<string, string>): number {
  mkdirSync(join(folder, name));
  for (const [file, html] of Object.entries(pages)) writeFileSync(join(folder, name, file), html);
  return Object.keys(pages).length;
}

async function mailsIn(folder: string): Promise<number> {
  mkdirSync(folder);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'judges/vitest.config.ts', '--root', ROOT];
  await successOf(process.execPath, vitest, { cwd: ROOT, env: { MAILS: folder } });
  return readdirSync(folder).length;
}

/** Pages as the server sends them, and as the browser has them once hydrated; with an issued statement's own pages. */
async function pagesOf({ url, session }: Judged): Promise<Record<string, string>> {
  const { id, reference } = await createCustomer({ url, token: session }).issue(GOUSSAINVILLE);
  const addresses = Object.values(paths).map((path) =>
    path.replace(':reference', reference).replace(':id', String(id)),
  );
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const pages: Record<string, string> = {};
    const visitors = await browser.newContext();
    const owner = await browser.newContext();
    await owner.addCookies(['token'].map((name) => ({ name, value: session, url })));
    for (const address of addresses) {
      const name = address.replaceAll(/\W+/gu, '-');
      pages[`served${name}.html`] = await (await fetch(`${url}${address}`)).text();
      for (const [who, context] of Object.entries({ visitor: visitors, owner })) {
        const page = await context.newPage();
        await page.goto(`${url}${address}`, { waitUntil: 'load' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        pages[`${who}${name}.html`] = `<!doctype html>${await page.locator('html').evaluate((html) => html.outerHTML)}`;
        await page.close();
      }
    }
    return pages;
  } finally {
    await browser.close();
  }
}

type Read = { program: string; config: string; folder: string };

async function findingsOf({ program, config, folder }: Read): Promise<string[]> {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const { code, out } = await command(process.execPath, [program, '--config', config, '--formatter', 'json', ...files]);
  if (code !== 0 && code !== 1) throw new NoVerdict(`html-validate ended with ${code}.`);
  const results = parsed('html-validate', out, Results);
  const findings = results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line }) => `${basename(filePath)}:${line} ${ruleId}: ${message}`),
  );
  if ((findings.length === 0) !== (code === 0)) throw new NoVerdict('html-validate contradicts itself.');
  return findings;
}
