import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { Shot } from './film-studio.ts';

type Caption = { startMs: number; text: string };
export type Film = { page: Page; shots: Shot[]; captions: Caption[]; pointer: Shot['to'] };

const LETTERS_AT_ONCE = 3;
const TYPED_MS = 240;
const MOVE_MS = 700;
const CLICK_MS = 400;
const SCROLL_STEPS = 8;
const WATCH_MS = 250;

/** Films a page picture by picture, so that the machine's drawing time is invisible. Every action shows the pointer. */
export function startFilm(page: Page): Film {
  return { page, shots: [], captions: [], pointer: { x: 512, y: 560 } };
}

/** Keeps the screen for that long. */
export async function hold(film: Film, ms: number): Promise<void> {
  const picture = await film.page.screenshot({ type: 'jpeg', quality: 92, caret: 'initial' });
  film.shots.push({ picture: picture.toString('base64'), ms, to: film.pointer });
}

/** Starts a caption, which lasts until the next. */
export function say(film: Film, text: string): void {
  film.captions.push({ startMs: lengthMs(film), text });
}

export async function click(film: Film, target: Locator, act = () => target.click()): Promise<void> {
  await pointAt(film, target);
  await act();
  await hold(film, CLICK_MS);
}

export async function type(film: Film, target: Locator, text: string): Promise<void> {
  await pointAt(film, target);
  await target.click();
  for (let at = 0; at < text.length; at += LETTERS_AT_ONCE) {
    await target.pressSequentially(text.slice(at, at + LETTERS_AT_ONCE));
    await hold(film, TYPED_MS);
  }
}

export async function scroll(film: Film, pixels: number): Promise<void> {
  for (let step = 0; step < SCROLL_STEPS; step += 1) {
    await film.page.mouse.wheel(0, pixels / SCROLL_STEPS);
    await film.page.waitForTimeout(60);
    await hold(film, 90);
  }
}

/** In real time, until `end` is visible. */
export async function watch(film: Film, end: Locator, timeoutMs: number): Promise<void> {
  const startMs = Date.now();
  while (!(await end.isVisible())) {
    if (Date.now() - startMs > timeoutMs) throw new Error(`${end.toString()} never came`);
    await hold(film, WATCH_MS);
  }
}

/** The video as MP4, its captions as WebVTT, its first picture as JPEG. `studio` is an empty page. */
export async function develop(film: Film, studio: Page) {
  const [first] = film.shots;
  if (first === undefined) throw new Error('nothing was filmed');
  return {
    video: await record(studio, film.shots),
    captions: webVtt(film.captions, lengthMs(film)),
    poster: Buffer.from(first.picture, 'base64'),
  };
}

async function pointAt(film: Film, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target.toString()} is not on the screen`);
  film.pointer = { x: box.x + Math.min(box.width / 2, 160), y: box.y + box.height / 2 };
  await hold(film, MOVE_MS);
}

function lengthMs({ shots }: Film): number {
  return shots.reduce((sum, { ms }) => sum + ms, 0);
}

async function record(studio: Page, shots: Shot[]): Promise<Buffer> {
  const code = stripTypeScriptTypes(readFileSync(new URL('film-studio.ts', import.meta.url), 'utf8'));
  await studio.addScriptTag({ type: 'module', content: `${code}\nglobalThis.record = record;` });
  await studio.waitForFunction(() => 'record' in globalThis);
  const video = await studio.evaluate(
    (shots) => (globalThis as unknown as { record: (shots: Shot[]) => Promise<string> }).record(shots),
    shots,
  );
  return Buffer.from(video, 'base64');
}

function webVtt(captions: Caption[], endMs: number): string {
  const cues = captions.map(({ startMs, text }, index) => {
    const stopMs = captions[index + 1]?.startMs ?? endMs;
    return `${timeOf(startMs)} --> ${timeOf(stopMs)}\n${text.replaceAll(/ (?=[:;!?])/g, '\u00A0')}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** `00:07.250` */
function timeOf(ms: number): string {
  const seconds = (ms / 1000) % 60;
  return `${String(Math.floor(ms / 60_000)).padStart(2, '0')}:${seconds.toFixed(3).padStart(6, '0')}`;
}
