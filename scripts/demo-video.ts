import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumLaunch } from './chromium.ts';
import { click, develop, hold, say, scroll, startFilm, type, watch, type Film } from './film.ts';
import { openDemo } from '../tests/harness/customer.ts';
import { startProduct } from '../tests/harness/product.ts';

/**
 * `node scripts/demo-video.ts`: uses the real product, on synthetic data, and films it:
 * web/public/demonstration.{mp4,webp} and demonstration.fr.vtt, its captions. Run it again when the screens change.
 */
const PUBLIC = resolve('web/public');
const MAX_BYTES = 2_000_000;
/** The desktop layout begins at 992 px; smaller, the text would be unreadable in the page. */
const SCREEN = { width: 1024, height: 640 };
const ADDRESS = '10 rue de la paix mende';

const product = await startProduct({
  settings: { fsync: 'off' },
  // Printed in the document on screen.
  env: { PUBLIC_URL: 'https://clairisque.fr' },
});
const browser = await chromium.launch({
  ...(await chromiumLaunch()),
  // The map needs WebGL; pages composed by it would take seconds a picture without a graphics card.
  args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
});
try {
  const page = await openSignedIn();
  const film = startFilm(page);
  await play(page, film);
  const { video, captions, poster } = await develop(film, await browser.newPage());
  if (video.length > MAX_BYTES) throw new Error(`the video weighs ${video.length} bytes`);
  writeFileSync(resolve(PUBLIC, 'demonstration.mp4'), video);
  writeFileSync(resolve(PUBLIC, 'demonstration.fr.vtt'), captions);
  await sharp(poster).webp({ quality: 80 }).toFile(resolve(PUBLIC, 'demonstration.webp'));
  console.log(`${Math.round(video.length / 1000)} ko`);
} finally {
  await browser.close();
  await product.stop();
}

/** With credits, and without the cookie banner. */
async function openSignedIn(): Promise<Page> {
  const env = { ...process.env, DATABASE_URL: product.databaseUrl, FILES_DIR: tmpdir() };
  await promisify(execFile)(process.execPath, ['server/src/main.ts', 'demo'], { env });
  const baseURL = product.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({
    baseURL,
    viewport: SCREEN,
    deviceScaleFactor: 1.25,
    locale: 'fr-FR',
    // Animations only slow the pictures down.
    reducedMotion: 'reduce',
  });
  const { token } = await openDemo(product.url);
  await context.addCookies([
    { name: 'token', value: token, url: baseURL, secure: true },
    { name: 'cookieConsent', value: 'declined', url: baseURL },
  ]);
  return context.newPage();
}

async function play(page: Page, film: Film): Promise<void> {
  await page.goto('/');
  say(film, 'Clairisque établit l’état des risques de votre bien.');
  await hold(film, 2500);
  say(film, 'Donnez l’adresse.');
  await type(film, page.getByRole('textbox', { name: 'Adresse du bien' }), ADDRESS);
  await click(film, page.getByRole('button', { name: 'Commencer' }));
  await chooseParcel(page, film);
  await describeSale(page, film);
  await click(film, page.getByRole('button', { name: 'Générer votre État Des Risques' }));
  say(film, 'Les sources officielles répondent sous vos yeux.');
  const ready = page.getByRole('heading', { level: 1, name: 'Votre État des Risques est prêt' });
  await watch(film, ready, 30_000);
  say(film, 'Le PDF est prêt : il se télécharge aussitôt.');
  await hold(film, 3500);
  await readAndHandOver(page, film);
}

async function chooseParcel(page: Page, film: Film): Promise<void> {
  const next = page.getByRole('button', { name: "Continuer vers l'étape suivante" });
  await next.waitFor();
  await settled(page);
  say(film, 'Vérifiez la parcelle, sur la carte ou dans la liste.');
  await hold(film, 3500);
  await click(film, next);
}

async function describeSale(page: Page, film: Film): Promise<void> {
  const kind = page.getByLabel('Type de transaction');
  await kind.waitFor();
  say(film, 'Dites s’il s’agit d’une vente ou d’une location.');
  await hold(film, 1500);
  await click(film, kind, async () => void (await kind.selectOption('Vente')));
  await hold(film, 1500);
}

async function readAndHandOver(page: Page, film: Film): Promise<void> {
  await click(film, page.getByRole('link', { name: 'Voir mes États des Risques' }));
  const menu = page.getByRole('button', { name: /^Autres actions/ }).first();
  await menu.waitFor();
  say(film, 'Il reste dans votre espace.');
  await hold(film, 2000);
  await click(film, menu);
  await click(film, page.getByRole('menuitem', { name: 'Lire à l’écran' }));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  say(film, 'La première page dit ce qui concerne le terrain, et ce qu’il faut faire.');
  await hold(film, 3000);
  await scroll(film, 420);
  await hold(film, 3500);
}

/** The map is drawn in software, which is slow. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
}
