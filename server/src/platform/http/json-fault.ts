/**
 * The message of Python's `json` (3.11) for invalid JSON: « Expecting value: line 1 column 1 (char 0) ». Reads the text
 * once, without recursion: brackets may be a megabyte deep.
 */
export function findJsonFault(text: string): string {
  try {
    if (text.startsWith('\uFEFF')) throw new Fault('Unexpected UTF-8 BOM (decode using utf-8-sig)', 0);
    const scan: Scan = { text, at: 0, open: [] };
    let step: Step = value;
    for (;;) {
      skip(scan, SPACE);
      step = step(scan);
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.at === null ? error.message : `${error.message}: ${place(text, error.at)}`;
  }
}

/** `open`: the closing brackets expected. */
type Scan = { text: string; at: number; open: string[] };
type Step = (scan: Scan) => Step;

class Fault extends Error {
  readonly at: number | null;
  constructor(message: string, at: number | null) {
    super(message);
    this.at = at;
  }
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const CONSTANT = /NaN|-?Infinity/y;
const PLAIN = /[^"\\\p{Cc}]*/uy;

const value: Step = (scan) => {
  const { text, at } = scan;
  if (text[at] === '"') return string(scan);
  if (text[at] === '{') return opened(scan, '}', firstKey);
  if (text[at] === '[') return opened(scan, ']', firstValue);
  if (skip(scan, SCALAR)) return afterValue;
  if (!skip(scan, CONSTANT)) throw new Fault('Expecting value', at);
  throw new Fault(`Out of range float values are not JSON compliant: '${text.slice(at, scan.at)}'`, null);
};

const firstKey: Step = (scan) => (scan.text[scan.at] === '}' ? closed(scan) : key(scan));
const firstValue: Step = (scan) => (scan.text[scan.at] === ']' ? closed(scan) : value(scan));

const key: Step = (scan) => {
  if (scan.text[scan.at] !== '"') throw new Fault('Expecting property name enclosed in double quotes', scan.at);
  string(scan);
  return colon;
};

const colon: Step = (scan) => {
  if (scan.text[scan.at] !== ':') throw new Fault("Expecting ':' delimiter", scan.at);
  scan.at += 1;
  return value;
};

const afterValue: Step = (scan) => {
  const close = scan.open.at(-1);
  if (close === undefined) throw new Fault('Extra data', scan.at);
  if (scan.text[scan.at] === close) return closed(scan);
  if (scan.text[scan.at] !== ',') throw new Fault("Expecting ',' delimiter", scan.at);
  scan.at += 1;
  return close === '}' ? key : value;
};

const string: Step = (scan) => {
  const start = scan.at;
  scan.at += 1;
  for (;;) {
    skip(scan, PLAIN);
    const char = scan.text[scan.at];
    if (char === undefined) throw new Fault('Unterminated string starting at', start);
    if (char < ' ') throw new Fault('Invalid control character at', scan.at);
    scan.at += 1;
    if (char === '"') return afterValue;
    if (char === '\\') escape(scan, start);
  }
};

function escape(scan: Scan, start: number): void {
  const char = scan.text[scan.at];
  if (char === undefined) throw new Fault('Unterminated string starting at', start);
  if (!'"\\/bfnrtu'.includes(char)) throw new Fault('Invalid \\escape', scan.at - 1);
  if (char === 'u' && !/^[\da-f]{4}$/i.test(scan.text.slice(scan.at + 1, scan.at + 5))) {
    throw new Fault('Invalid \\uXXXX escape', scan.at);
  }
  scan.at += char === 'u' ? 5 : 1;
}

function opened(scan: Scan, close: string, next: Step): Step {
  scan.open.push(close);
  scan.at += 1;
  return next;
}

function closed(scan: Scan): Step {
  scan.open.pop();
  scan.at += 1;
  return afterValue;
}

/** Skips what the pattern matches. */
function skip(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  const found = pattern.test(scan.text);
  if (found) scan.at = pattern.lastIndex;
  return found;
}

/** Lines and columns from 1, characters from 0, as code points. */
function place(text: string, at: number): string {
  const before = text.slice(0, at);
  const lines = before.split('\n');
  const column = codePoints(lines.at(-1) ?? '') + 1;
  return `line ${lines.length} column ${column} (char ${codePoints(before)})`;
}

function codePoints(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}
