import { fileURLToPath } from 'node:url';
import type { StatementDocument } from '../server/src/domain/statement-document.ts';
import type { IssuedDocument } from './issued-document.ts';
import {
  annotation,
  disasterTable,
  element,
  escaped,
  formBlock,
  formRow,
  map,
  paragraphs,
  plainTable,
  signatureBlock,
} from './statement-html-parts.ts';

/**
 * The statement as the body of a page for `statement-html.css`: the same strings, tables, boxes and maps as
 * `server/templates/statement`. The icons, the contour lines of the cover, the page numbers of the outline and the attached data
 * are left out, to Chromium's advantage.
 */
export function statementHtml({ document: d, files }: IssuedDocument): string {
  const parts: [title: string, content: string][] = [
    ['État des risques', regulatory(d)],
    ['État des nuisances sonores aériennes', noise(d)],
    [d.disasters.title, disasters(d)],
    ['Cartes', maps(d, files)],
    ['Annexes : informations complémentaires', annexes(d)],
    ['Comprendre les risques', explanations(d)],
    ['Sources et méthode', sources(d)],
  ];
  const outline = element('ol', parts.map(([title]) => element('li', escaped(title))).join(''));
  const specimen = d.running.specimen === null ? '' : element('div', escaped(d.running.specimen), 'specimen');
  const numbered = parts.map(([title, content], index) => {
    return element('div', element('h1', `${index + 1} ${escaped(title)}`) + content, 'part');
  });
  return [specimen, cover(d, files), heading('Dans ce document'), outline, legalBasis(d), ...numbered].join('');
}

const legalBasis = ({ cover }: StatementDocument): string => element('p', escaped(cover.legalBasis), 'small');
const heading = (title: string): string => element('h2', escaped(title));
const nothing = (text: string | null, tag = 'p'): string => (text === null ? '' : element(tag, escaped(text)));
const fact = ({ label, text }: { label: string; text: string }): string =>
  element('div', element('span', escaped(label), 'label') + element('b', escaped(text)));

function cover(d: StatementDocument, files: IssuedDocument['files']): string {
  const c = d.cover;
  const [first] = d.maps;
  const picture = first === undefined ? '' : map(first, pictureOf(first.file, files), { widthMm: 98, bare: true });
  const parcels = c.parcels.map(({ label, area }) => `<b>${escaped(label)}</b>, ${escaped(area)}<br>`).join('');
  const identity = [...c.facts, ...c.parties].map(fact).join('') + element('p', parcels) + nothing(c.moreParcels);
  return [
    element('h1', escaped(c.title), 'title'),
    element('p', escaped(c.address), 'address'),
    element('div', picture + element('div', identity, 'facts'), 'identity'),
    element('div', element('h2', escaped(c.verdict.headline)), `verdict ${c.verdict.state}`),
    coverLines('Ce qui concerne votre bien', c.concerned),
    coverLines('Ce qui n’a pas pu être vérifié', c.notObtained),
    element('div', coverLines('Vérifié, non retenu', c.notConcerned), 'listed'),
    coverGrid('Ce qu’il vous reste à faire', c.next),
    coverGrid('Comment lire ce document', c.legend),
  ].join('');
}

function coverLines(title: string, lines: StatementDocument['cover']['concerned']): string {
  if (lines.length === 0) return '';
  const line = ({ title, tag, sentence, duty }: (typeof lines)[number]): string =>
    element(
      'div',
      element('h3', escaped(title) + (tag === null ? '' : element('span', escaped(tag), 'tag'))) +
        element('p', escaped(sentence)) +
        nothing(duty),
      'line',
    );
  return heading(title) + element('div', lines.map(line).join(''), 'lines');
}

const coverGrid = (title: string, items: { title: string; text: string }[]): string =>
  element(
    'section',
    heading(title) +
      element(
        'div',
        items.map((item) => element('div', element('b', escaped(item.title)) + nothing(item.text))).join(''),
        'grid',
      ),
    'whole',
  );

const regulatory = ({ regulatory, signatures }: StatementDocument): string =>
  paragraphs(regulatory.intro) +
  (regulatory.parcels.rows.length > 0 ? plainTable(regulatory.parcels) : '') +
  regulatory.blocks.map(formBlock).join('') +
  signatureBlock(signatures) +
  element('div', paragraphs(regulatory.warnings), 'small');

const noise = ({ noise, signatures }: StatementDocument): string =>
  paragraphs(noise.intro) +
  noise.blocks.map(formBlock).join('') +
  signatureBlock(signatures) +
  element('div', paragraphs(noise.footer), 'small');

const disasters = ({ disasters, signatures }: StatementDocument): string =>
  paragraphs(disasters.intro) +
  (disasters.empty === null ? disasterTable(disasters) : formRow({ kind: 'note', text: disasters.empty })) +
  signatureBlock(signatures);

const maps = (d: StatementDocument, files: IssuedDocument['files']): string =>
  d.maps
    .map((printed) => {
      const picture = map(printed, pictureOf(printed.file, files), { widthMm: 170, bare: false });
      return element('section', heading(printed.title) + picture + annotation(printed), 'whole');
    })
    .join('');

function pictureOf(file: string, files: IssuedDocument['files']): Buffer {
  const picture = files[file];
  if (picture === undefined) throw new Error(`no picture ${file}`);
  return picture;
}

const annexes = ({ annexes }: StatementDocument): string =>
  element('p', escaped(annexes.intro), 'quiet') +
  annexes.sections
    .map(
      ({ title, sentence, duty, table, after }) =>
        heading(title) +
        element('p', escaped(sentence), 'sentence') +
        nothing(duty) +
        (table === null ? '' : plainTable(table)) +
        element('div', paragraphs(after), 'small'),
    )
    .join('');

const explanations = ({ explanations }: StatementDocument): string =>
  element('p', escaped(explanations.intro), 'quiet') +
  explanations.sections
    .map(({ title, paragraphs: texts, address }) => {
      const link = `<a class="small" href="${escaped(address.href)}">${escaped(address.text)}</a>`;
      return element('section', heading(title) + paragraphs(texts) + link, 'whole');
    })
    .join('');

const sources = ({ sources, colophon }: StatementDocument): string =>
  plainTable(sources.table) + paragraphs(sources.method) + element('p', escaped(colophon), 'small');

/** What runs in every page's margins: page-margin boxes, faster in Chromium than its header and footer templates. */
export function runningStyle({ running }: StatementDocument): string {
  const text = (words: string): string => JSON.stringify(words);
  return `@page{@top-left{content:"Clairisque"}@top-right{content:${text(`${running.title} · ${running.reference}`)}}
    @bottom-left{content:${text(running.place)}}@bottom-right{content:"page " counter(page) " / " counter(pages)}}`;
}

const font = (path: string): string => import.meta.resolve(`@expo-google-fonts/${path}`);
const face = (family: string, weight: number, path: string): string =>
  `@font-face{font-family:"${family}";font-weight:${weight};src:url("${font(path)}")}`;

/** The style's fonts, from the very files that Typst reads. */
export const FONT_FACES = [
  face('Source Sans 3', 400, 'source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  face('Source Sans 3', 600, 'source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  face('Source Sans 3', 700, 'source-sans-3/700Bold/SourceSans3_700Bold.ttf'),
  face('Bricolage Grotesque', 600, 'bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf'),
  face('Bricolage Grotesque', 700, 'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
  `@font-face{font-family:"DejaVu Sans";src:url("${import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')}")}`,
].join('\n');

export const STYLE_FILE = fileURLToPath(new URL('statement-html.css', import.meta.url));
