/** What a TrueType file says that it can draw (OpenType 1.9.1: cmap 4 and 12, GPOS 4 and 9). */
export type Font = {
  /** Glyph by code point. */
  glyphs: ReadonlyMap<number, number>;
  /** True when the font says where this accent sits on that letter (code points). */
  attaches(accent: number, letter: number): boolean;
};

export function readFont(file: Buffer): Font {
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
    const start = file.readUInt32BE(at + 8);
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12)));
  }
  const glyphs = readCmap(tableOf(tables, 'cmap'));
  const anchors = readAnchors(tableOf(tables, 'GPOS'));
  return {
    glyphs,
    attaches: (accent, letter) => anchors.get(glyphs.get(accent) ?? 0)?.has(glyphs.get(letter) ?? 0) ?? false,
  };
}

function tableOf(tables: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`the font has no table ${name}`);
  return table;
}

/** The offsets of `count` records of `size` bytes. */
const records = (start: number, count: number, size: number): number[] =>
  Array.from({ length: count }, (_, index) => start + index * size);

function readCmap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (const at of records(4, cmap.readUInt16BE(2), 8)) {
    const table = cmap.subarray(cmap.readUInt32BE(at + 4));
    const read = { 4: segments, 12: groups }[table.readUInt16BE(0)];
    // Another format only repeats what one of these two holds.
    for (const [code, glyph] of read?.(table) ?? []) if (glyph !== 0) glyphs.set(code, glyph);
  }
  return glyphs;
}

function* segments(table: Buffer): Generator<[number, number]> {
  const size = table.readUInt16BE(6);
  for (const at of records(14, size / 2, 2)) {
    const [start, delta] = [table.readUInt16BE(at + size + 2), table.readUInt16BE(at + 2 * size + 2)];
    const rangeAt = at + 3 * size + 2;
    const range = table.readUInt16BE(rangeAt);
    // The last segment, U+FFFF, is no character.
    for (let code = start; code <= Math.min(table.readUInt16BE(at), 0xff_fe); code += 1) {
      const glyph = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - start));
      yield [code, glyph === 0 ? 0 : (glyph + delta) % 0x1_00_00];
    }
  }
}

function* groups(table: Buffer): Generator<[number, number]> {
  for (const at of records(16, table.readUInt32BE(12), 12)) {
    const [start, end, glyph] = [0, 4, 8].map((offset) => table.readUInt32BE(at + offset)) as [number, number, number];
    for (let code = start; code <= end; code += 1) yield [code, glyph + code - start];
  }
}

type Anchors = Map<number, Set<number>>;

/** For each accent, the letters that have a place for it. */
function readAnchors(gpos: Buffer): Anchors {
  const anchors: Anchors = new Map();
  const lookups = gpos.readUInt16BE(8);
  for (const index of lookupsOf(gpos, 'mark')) {
    const lookup = lookups + gpos.readUInt16BE(lookups + 2 + 2 * index);
    for (const at of records(lookup + 6, gpos.readUInt16BE(lookup + 4), 2)) {
      const table = gpos.subarray(lookup + gpos.readUInt16BE(at));
      if (gpos.readUInt16BE(lookup) === 4) addAnchors(table, anchors);
      else if (table.readUInt16BE(2) === 4) addAnchors(table.subarray(table.readUInt32BE(4)), anchors);
    }
  }
  return anchors;
}

function lookupsOf(gpos: Buffer, feature: string): Set<number> {
  const list = gpos.readUInt16BE(6);
  const tables = records(list + 2, gpos.readUInt16BE(list), 6)
    .filter((at) => gpos.toString('latin1', at, at + 4) === feature)
    .map((at) => list + gpos.readUInt16BE(at + 4));
  return new Set(
    tables.flatMap((at) => records(at + 4, gpos.readUInt16BE(at + 2), 2).map((one) => gpos.readUInt16BE(one))),
  );
}

function addAnchors(table: Buffer, anchors: Anchors): void {
  const [accents, letters] = [2, 4].map((at) => covered(table.subarray(table.readUInt16BE(at)))) as [
    number[],
    number[],
  ];
  const classes = table.readUInt16BE(6);
  const [marks, bases] = [table.readUInt16BE(8), table.readUInt16BE(10)];
  for (const [rank, accent] of accents.entries()) {
    const kind = table.readUInt16BE(marks + 2 + 4 * rank);
    const known = anchors.get(accent) ?? new Set();
    anchors.set(accent, known);
    for (const [row, letter] of letters.entries()) {
      if (table.readUInt16BE(bases + 2 + 2 * (row * classes + kind)) !== 0) known.add(letter);
    }
  }
}

function covered(table: Buffer): number[] {
  const count = table.readUInt16BE(2);
  if (table.readUInt16BE(0) === 1) return records(4, count, 2).map((at) => table.readUInt16BE(at));
  return records(4, count, 6).flatMap((at) =>
    records(table.readUInt16BE(at), table.readUInt16BE(at + 2) - table.readUInt16BE(at) + 1, 1),
  );
}
