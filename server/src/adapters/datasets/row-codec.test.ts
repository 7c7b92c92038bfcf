import { expect, it } from 'vitest';
import { RowReader } from './row-reader.ts';
import { RowWriter } from './row-writer.ts';

const ROWS = [
  { site: { id: 'A', name: 'Usine', status: null, more: {} }, at: [2.3488, 48.8534], withinMetres: 0 },
  { site: { id: 'B', name: 'Œuvre à l’été', status: 'à vérifier', more: { deep: [1, 'x', { y: null }] } }, at: null },
  { level: 3, isDrawn: false, hazards: ['Inondation'], long: 'é'.repeat(40_000), number: -1e-7 },
  { works: '', odd: 'a\nb\u0000c', absent: undefined, pair: ['a', 1], empty: [] },
];

it('rows are the same as their JSON, one by one and together, with and without words in common', () => {
  const many = Array.from({ length: 400 }, (_, i) => ({ ...ROWS[i % ROWS.length], code: i, text: `n° ${i}` }));
  for (const rows of [ROWS, many]) {
    const writer = new RowWriter();
    for (const row of rows) writer.learn(row);
    const reader = new RowReader(JSON.parse(JSON.stringify(writer.finish())));
    const parts = rows.map((row) => writer.write(JSON.parse(JSON.stringify(row))));
    const bytes = Buffer.concat([Buffer.from('before'), ...parts]);
    const expected: unknown = JSON.parse(JSON.stringify(rows));
    expect(reader.rows(bytes, 6, bytes.length)).toEqual(expected);
    let at = 6;
    const alone = parts.map(({ length }) => reader.row(bytes, at, (at += length)));
    expect(alone).toEqual(expected);
    expect(alone.map((row) => JSON.stringify(row))).toEqual(rows.map((row) => JSON.stringify(row)));
  }
});

it('a field of many values is written in its rows, a repeated value once', () => {
  const writer = new RowWriter();
  const rows = Array.from({ length: 6_000 }, (_, id) => ({
    id: `S${id}`,
    status: ['open', 'closed'][id % 2],
    rare: id % 750,
  }));
  for (const row of rows) writer.learn(row);
  const words = [...Array.from({ length: 750 }, (_, i) => i), 'open', 'closed'];
  expect(new Set(writer.finish().words)).toEqual(new Set(words));
});
