import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PrintBlock } from '../statement-blocks.ts';

/** Prints blocks; `files` are JPEG bytes. */
export type Printer = {
  name: string;
  print(blocks: PrintBlock[], files: Record<string, Uint8Array>): Promise<Uint8Array>;
  close(): Promise<void>;
};

const PEERS = { pdfmake: '0.3.11', '@react-pdf/renderer': '4.9.0', react: '19.3.1' };
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/bench-peers', import.meta.url));
const path = (font: string): string => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${font}`));
const TEXT = path('source-sans-3/400Regular/SourceSans3_400Regular.ttf');
const STRONG = path('source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf');
/** They have no fallback font for missing characters; ours has. */
const drawn = (text: string): string => text.replaceAll('☒', '[x]').replaceAll('☐', '[ ]');

/** Sixty megabytes for this comparison only: installed at its first run, outside the project. */
export function installPeers(): NodeJS.Require {
  const manifest = join(FOLDER, 'package.json');
  if (!existsSync(join(FOLDER, 'node_modules', 'pdfmake'))) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(manifest, JSON.stringify({ private: true, dependencies: PEERS }));
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'ignore' });
  }
  return createRequire(manifest);
}

type PdfMake = {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allows: () => boolean): void;
  setLocalAccessPolicy(allows: () => boolean): void;
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
};

export function pdfMake(peers: NodeJS.Require): Printer {
  const maker = peers('pdfmake') as PdfMake;
  maker.setFonts({ Sans: { normal: TEXT, bold: STRONG } });
  maker.setUrlAccessPolicy(() => false);
  maker.setLocalAccessPolicy(() => true);
  const content = (block: PrintBlock, files: Record<string, Uint8Array>): object => {
    switch (block.kind) {
      case 'part':
        return { text: block.text, fontSize: 21, bold: true, pageBreak: 'before' };
      case 'heading':
        return { text: block.text, fontSize: 12, bold: true, margin: [0, 6, 0, 2] };
      case 'text':
        return { text: drawn(block.text), margin: [0, 0, 0, 4] };
      case 'picture':
        return {
          image: `data:image/jpeg;base64,${Buffer.from(files[block.file] ?? []).toString('base64')}`,
          width: 480,
        };
      case 'table': {
        const body = [block.head, ...block.rows].map((row) => row.map(drawn));
        const widths = block.widths.map((width) => (width * 72) / 25.4 - 9);
        return { table: { headerRows: 1, widths, body }, fontSize: 8.8, layout: 'lightHorizontalLines' };
      }
    }
  };
  return {
    name: `pdfmake ${PEERS.pdfmake}`,
    print: (blocks, files) => {
      const defaultStyle = { font: 'Sans', fontSize: 10 };
      const footer = (page: number, pages: number): string => `${page} / ${pages}`;
      const pageMargins = [57, 76, 57, 68];
      const definition = { content: blocks.map((block) => content(block, files)), defaultStyle, footer, pageMargins };
      return maker.createPdf(definition).getBuffer();
    },
    close: async () => {},
  };
}

type Create = (type: unknown, props: object | null, ...children: unknown[]) => object;
type ReactPdf = Record<'Document' | 'Page' | 'Text' | 'View' | 'Image', unknown> & {
  Font: { register(font: object): void };
  renderToBuffer(document: object): Promise<Uint8Array>;
};

export function reactPdf(peers: NodeJS.Require): Printer {
  const { createElement: create } = peers('react') as { createElement: Create };
  const pdf = peers('@react-pdf/renderer') as ReactPdf;
  pdf.Font.register({ family: 'Sans', fonts: [{ src: TEXT }, { src: STRONG, fontWeight: 600 }] });
  const text = (words: string, style: object): object => create(pdf.Text, { style }, drawn(words));
  const row = (cells: string[], widths: number[]): object =>
    create(
      pdf.View,
      { style: { flexDirection: 'row', borderBottom: '0.4pt solid #c3ccc7' }, wrap: false },
      ...cells.map((cell, index) => text(cell, { width: `${widths[index] ?? 10}mm`, padding: 4, fontSize: 8.8 })),
    );
  const content = (block: PrintBlock, files: Record<string, Uint8Array>): object => {
    switch (block.kind) {
      case 'part':
        return create(pdf.Text, { style: { fontSize: 21, fontWeight: 600 }, break: true }, block.text);
      case 'heading':
        return text(block.text, { fontSize: 12, fontWeight: 600, marginTop: 6 });
      case 'text':
        return text(block.text, { marginBottom: 4 });
      case 'picture':
        return create(pdf.Image, { src: { data: Buffer.from(files[block.file] ?? []), format: 'jpg' } });
      case 'table':
        return create(pdf.View, null, ...[block.head, ...block.rows].map((cells) => row(cells, block.widths)));
    }
  };
  return {
    name: `@react-pdf/renderer ${PEERS['@react-pdf/renderer']}`,
    print: (blocks, files) => {
      const style = { fontFamily: 'Sans', fontSize: 10, padding: '27mm 20mm 24mm' };
      const page = create(pdf.Page, { size: 'A4', style }, ...blocks.map((block) => content(block, files)));
      return pdf.renderToBuffer(create(pdf.Document, null, page));
    },
    close: async () => {},
  };
}
