import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childrenOf, commandOf } from '../../../../scripts/processes.ts';
import { createPdfPages, type PdfPages } from './pdf-pages.ts';

const empty = await PDFDocument.create();
empty.addPage();
const bytes = await empty.save();

/** Other applications of this process have readers too. */
const readers = (): number[] => childrenOf(process.pid).filter((pid) => commandOf(pid).includes('pdf-pages-child'));

let pages: PdfPages;
let before: number[];
beforeEach(() => {
  before = readers();
  pages = createPdfPages();
});
afterEach(() => pages.close());

it('a reader that died while it waited → the next file is read, not called unreadable', async () => {
  await pages.read({ bytes, sha256: 'one' });
  const [reader = 0] = readers().filter((pid) => !before.includes(pid));
  process.kill(reader, 'SIGKILL');
  expect(await pages.read({ bytes, sha256: 'other' })).toMatchObject({ total: 1 });
});

it('a reader that dies under a file → the file is read in another one', async () => {
  const reading = pages.read({ bytes, sha256: 'one' });
  await expect.poll(() => readers().filter((pid) => !before.includes(pid))).toHaveLength(1);
  const [reader = 0] = readers().filter((pid) => !before.includes(pid));
  process.kill(reader, 'SIGKILL');
  expect(await reading).toMatchObject({ total: 1 });
});
