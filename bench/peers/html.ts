import type { PrintBlock } from '../statement-blocks.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign);
const element = (tag: string, content: string): string => `<${tag}>${content}</${tag}>`;

const font = (path: string): string => import.meta.resolve(`@expo-google-fonts/${path}`);
const face = (family: string, weight: number, path: string): string =>
  `@font-face{font-family:"${family}";font-weight:${weight};src:url("${path}")}`;

/** The fonts are those of Typst, the layout is simple: less work than our page asks of Typst. */
export const STYLE = `
${face('Source Sans 3', 400, font('source-sans-3/400Regular/SourceSans3_400Regular.ttf'))}
${face('Source Sans 3', 600, font('source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'))}
${face('Bricolage Grotesque', 700, font('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'))}
${face('DejaVu Sans', 400, import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))}
@page{size:A4;margin:27mm 20mm 24mm;@bottom-right{content:counter(page) " / " counter(pages)}}
body{font:10pt/1.35 "Source Sans 3","DejaVu Sans";color:#14211d;margin:0}
h1,h2{font-family:"Bricolage Grotesque";color:#0f3d33;break-after:avoid}
h1{font-size:21pt;break-before:page}h2{font-size:12pt}p{margin:0 0 2mm}
table{border-collapse:collapse;table-layout:fixed;width:170mm;font-size:8.8pt}
td,th{border-bottom:.4pt solid #c3ccc7;padding:1.4mm 1.6mm;text-align:left;vertical-align:top}tr{break-inside:avoid}
img{width:170mm;display:block}`;

/** The body of a page; pictures inline, so that no printer waits for a file. */
export function htmlOf(blocks: PrintBlock[], files: Record<string, Uint8Array>): string {
  return blocks.map((block) => blockHtml(block, files)).join('');
}

function blockHtml(block: PrintBlock, files: Record<string, Uint8Array>): string {
  switch (block.kind) {
    case 'part':
      return element('h1', escaped(block.text));
    case 'heading':
      return element('h2', escaped(block.text));
    case 'text':
      return element('p', escaped(block.text));
    case 'picture': {
      const data = Buffer.from(files[block.file] ?? []).toString('base64');
      return `<img alt="Carte" src="data:image/jpeg;base64,${data}">`;
    }
    case 'table':
      return tableHtml(block);
  }
}

function tableHtml({ head, widths, rows }: Extract<PrintBlock, { kind: 'table' }>): string {
  const columns = widths.map((width) => `<col style="width:${width}mm">`).join('');
  const top = element('thead', element('tr', head.map((text) => element('th', escaped(text))).join('')));
  const body = rows.map((row) => element('tr', row.map((text) => element('td', escaped(text))).join('')));
  return element('table', columns + top + element('tbody', body.join('')));
}
