import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumLaunch } from '../../scripts/chromium.ts';

const FOLDER = fileURLToPath(new URL('reference/mails/', import.meta.url));
const isUpdating = process.env['UPDATE_REFERENCE'] === '1';

/** A telephone, and the column of a mail program; each light and dark. */
const LOOKS = [320, 600].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Pictures are compared by squares of this side: another processor may draw the edge of a letter otherwise. */
const SQUARE = 4;
/**
 * Maximum difference of a channel of a square, out of 255. A drawing repeated differs by 0 from itself and by up to 6
 * from its reference, which has few colours; a changed word by 60 and more.
 */
const TOLERANCE = 16;
const COLOURS = 16;

type Read = { text: string; links: string[] };

export type MailReader = {
  /** What is visible, and every link. */
  read(html: string): Promise<Read>;
  /** Boxes beyond the width, and letters under 15 px. */
  overflows(html: string): Promise<string[]>;
  violations(html: string): Promise<string[]>;
  /** Null when the picture is as its reference; with `UPDATE_REFERENCE=1`, becomes the reference. */
  differences(name: string, html: string): Promise<string | null>;
  close(): Promise<void>;
};

/** The browser of the journeys, with one page for each look. */
export async function openMailReader(): Promise<MailReader> {
  const launch = await withOwnFont(await chromiumLaunch());
  const browser = await chromium.launch(launch);
  await mkdir(FOLDER, { recursive: true });
  const pages = await Promise.all(
    LOOKS.map(async ({ width, colorScheme }) =>
      inTurn(await browser.newPage({ viewport: { width, height: 640 }, colorScheme })),
    ),
  );
  const onAll = <T>(html: string, see: (page: Page) => Promise<T>): Promise<T[]> =>
    Promise.all(pages.map((on) => on(html, see)));
  return {
    read: async (html) => await pages[0]!(html, (page) => page.evaluate<Read>(READ)),
    overflows: async (html) => (await onAll(html, (page) => page.evaluate<string[]>(OVERFLOWS))).flat(),
    violations: async (html) => (await onAll(html, violationsOf)).flat(),
    differences: async (name, html) => {
      const shots = await onAll(html, (page) => page.screenshot({ fullPage: true }));
      return launch.env === undefined ? null : differencesOf(name, shots);
    },
    close: () => browser.close(),
  };
}

/**
 * The only font is the one beside the browser, wherever that folder was copied to: the machine's have no effect. A
 * browser other than npm's has no font of its own, and draws other pictures.
 */
async function withOwnFont(launch: LaunchOptions): Promise<LaunchOptions> {
  if (launch.env === undefined || launch.executablePath === undefined) return launch;
  const folder = await mkdtemp(join(tmpdir(), 'clairisque-font-'));
  const dirs = `<dir>${dirname(launch.executablePath)}/fonts</dir><cachedir>${folder}</cachedir>`;
  await writeFile(join(folder, 'fonts.conf'), `<fontconfig>${dirs}</fontconfig>`);
  return { ...launch, env: { ...launch.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') } };
}

/** Mails take their turn on a page. */
function inTurn(page: Page) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(html: string, see: (page: Page) => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      await page.setContent(html);
      return see(page);
    });
    last = next.catch(() => null);
    return next;
  };
}

/** Scripts of the page: this program has no document. */
const READ = `({
  text: document.body.innerText,
  links: [...document.querySelectorAll('a')].map((link) => link.href),
})`;

const OVERFLOWS = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const seen = [...document.body.querySelectorAll('*')].filter((one) => one.getClientRects().length > 0);
  const faults = seen.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const isBeyond = left < 0 || right > clientWidth || (one.clientWidth > 0 && one.scrollWidth > one.clientWidth);
    return isBeyond || parseFloat(getComputedStyle(one).fontSize) < 15;
  });
  return [
    ...(scrollWidth > clientWidth ? [clientWidth + ' px: ' + scrollWidth + ' px wide'] : []),
    ...faults.map((one) => clientWidth + ' px: ' + one.outerHTML.slice(0, 200)),
  ];
})()`;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIOLATIONS = `(async () => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => innerWidth + ' px, ' + id + ': ' + nodes.map(({ html }) => html).join(' | '));
})()`;

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(VIOLATIONS);
}

async function differencesOf(name: string, shots: Buffer[]): Promise<string | null> {
  const sheet = await sheetOf(shots);
  const file = `${FOLDER}${name}.png`;
  if (isUpdating) {
    const palette = { palette: true, colours: COLOURS, dither: 0, compressionLevel: 9, effort: 10 };
    await writeFile(file, await sharp(sheet).png(palette).toBuffer());
    return null;
  }
  const [now, kept] = await Promise.all([squares(sheet), squares(await readFile(file))]);
  if (now.info.width !== kept.info.width || now.info.height !== kept.info.height) {
    return `${now.info.width * SQUARE} × ${now.info.height * SQUARE} px, not ${kept.info.width * SQUARE} × ${kept.info.height * SQUARE}`;
  }
  const most = now.data.reduce((max, value, at) => Math.max(max, Math.abs(value - (kept.data[at] ?? 0))), 0);
  return most > TOLERANCE ? `a square differs by ${most}` : null;
}

/** The looks side by side. */
async function sheetOf(shots: Buffer[]): Promise<Buffer> {
  const heights = await Promise.all(shots.map(async (shot) => (await sharp(shot).metadata()).height));
  const height = Math.ceil(Math.max(...heights) / SQUARE) * SQUARE;
  const width = LOOKS.reduce((sum, look) => sum + look.width, 0);
  const lefts = LOOKS.map((_, index) => LOOKS.slice(0, index).reduce((sum, look) => sum + look.width, 0));
  return sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .composite(shots.map((input, index) => ({ input, left: lefts[index] ?? 0, top: 0 })))
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function squares(picture: Buffer) {
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(width / SQUARE, height / SQUARE, { kernel: 'linear', fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
