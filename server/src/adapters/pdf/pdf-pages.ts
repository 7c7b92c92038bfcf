import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Place } from '#domain/geometry/place.ts';
import { ask, isUsable, LostChild, startChild, TooSlow, whyNotStarted } from './child-request.ts';
import type { DrawnPage, ForeignContent, MapExtract } from '#domain/statement-document/bound-pages.ts';
import type { PageBox } from './map-sheet.ts';
import { windowAround, type MapWindow, type SheetPage } from './map-window.ts';

/** Why an official PDF cannot be read. */
export type PdfFlaw = 'encrypted' | 'unreadable' | 'too-slow';
/** `sha256` identifies the bytes. */
type ForeignPdf = { bytes: Uint8Array; sha256: string };
export type PdfReading = ForeignContent & { isSigned: boolean; sheets: SheetPage[] };

type Draw = { verb: 'draw'; bytes: Uint8Array; pages: number[]; maxPixels: number; crop?: PageBox };
export type PagesRequest = { verb: 'read'; bytes: Uint8Array } | Draw;
export type PagesReply = { reading: PdfReading } | { drawn: DrawnPage[] } | { flaw: PdfFlaw };

export type PdfPages = {
  /** Number of pages, their texts and extents. Never throws: a hostile file gives a flaw. */
  read(pdf: ForeignPdf): Promise<PdfReading | { flaw: PdfFlaw }>;
  /** Pictures of these pages, each of at most `maxPixels`, without those that cannot be drawn. Never throws. */
  draw(pdf: ForeignPdf, pages: number[], maxPixels: number): Promise<DrawnPage[]>;
  /** The part of a georeferenced map around the property, with what to draw over it; null where none can be trusted. */
  extract(pdf: ForeignPdf, place: Place): Promise<MapExtract | null>;
  /** Null when the process starts; otherwise why it did not. Starts one unless one lives. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};
/** Processor time for one file (`limitWork`). */
const TIME_LIMIT_MS = 15_000;
const QUEUE_LIMIT = 40;

const CHILD = fileURLToPath(new URL('pdf-pages-child.ts', import.meta.url));
/** Maximum WebAssembly memory, in 64 kB pages: 384 MB, beyond which the process fails and is replaced. */
const CHILD_FLAGS = ['--wasm-max-mem-pages=6144', '--max-old-space-size=256'];
/** A commune's plan serves all its properties: caches the last readings and drawings. */
const READINGS_BYTES = 16_000_000;
const PICTURES_BYTES = 96_000_000;

/** PDFium in a child process, one file at a time; a file that takes too long, or crashes the process, has a flaw. */
export function createPdfPages(): PdfPages {
  const reader = createReader();
  const pictures = new LRUCache<string, DrawnPage>({
    maxSize: PICTURES_BYTES,
    sizeCalculation: ({ jpeg }) => jpeg.length + 500,
  });

  const read = readingOnce(reader);

  return {
    read,
    async extract(pdf, place) {
      const reading = await read(pdf);
      const window = 'flaw' in reading ? null : windowAround(reading.sheets, place);
      if (window === null) return null;
      const key = `${pdf.sha256} ${window.page} ${window.crop.join(' ')}`;
      const picture = pictures.get(key) ?? (await enlarged(reader, pdf, window));
      if (picture === null) return null;
      pictures.set(key, picture);
      return { ...picture, ...window.drawing };
    },
    async draw({ bytes, sha256 }, pages, maxPixels) {
      const key = (page: number): string => `${sha256} ${maxPixels} ${page}`;
      const missing = pages.filter((page) => pictures.get(key(page)) === undefined);
      const reply =
        missing.length === 0 ? { drawn: [] } : await reader.ask({ verb: 'draw', bytes, pages: missing, maxPixels });
      const drawn = new Map(('drawn' in reply ? reply.drawn : []).map((one) => [one.page, one]));
      for (const [page, one] of drawn) pictures.set(key(page), one);
      return pages.flatMap((page) => drawn.get(page) ?? pictures.get(key(page)) ?? []);
    },
    check: () => reader.check(),
    close: () => reader.close(),
  };
}

/** Readings are cached: a commune's plan serves all its properties. */
function readingOnce(reader: Reader): PdfPages['read'] {
  const readings = new LRUCache<string, PdfReading | { flaw: PdfFlaw }>({
    maxSize: READINGS_BYTES,
    sizeCalculation: sizeOfReading,
  });
  return async ({ bytes, sha256 }) => {
    const known = readings.get(sha256);
    if (known !== undefined) return known;
    const reply = await reader.ask({ verb: 'read', bytes });
    if ('reading' in reply) {
      readings.set(sha256, reply.reading);
      return reply.reading;
    }
    const flaw = 'flaw' in reply ? reply.flaw : 'unreadable';
    // Not cached: the machine may be faster later.
    if (flaw !== 'too-slow') readings.set(sha256, { flaw });
    return { flaw };
  };
}

/** An extract is printed 170 mm wide, at some 200 dpi. */
const EXTRACT_PIXELS = 2_000_000;

/** Estimates the bytes that a reading takes in memory. */
const sizeOfReading = (reading: PdfReading | { flaw: PdfFlaw }): number =>
  'flaw' in reading
    ? 600
    : reading.texts.reduce((sum, text) => sum + text.length * 2, 1500 + reading.sheets.length * 1000);

async function enlarged(reader: Reader, { bytes }: ForeignPdf, { page, crop }: MapWindow): Promise<DrawnPage | null> {
  const reply = await reader.ask({ verb: 'draw', bytes, pages: [page], maxPixels: EXTRACT_PIXELS, crop });
  return ('drawn' in reply ? reply.drawn[0] : null) ?? null;
}

type Reader = ReturnType<typeof createReader>;

/** Files are queued for one process. */
function createReader() {
  const process = createProcess();
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const attempt = (child: ChildProcess, request: PagesRequest): Promise<PagesReply> =>
    ask<PagesReply>(child, request, TIME_LIMIT_MS);

  /** Reading changes nothing elsewhere: when its process was dead, or died under it, it is done again, once. */
  const answer = (request: PagesRequest): Promise<PagesReply> =>
    attempt(process.take(), request)
      .catch((error: unknown) => {
        if (!(error instanceof LostChild)) throw error;
        return attempt(process.replace(), request);
      })
      .catch((error: unknown) => ({ flaw: error instanceof TooSlow ? 'too-slow' : 'unreadable' }));

  let isClosed = false;
  return {
    async check(): Promise<string | null> {
      const mine = turn.then(() => (isClosed ? null : whyNotStarted(process.take(), TIME_LIMIT_MS)));
      turn = mine;
      const why = await mine;
      return isClosed ? null : why;
    },
    async ask(request: PagesRequest): Promise<PagesReply> {
      if (waiting >= QUEUE_LIMIT) return { flaw: 'too-slow' };
      waiting += 1;
      const mine = turn.then(() => answer(request));
      turn = mine.finally(() => (waiting -= 1));
      return mine;
    },
    async close(): Promise<void> {
      isClosed = true;
      await turn;
      await process.stop();
    },
  };
}

/** One process, started with the first file and replaced when it dies. */
function createProcess() {
  let child: ChildProcess | null = null;
  const start = (): ChildProcess => {
    const started = startChild(CHILD, [], { execArgv: CHILD_FLAGS });
    // A process that fails to start has an error event, which `ask` reports; without any listener it would be thrown.
    started.on('error', () => undefined);
    child = started;
    return started;
  };
  return {
    take: (): ChildProcess => (child !== null && isUsable(child) ? child : start()),
    replace: (): ChildProcess => {
      child?.kill('SIGKILL');
      return start();
    },
    stop: async (): Promise<void> => {
      if (child === null || !isUsable(child)) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}
