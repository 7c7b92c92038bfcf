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
 * Maximum difference of a channel of a square, out of 255. A drawing repeated differs by 0 from itself and by up to
 * 20 from its reference, which has few colours; a changed word by a hundred and more.
 */
const TOLERANCE = 40;
const COLOURS = 16;

/** A mail as its reader gets it. */
export type SeenMail = {
  /** What is visible, and every link. */
  text: string;
  links: string[];
  /** Boxes beyond the width, and letters under 15 px. */
  overflows: string[];
  /** Findings of axe, of a typical mail only, like the next field. */
  violations: string[];
  /** Null when the picture is as its reference; with `UPDATE_REFERENCE=1`, it becomes the reference. */
  difference: string | null;
};

type Mail = { name: string; html: string; isTypical: boolean };

export type MailReader = { see(mail: Mail): Promise<SeenMail>; close(): Promise<void> };

/** The browser of the journeys, with one page for each look. */
export async function openMailReader(): Promise<MailReader> {
  const launch = await withOwnFont(await chromiumLaunch());
  const browser = await chromium.launch(launch);
  await mkdir(FOLDER, { recursive: true });
  const pages = await Promise.all(
    LOOKS.map(async (look) => {
      const { width, colorScheme } = look;
      return { ...look, on: inTurn(await browser.newPage({ viewport: { width, height: 640 }, colorScheme })) };
    }),
  );
  return {
    see: async ({ name, html, isTypical }) => {
      // A mail is as wide in the dark.
      const shown = pages.filter(({ colorScheme }) => isTypical || colorScheme === 'light');
      const looked = await Promise.all(
        shown.map(({ width, colorScheme, on }) =>
          on(html, async (page) => ({
            ...(await page.evaluate<Pick<SeenMail, 'text' | 'links' | 'overflows'>>(READ)),
            shot: isTypical ? await page.screenshot({ fullPage: true }) : Buffer.alloc(0),
            violations: isTypical && (width === 320) === (colorScheme === 'light') ? await violationsOf(page) : [],
          })),
        ),
      );
      const isCompared = isTypical && launch.env !== undefined;
      return {
        text: looked[0]?.text ?? '',
        links: looked[0]?.links ?? [],
        overflows: looked.flatMap(({ overflows }) => overflows),
        violations: looked.flatMap(({ violations }) => violations),
        difference: isCompared
          ? await differenceOf(
              name,
              looked.map(({ shot }) => shot),
            )
          : null,
      };
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
const READ = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const seen = [...document.body.querySelectorAll('*')].filter((one) => one.getClientRects().length > 0);
  const faults = seen.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const isBeyond = left < 0 || right > clientWidth || (one.clientWidth > 0 && one.scrollWidth > one.clientWidth);
    return isBeyond || parseFloat(getComputedStyle(one).fontSize) < 15;
  });
  return {
    text: document.body.innerText,
    links: [...document.querySelectorAll('a')].map((link) => link.href),
    overflows: [
      ...(scrollWidth > clientWidth ? [clientWidth + ' px: ' + scrollWidth + ' px wide'] : []),
      ...faults.map((one) => clientWidth + ' px: ' + one.outerHTML.slice(0, 200)),
    ],
  };
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

async function differenceOf(name: string, shots: Buffer[]): Promise<string | null> {
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
