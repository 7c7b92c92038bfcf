import type {
  Block,
  Box,
  Cell,
  PrintedMap,
  Row,
  Signatures,
  Table,
} from '../server/src/domain/statement-document-parts.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign);

/** An element; `content` is HTML already. */
export const element = (tag: string, content: string, name = ''): string =>
  `<${tag}${name === '' ? '' : ` class="${name}"`}>${content}</${tag.split(' ')[0]}>`;
const small = (text: string): string => element('p', escaped(text), 'small');
export const paragraphs = (list: string[]): string => list.map((text) => element('p', escaped(text))).join('');

export const boxes = (list: Box[]): string =>
  list
    .map(({ label, checked }) =>
      element(
        'span',
        `<i>${checked ? '☒' : '☐'}</i> ${checked ? element('b', escaped(label)) : escaped(label)}`,
        'box',
      ),
    )
    .join(' ');

const sentence = (text: string | null): string => (text === null ? '' : element('p', escaped(text), 'sentence'));

export function formRow(row: Row): string {
  switch (row.kind) {
    case 'question':
      return element(
        'div',
        element('div', element('p', escaped(row.label)) + (row.wide ? '' : sentence(row.sentence))) +
          element('div', boxes(row.boxes), 'boxes') +
          (row.wide ? sentence(row.sentence) : ''),
        `row ${row.wide ? '' : 'beside'}`,
      );
    case 'text':
      return element(
        'div',
        element('span', escaped(row.label), 'quiet') + element('span', escaped(row.text)),
        'row text',
      );
    case 'blank':
      return element('div', escaped(row.label) + '<div class="dotted"></div>'.repeat(row.lines), 'row');
    case 'note':
      return element('div', escaped(row.text), 'row note');
  }
}

export function formBlock(block: Block): string {
  const letter = block.letter === null ? '' : element('span', escaped(block.letter), 'letter');
  const article = block.article === null ? '' : small(block.article);
  const head = letter + element('div', element('h2', escaped(block.title)) + article);
  return element('section', element('div', head, 'block-head') + block.rows.map(formRow).join(''));
}

export function signatureBlock(parties: Signatures): string {
  const party = (title: string, name: string): string =>
    element('div', element('span', escaped(title), 'label') + element('p', escaped(name)));
  const { owner, ownerName, other, otherName } = parties;
  const grid = party(owner, ownerName) + party('Date et lieu', '') + party(other, otherName);
  return element('section', element('h2', 'Signatures') + element('div', grid, 'signatures'), 'whole');
}

function cellContent({ text, detail, href }: Cell): string {
  const main = href === null ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`;
  return main + (detail === null ? '' : `<br>${element('small', escaped(detail))}`);
}

export function table(head: string[], widths: number[], rows: string[][]): string {
  const columns = widths.map((width) => `<col style="width:${width}mm">`).join('');
  const top = element('tr', head.map((title) => element('th', escaped(title))).join(''));
  const body = rows.map((row) => element('tr', row.map((content) => element('td', content)).join(''))).join('');
  return element('table', columns + element('thead', top) + element('tbody', body));
}

export const plainTable = ({ head, widths, rows }: Table): string =>
  table(
    head,
    widths,
    rows.map((row) => row.map(cellContent)),
  );

export const disasterTable = (list: {
  head: string[];
  widths: number[];
  rows: { cells: Cell[]; boxes: Box[] }[];
}): string =>
  table(
    list.head,
    list.widths,
    list.rows.map((row) => [...row.cells.map(cellContent), boxes(row.boxes)]),
  );

/** The picture inline, what is drawn over it as SVG, in millimetres; `bare` is the cover's. */
export function map(
  printed: PrintedMap,
  picture: Buffer,
  { widthMm, bare }: { widthMm: number; bare: boolean },
): string {
  const heightMm = widthMm * printed.ratio;
  const path = printed.outlines
    .map((ring) => `M${ring.map(([x, y]) => `${(x * widthMm).toFixed(2)} ${(y * heightMm).toFixed(2)}`).join('L')}Z`)
    .join('');
  const drawing = path === '' ? POINT : outline(path);
  const frame = bare ? '' : north(widthMm) + scaleBar(printed.scale, { widthMm, heightMm });
  const image = `<img alt="${escaped(printed.alt)}" src="data:image/jpeg;base64,${picture.toString('base64')}">`;
  const svg = `<svg viewBox="0 0 ${widthMm} ${heightMm.toFixed(2)}" aria-hidden="true">${HATCH}${drawing}${frame}</svg>`;
  const style = `style="width:${widthMm}mm;height:${heightMm.toFixed(2)}mm"`;
  return `<figure ${style}>${image}${svg}${element('figcaption', escaped(printed.attribution), 'chip')}</figure>`;
}

const HATCH =
  '<defs><pattern id="hatch" width="2" height="2" patternUnits="userSpaceOnUse"><path d="M0 2L2 0" stroke="#0F3D33" stroke-width=".18"/></pattern></defs>';
const POINT = '<circle cx="50%" cy="50%" r="2.2" fill="none" stroke="#0F3D33" stroke-width=".6"/>';
const outline = (path: string): string =>
  `<path d="${path}" fill="#1B8A5A" fill-opacity=".28" fill-rule="evenodd" stroke="#fff" stroke-opacity=".85" stroke-width="1.1"/>` +
  `<path d="${path}" fill="url(#hatch)" fill-rule="evenodd" stroke="#0F3D33" stroke-width=".53" stroke-linejoin="round"/>`;
const north = (widthMm: number): string =>
  `<g transform="translate(${widthMm - 9} 3)"><path d="M0 6.5L2.4 0 4.8 6.5 2.4 5Z" fill="#0F3D33" stroke="#fff" stroke-width=".2"/><text x="1.4" y="10" font-size="2.6" font-weight="700">N</text></g>`;
const scaleBar = (scale: PrintedMap['scale'], { widthMm, heightMm }: { widthMm: number; heightMm: number }): string =>
  `<g transform="translate(4 ${(heightMm - 8).toFixed(2)})"><text font-size="2.5" font-weight="700" y="2">${escaped(scale.label)}</text><rect y="3" width="${(widthMm * scale.share).toFixed(2)}" height="1.3" fill="#fff" stroke="#14211D" stroke-width=".2"/><rect y="3" width="${((widthMm * scale.share) / 2).toFixed(2)}" height="1.3"/></g>`;

export const annotation = (printed: PrintedMap): string =>
  small(`${printed.legend}. ${printed.caption}`) +
  (printed.warning === null ? '' : element('p', escaped(printed.warning)));
