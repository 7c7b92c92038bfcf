import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { readWkb } from './wkb.ts';

const number = (bytes: 4 | 8, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 4) buffer.writeUInt32LE(value);
  else buffer.writeDoubleLE(value);
  return buffer;
};
const list = (parts: readonly Buffer[]): Buffer => Buffer.concat([number(4, parts.length), ...parts]);
const positions = (points: readonly Position[]): Buffer =>
  list(points.map((point) => Buffer.concat(point.map((value) => number(8, value)))));
const geometry = (type: number, content: Buffer): Buffer => Buffer.concat([Buffer.from([1]), number(4, type), content]);

const line = (...points: Position[]): Buffer => geometry(2, positions(points));
const arcs = (...points: Position[]): Buffer => geometry(8, positions(points));
const compound = (...parts: Buffer[]): Buffer => geometry(9, list(parts));
const curvePolygon = (...rings: Buffer[]): Buffer => geometry(10, list(rings));
const multiSurface = (...parts: Buffer[]): Buffer => geometry(12, list(parts));

const RING: Position[] = [
  [0, 0],
  [0, 10],
  [10, 10],
  [10, 0],
  [0, 0],
];
const [A, B, C, D] = RING as [Position, Position, Position, Position];
const polygon = geometry(3, list([positions(RING)]));
const read = (bytes: Buffer) => readWkb(bytes, 'plan.gpkg zones').coordinates;

describe('a surface of straight lines is read, however it is written', () => {
  it.each<[string, Buffer, Position[][][]]>([
    ['a polygon', polygon, [[RING]]],
    ['with altitudes (ISO)', geometry(1003, list([positions(RING.map((at) => [...at, 35]))])), [[RING]]],
    ['a multi-polygon', geometry(6, list([polygon, polygon])), [[RING], [RING]]],
    ['a CURVEPOLYGON of a line', curvePolygon(line(...RING)), [[RING]]],
    ['of a COMPOUNDCURVE', curvePolygon(compound(line(A, B, C), line(C, D), line(D, A))), [[RING]]],
    [
      'of a CIRCULARSTRING in line',
      curvePolygon(compound(line(A, B, C, D), arcs(D, [5, 0], A))),
      [[[...RING.slice(0, 4), [5, 0], A]]],
    ],
    ['a MULTISURFACE of both', multiSurface(polygon, curvePolygon(line(...RING))), [[RING], [RING]]],
    ['an empty MULTISURFACE', multiSurface(), []],
  ])('%s', (...[, bytes, expected]) => {
    expect(read(bytes)).toEqual(expected);
  });
});

describe('the rest is refused in one sentence, with the layer', () => {
  const arc = 'plan.gpkg zones : cette couche a des arcs de cercle, à convertir en lignes droites avant l’import.';
  it.each<[string, Buffer, string]>([
    ['an arc', curvePolygon(compound(line(A, B, C, D), arcs(D, [5, -1], A))), arc],
    ['a whole circle', curvePolygon(arcs(A, [10, 0], A)), arc],
    ['an arc that goes back', curvePolygon(compound(line(A, B, C, D), arcs(D, [12, 0], A))), arc],
    ['an arc in a part', multiSurface(polygon, curvePolygon(arcs(A, [1, 1], C, [6, 4], A))), arc],
    ['half an arc', curvePolygon(arcs(A, B)), 'plan.gpkg zones : géométrie illisible.'],
    ['a line', line(A, B), 'plan.gpkg zones : géométrie de type 2, une surface est attendue.'],
    [
      'a point as a ring',
      curvePolygon(geometry(1, positions([A]))),
      'plan.gpkg zones : contour de type 1, une ligne est attendue.',
    ],
    ['a surface cut short', polygon.subarray(0, -1), 'plan.gpkg zones : géométrie tronquée.'],
    ['a count without end', geometry(12, number(4, 0xff_ff_ff_ff)), 'plan.gpkg zones : géométrie tronquée.'],
    [
      'surfaces in surfaces',
      Buffer.alloc(9 * 100_000, geometry(12, number(4, 1))),
      'plan.gpkg zones : géométrie tronquée.',
    ],
  ])('%s', (...[, bytes, sentence]) => {
    expect(() => read(bytes)).toThrow(sentence);
  });
});
