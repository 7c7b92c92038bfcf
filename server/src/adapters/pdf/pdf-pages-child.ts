import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { isHello } from './child-request.ts';
import type { PagesReply, PagesRequest, PdfFlaw, PdfReading } from './pdf-pages.ts';
import type { DrawnPage } from '#domain/statement-document/bound-pages.ts';
import type { PageBox } from './map-sheet.ts';
import { viewsOn } from './viewports.ts';

/** Child process of `pdf-pages.ts`: reads untrusted PDFs where it can be killed, with bounded memory (its flags). */

/** Maximum of pages whose text is read, and of processor time: zones are searched in these only. */
const READ_PAGES = 1000;
const READ_MS = 6000;
/** Maximum length of a page's text, used as the picture's alternative text. */
const TEXT_LENGTH = 3000;
/** A4 at 122 dpi; larger sheets are drawn smaller, up to the maximum of pixels. */
const DOTS_PER_POINT = 1.7;
const JPEG_QUALITY = 70;

// Pages are small: more threads would contend.
sharp.concurrency(1);

const library = await PDFiumLibrary.init();

type Document = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

async function open(bytes: Uint8Array): Promise<Document | PdfFlaw> {
  try {
    return await library.loadDocument(bytes);
  } catch (error) {
    return /password|security/iu.test(String(error)) ? 'encrypted' : 'unreadable';
  }
}

async function read({ bytes }: PagesRequest): Promise<PagesReply> {
  const document = await open(bytes);
  if (typeof document === 'string') return { flaw: document };
  try {
    const total = document.getPageCount();
    if (total === 0) return { flaw: 'unreadable' };
    return { reading: { total, texts: textsOf(document), isSigned: isSigned(bytes), ...(await viewsOf(bytes)) } };
  } finally {
    document.destroy();
  }
}

function textsOf(document: Document): string[] {
  const before = process.cpuUsage();
  const hasTime = (): boolean => process.cpuUsage(before).user < READ_MS * 1000;
  const texts: string[] = [];
  while (texts.length < Math.min(document.getPageCount(), READ_PAGES) && hasTime())
    texts.push(textOf(document, texts.length));
  return texts;
}

function textOf(document: Document, index: number): string {
  try {
    return document.getPage(index).getText().slice(0, TEXT_LENGTH);
  } catch {
    return '';
  }
}

/** A signature covers a byte range of the file (ISO 32000-1, 12.8). */
const isSigned = (bytes: Uint8Array): boolean => /\/ByteRange\s*\[/u.test(Buffer.from(bytes).toString('latin1'));

/** What georeferenced pages show (ISO 32000-2, 12.10); other files have none. */
async function viewsOf(bytes: Uint8Array): Promise<Pick<PdfReading, 'views' | 'sheets'>> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPages().map((page, index) => viewsOn(page, index + 1));
    return { views: pages.flatMap(({ views }) => views), sheets: pages.flatMap(({ sheets }) => sheets) };
  } catch {
    return { views: [], sheets: [] };
  }
}

async function draw({ bytes, pages, maxPixels, crop }: Extract<PagesRequest, { verb: 'draw' }>): Promise<PagesReply> {
  const document = await open(crop === undefined ? bytes : await cropped(bytes, pages, crop));
  if (typeof document === 'string') return { flaw: document };
  const limits = { maxPixels, dotsPerPoint: crop === undefined ? DOTS_PER_POINT : Infinity };
  try {
    const drawn: (DrawnPage | null)[] = [];
    // Two at a time: one is drawn while the other is compressed.
    for (let at = 0; at < pages.length; at += 2)
      drawn.push(...(await Promise.all(pages.slice(at, at + 2).map((page) => drawOne(document, page, limits)))));
    return { drawn: drawn.filter((page) => page !== null) };
  } finally {
    document.destroy();
  }
}

/** The whole file, of which these pages show only that box: PDFium draws whole pages, and layers belong to the file. */
async function cropped(bytes: Uint8Array, pages: number[], [left, bottom, right, top]: PageBox): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const page of pages) document.getPage(page - 1).setCropBox(left, bottom, right - left, top - bottom);
  return document.save();
}

type Limits = { maxPixels: number; dotsPerPoint: number };

async function drawOne(
  document: Document,
  number: number,
  { maxPixels, dotsPerPoint }: Limits,
): Promise<DrawnPage | null> {
  try {
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(dotsPerPoint, Math.sqrt(maxPixels / (originalWidth * originalHeight)));
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const { data: jpeg } = await sharp(data, { raw: { width, height, channels: 4 } })
      // On white: there is no background.
      .removeAlpha()
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { page: number, width, height, jpeg };
  } catch {
    return null;
  }
}

async function answer(request: PagesRequest): Promise<void> {
  const reply = await (request.verb === 'read' ? read(request) : draw(request)).catch((): PagesReply => ({
    flaw: 'unreadable',
  }));
  process.send?.(reply, () => undefined);
}

process.on('message', (request) => {
  if (isHello(request)) process.send?.(request, () => undefined);
  else void answer(request as PagesRequest);
});
process.on('disconnect', () => process.exit(0));
