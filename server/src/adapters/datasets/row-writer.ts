import { INLINE, SHIFT, type RowTables, type Shape } from './row-reader.ts';

/** A field with more values is taken for free text, which is written in its rows. */
const MOST_VALUES = 5_000;
/** Rarer values are written in their rows. */
const LEAST_TIMES = 8;

/** `learn` sees every row, then `finish` makes the tables, then `write` gives the bytes of each row. */
export class RowWriter {
  readonly #counts = new Map<string, Map<string, number> | null>();
  readonly #shapes = new Map<string, number>();
  readonly #words = new Map<string, number>();
  #bytes: number[] = [];

  learn(row: object): void {
    this.#shapeOf(row);
    eachLeaf(row, '', (value, path) => this.#count(path, JSON.stringify(value)));
  }

  finish(): RowTables {
    for (const values of this.#counts.values()) {
      for (const [text, times] of values ?? []) {
        if (times >= LEAST_TIMES && !this.#words.has(text)) this.#words.set(text, this.#words.size);
      }
    }
    return {
      shapes: [...this.#shapes.keys()].map((text) => JSON.parse(text) as Shape),
      words: [...this.#words.keys()].map((text) => JSON.parse(text) as unknown),
    };
  }

  write(row: object): Buffer {
    this.#bytes = [];
    this.#add(this.#shapeOf(row));
    eachLeaf(row, '', (value) => this.#leaf(value));
    return Buffer.from(this.#bytes);
  }

  #shapeOf(row: object): number {
    const text = JSON.stringify(shapeOf(row));
    const known = this.#shapes.get(text) ?? this.#shapes.size;
    this.#shapes.set(text, known);
    return known;
  }

  #count(path: string, text: string): void {
    const values = this.#counts.get(path) ?? (this.#counts.has(path) ? null : new Map<string, number>());
    if (values === null) return;
    values.set(text, (values.get(text) ?? 0) + 1);
    this.#counts.set(path, values.size > MOST_VALUES ? null : values);
  }

  #leaf(value: unknown): void {
    const text = JSON.stringify(value);
    const word = this.#words.get(text);
    if (word !== undefined) this.#head(INLINE.word, word);
    else if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#part(INLINE.number, doubles(value));
    else if (isPair(value)) this.#part(INLINE.pair, doubles(...value));
    else this.#part(INLINE.json, Buffer.from(text));
  }

  #text(value: string): void {
    const latin1 = Buffer.from(value, 'latin1');
    if (latin1.toString('latin1') === value) this.#part(INLINE.latin1, latin1);
    else this.#part(INLINE.utf16, Buffer.from(value, 'utf16le'));
  }

  #part(kind: number, bytes: Buffer): void {
    this.#head(kind, bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
  }

  #head(kind: number, size: number): void {
    this.#add(size * 2 ** SHIFT + kind);
  }

  /** Seven bits a byte, lowest first; the eighth bit says that more follow. */
  #add(number: number): void {
    let left = number;
    for (; left > 127; left = Math.floor(left / 128)) this.#bytes.push((left % 128) + 128);
    this.#bytes.push(left);
  }
}

/** A property without a value does not exist, as in JSON. */
const entriesOf = (row: object): [string, unknown][] => Object.entries(row).filter(([, value]) => value !== undefined);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shapeOf = (row: object): Shape =>
  entriesOf(row).map(([name, value]) => [name, isObject(value) ? shapeOf(value) : null]);

function eachLeaf(row: object, path: string, visit: (value: unknown, path: string) => void): void {
  for (const [name, value] of entriesOf(row)) {
    if (isObject(value)) eachLeaf(value, `${path}.${name}`, visit);
    else visit(value, `${path}.${name}`);
  }
}

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number');

function doubles(...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) bytes.writeDoubleLE(value, 8 * i);
  return bytes;
}
