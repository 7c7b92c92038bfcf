import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** One page as a reader gets it: its text in the order of the file, and its picture in grey, small. */
export type ReadPage = { text: string; picture: Buffer };

/** Of a page's picture: a word is a grey stroke, a box or a map is seen. A4 in pixels. */
export const PICTURE = { width: 60, height: 85 };

/** PDFium, which draws the pages of Chrome: it shares no code with the printer. */
export async function openPdfReader(): Promise<{ read(pdf: Uint8Array): Promise<ReadPage[]>; close(): void }> {
  const library = await PDFiumLibrary.init();
  return {
    read: async (pdf) => {
      const document = await library.loadDocument(pdf);
      const pages: ReadPage[] = [];
      for (const page of document.pages()) {
        // Before the picture: drawing a page closes it.
        const text = page.getText();
        const { data, width, height } = await page.render({ scale: 0.3, render: 'bitmap', colorSpace: 'Gray' });
        const picture = await sharp(data, { raw: { width, height, channels: 1 } })
          .resize(PICTURE.width, PICTURE.height, { fit: 'fill', kernel: 'mitchell' })
          .toColourspace('b-w')
          .raw()
          .toBuffer();
        pages.push({ text, picture });
      }
      document.destroy();
      return pages;
    },
    close: () => library.destroy(),
  };
}
