import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** One page as read: its text in the order of the file, a small grey picture, and how far down it is filled. */
export type ReadPage = { text: string; picture: Buffer; filled: number };

/** Size of a page's picture, A4 in pixels: a word is a grey stroke, a box or a map is visible. */
export const PICTURE = { width: 60, height: 85 };

type PdfReader = {
  /** The first `most` pages, all by default. */
  read(pdf: Uint8Array, most?: number): Promise<ReadPage[]>;
  /** All pages without their pictures, which take most of the time. */
  texts(pdf: Uint8Array): Promise<string[]>;
  close(): void;
};

/** PDFium, Chrome's renderer, which shares no code with the printer. */
export async function openPdfReader(): Promise<PdfReader> {
  const library = await PDFiumLibrary.init();
  return {
    read: async (pdf, most = Infinity) => {
      const document = await library.loadDocument(pdf);
      const pages: ReadPage[] = [];
      for (const page of document.pages().take(most)) {
        // Before the picture: rendering a page closes it.
        const text = page.getText();
        const { data, width, height } = await page.render({ scale: 0.3, render: 'bitmap', colorSpace: 'Gray' });
        const picture = await sharp(data, { raw: { width, height, channels: 1 } })
          .resize(PICTURE.width, PICTURE.height, { fit: 'fill', kernel: 'mitchell' })
          .toColourspace('b-w')
          .raw()
          .toBuffer();
        pages.push({ text, picture, filled: filledShare(data, width, height) });
      }
      document.destroy();
      return pages;
    },
    texts: async (pdf) => {
      const document = await library.loadDocument(pdf);
      const texts = [...document.pages()].map((page) => page.getText());
      document.destroy();
      return texts;
    },
    close: () => library.destroy(),
  };
}

/** The first page in colour, `scale` pixels a point: a PNG. */
export async function firstPage(pdf: Uint8Array, scale: number): Promise<Buffer> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const { data } = await document.getPage(0).render({
    scale,
    render: ({ data, width, height }) =>
      sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
  });
  document.destroy();
  library.destroy();
  return Buffer.from(data);
}

/** Between the header and footer of our pages, in shares of A4's height. */
const BODY = { top: 27 / 297, bottom: 272 / 297 };
/** Lighter pixels are the specimen's watermark, or the background of a band. */
const INK = 170;

/** Position of the last ink in the page's text area: 0 for a blank page, 1 for a full one. */
function filledShare(grey: Uint8Array, width: number, height: number): number {
  const [top, bottom] = [Math.round(BODY.top * height), Math.floor(BODY.bottom * height)];
  for (let y = bottom - 1; y >= top; y -= 1)
    if (grey.subarray(y * width, (y + 1) * width).some((value) => value < INK)) return (y + 1 - top) / (bottom - top);
  return 0;
}
