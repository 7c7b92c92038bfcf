import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

/**
 * `node scripts/pictures.ts`: draws the site's pictures from the mark and the fonts, into web/public: the preview of a
 * shared link (1200 × 630), and the icons of the installed application. Run it again when the mark changes.
 */
const PUBLIC = resolve('web/public');
const MAX_BYTES = 100_000;
const MARK = readFileSync(resolve(PUBLIC, 'favicon.svg'), 'utf8');
const CONTOURS = readFileSync(resolve(PUBLIC, 'contours.svg')).toString('base64');

const browser = await chromium.launch({
  ...(await chromiumLaunch()),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
await draw(page, { file: 'partage.jpg', width: 1200, height: 630, html: sharedLink() });
await draw(page, { file: 'icone-192.png', width: 192, height: 192, html: icon() });
await draw(page, { file: 'icone-512.png', width: 512, height: 512, html: icon() });
// Systems crop this one to their own shape: the background fills it, the mark stays within the inner four fifths.
await draw(page, { file: 'icone-masque-512.png', width: 512, height: 512, html: icon('62%') });
await draw(page, { file: 'apple-touch-icon.png', width: 180, height: 180, html: icon('80%') });
await browser.close();

type Picture = { file: string; width: number; height: number; html: string };

async function draw(on: Page, { file, width, height, html }: Picture): Promise<void> {
  await on.setViewportSize({ width, height });
  await on.setContent(html);
  await on.evaluate(async () => void (await document.fonts.ready));
  // The contour lines of the large one take twice as many bytes in PNG.
  const picture = await on.screenshot(
    file.endsWith('.jpg') ? { type: 'jpeg', quality: 76 } : { type: 'png', omitBackground: true },
  );
  console.log(`${file} ${Math.round(picture.length / 1000)} ko`);
  if (picture.length > MAX_BYTES) throw new Error(`${file} is too heavy`);
  writeFileSync(resolve(PUBLIC, file), picture);
}

/** The mark alone; on a full background when it is `inset`. */
function icon(inset?: string): string {
  const ground = inset === undefined ? 'transparent' : '#0f3d33';
  return `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${inset ?? '100%'}}</style>${MARK}`;
}

function sharedLink(): string {
  return `<!doctype html><html lang="fr"><style>
    @font-face { font-family: Heading; font-weight: 200 800; src: url(${font('bricolage-grotesque')}) }
    @font-face { font-family: Text; font-weight: 200 900; src: url(${font('source-sans-3')}) }
    body { margin: 0; height: 630px; background: #0f3d33; color: #f3f7f1; font: 34px/1.35 Text; position: relative }
    .contours { position: absolute; inset: 0; background: #2a5a4d; mask: url(data:image/svg+xml;base64,${CONTOURS}) center/cover }
    main { position: absolute; inset: 76px 88px; display: flex; flex-direction: column }
    .brand { display: flex; align-items: center; gap: 22px; font: 700 46px Heading; letter-spacing: -0.02em }
    .brand svg { width: 76px }
    h1 { margin: auto 0 26px; max-width: 900px; font: 700 82px/1.04 Heading; letter-spacing: -0.03em }
    p { margin: 0; color: #bcd3c8 }
    .facts { display: flex; gap: 18px; margin-top: 40px; color: #f3f7f1; font-size: 29px }
    .facts span { padding: 10px 24px; border: 2px solid #52c791; border-radius: 99px }
  </style>
  <div class="contours"></div>
  <main>
    <div class="brand">${MARK}Clairisque</div>
    <h1>L’état des risques de votre bien, clair et complet.</h1>
    <p>Pour vendre ou louer, d’après les sources officielles.</p>
    <div class="facts"><span>7,90 € TTC</span><span>PDF en moins d’une minute</span><span>Bruit des aérodromes compris</span></div>
  </main>`;
}

/** The pages use this file too. */
function font(name: string): string {
  const file = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  return `data:font/woff2;base64,${readFileSync(resolve(file)).toString('base64')}`;
}
