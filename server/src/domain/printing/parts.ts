import type { DrawnHeading } from '@clairisque/contract/common/headings.ts';
import type { ZoneStyle } from './zone-styles.ts';

/** Parts that the statement's template can print. Every string is final: the template only does layout. */

/** Numbers of the parts, which sentences name: the form is in one piece, signed at the end of its second part. */
export const PART = {
  form: 1,
  disasters: 2,
  noise: 3,
  maps: 4,
  explanations: 6,
  sources: 7,
  bound: 8,
} as const;

export type Box = { label: string; checked: boolean };
/** `text` is printed, `href` is the link. */
export type Link = { text: string; href: string };

export type Row =
  /**
   * A question, its boxes, and the same answer as a sentence (people and machines misread boxes). `owner`: no public
   * source could answer.
   */
  | { kind: 'question'; label: string; boxes: Box[]; sentence: string; wide: boolean; owner: boolean }
  | { kind: 'text'; label: string; text: string; link: Link | null }
  /** Text, then « n° », « du »…, each before a dotted line: what no public source gives. */
  | { kind: 'fill'; label: string; text: string; blanks: string[] }
  /** Lines to fill in by hand. */
  | { kind: 'blank'; label: string; lines: number }
  | { kind: 'note'; text: string };

/** `subject`: the plan or the aerodrome that the block is about; `key` names it in ids. */
export type Block = {
  letter: string | null;
  title: string;
  article: string | null;
  rows: Row[];
  subject?: { key: string; words: string };
};

/** A cell with an address is printed as a link; `detail` is smaller, on its own line. */
export type Cell = { text: string; detail: string | null; href: string | null };
/** `widths` in millimetres: automatic columns cost a fifth of the rendering time. */
export type Table = { head: string[]; widths: number[]; rows: Cell[][] };

/** Part 2: the disasters that were indemnified. */
export type Disasters = {
  title: string;
  intro: string[];
  /** One box that answers « non » to every line. */
  none: { box: Box; sentence: string } | null;
  head: string[];
  widths: number[];
  rows: { cells: Cell[]; boxes: Box[] }[];
  /** Printed instead of the table when there is none. */
  empty: string | null;
  /** Label of the lines for disasters that are not in the list; empty when the owner has answered. */
  other: string;
};

export type LabelledText = { label: string; text: string };

/** `statement` is what the parties attest; `agent` signs for a represented owner. */
export type Signatures = {
  statement: string;
  owner: string;
  ownerName: string;
  other: string;
  otherName: string;
  agent: string;
  /** Where and when it is signed; absent when it is left to write. */
  place?: string;
  date?: string;
  /** Parts 1 and 2 are signed once, at the end of part 2. */
  together: { title: string; statement: string };
};

/**
 * A zone with the colour and the pattern of its style, so that zones also differ without colour. `mark` is written on
 * it, at `at`. `own` follows the underlined name of a zone that touches the property, and is empty for others.
 */
type PrintedZone = {
  family: 'plan' | DrawnHeading;
  style: ZoneStyle;
  label: string;
  own: string;
  mark: string | null;
  at: [number, number] | null;
  rings: [number, number][][];
};

/** One map: a JPEG of the render, and what is drawn over it; positions are shares (0 to 1) of its width and height. */
export type PrintedMap = {
  title: string;
  file: string;
  /** The height over the width. */
  ratio: number;
  outlines: [number, number][][];
  zones: PrintedZone[];
  /** Published footprints, below the zones; the largest is drawn with a thicker line. */
  buildings: { isLargest: boolean; rings: [number, number][][] }[];
  buildingLegend: string | null;
  scale: { label: string; share: number };
  /** A smaller map at another scale, to locate this one; null for the plan of the neighbourhood. */
  inset: { file: string; ratio: number; scale: { label: string; share: number } } | null;
  caption: string;
  alt: string;
  attribution: string;
  /** Sources of the zones and of the background, with their dates. */
  source: string;
  legend: string;
  /** Printed when tiles are missing; null otherwise. */
  warning: string | null;
};

/** Boxes « oui / non »; `null` leaves both blank. */
export function yesNo(answer: boolean | null): Box[] {
  return [
    { label: 'oui', checked: answer === true },
    { label: 'non', checked: answer === false },
  ];
}

export function question(label: string, answer: boolean | null, sentence: string): Row {
  return { kind: 'question', label, boxes: yesNo(answer), sentence, wide: false, owner: false };
}

/** A question that only the owner can answer; null leaves it blank. */
export function asked(label: string, answer: boolean | null, sentence = 'À préciser par le propriétaire.'): Row {
  return { kind: 'question', label, boxes: yesNo(answer), sentence, wide: false, owner: true };
}

/** One or several boxes to tick among others: they take the full width under the label. */
export function choice(label: string, boxes: Box[], sentence: string): Row {
  return { kind: 'question', label, boxes, sentence, wide: true, owner: false };
}

/** Two or three short boxes at the end of the line. */
export function aside(label: string, boxes: Box[], sentence: string): Row {
  return { kind: 'question', label, boxes, sentence, wide: false, owner: false };
}

/** A long list in several columns, each read down; the last lines of the last one may be empty. */
export function inColumns({ head, widths, rows }: Table, count: number): Table {
  const columns = Array.from({ length: count }, (_, index) => index);
  const lines = Math.ceil(rows.length / count);
  return {
    head: columns.flatMap(() => head),
    widths: columns.flatMap(() => widths),
    rows: rows
      .slice(0, lines)
      .map((_, line) => columns.flatMap((column) => rows[column * lines + line] ?? head.map(() => BLANK_CELL))),
  };
}

export const BLANK_CELL: Cell = { text: '', detail: null, href: null };

/** A single box at the end of the line: « dans ce document », « jointe ». */
export function tick(label: string, box: Box, sentence: string): Row {
  return { kind: 'question', label, boxes: [box], sentence, wide: false, owner: true };
}

export const text = (label: string, text: string, link: Link | null = null): Row => ({
  kind: 'text',
  label,
  text,
  link,
});
export const fill = (label: string, text: string, blanks: string[]): Row => ({ kind: 'fill', label, text, blanks });
export const blank = (label: string, lines: number): Row => ({ kind: 'blank', label, lines });
export const note = (text: string): Row => ({ kind: 'note', text });

/** A supplier's address becomes a link only if it is http or https; null for anything else. */
export function webLink(href: string | null): Link | null {
  return href !== null && /^https?:\/\/\S+$/u.test(href) ? { text: href, href } : null;
}

/** An empty cell. */
export const EMPTY = '—';

export function cell(text: string | null, more: { detail?: string | null; href?: string | null } = {}): Cell {
  const { detail = null, href = null } = more;
  return {
    text: text === null || text.trim() === '' ? EMPTY : text,
    detail,
    href: webLink(href)?.href ?? null,
  };
}

/** Public sites to which several headings send the reader. */
export const GEORISQUES: Link = { text: 'www.georisques.gouv.fr', href: 'https://www.georisques.gouv.fr/' };
export const URBANISME: Link = {
  text: 'www.geoportail-urbanisme.gouv.fr',
  href: 'https://www.geoportail-urbanisme.gouv.fr/',
};
