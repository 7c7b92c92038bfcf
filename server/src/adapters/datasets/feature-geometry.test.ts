import type { Position } from 'geojson';
import { expect, it } from 'vitest';
import type { Box } from '#domain/geometry/boxes.ts';
import { Edges } from '#domain/geometry/edges.ts';
import type { Rings } from '#domain/geometry/zones.ts';
import { boxesOf, envelopeOf, packedSite, packedSurface, ringsNear, typeOf } from './feature-geometry.ts';

const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

function star(radius: number, count: number, [x = 0, y = 0]: Position = [3.5, 44.5]): Position[] {
  const points = Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count;
    const reach = radius * (1 + 0.3 * Math.sin(17 * angle) + 0.05 * Math.sin(211 * angle));
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return [...points, points[0] ?? []];
}

/** A star of 4,000 vertices with a hole of 1,000, and another beside. */
const COORDINATES = [[star(0.02, 4_000), star(0.005, 1_000).toReversed()], [star(0.01, 100, [3.6, 44.5])]];
const packed = (coordinates: Position[][][]): Uint8Array | null => packedSurface({ type: 'MultiPolygon', coordinates });
const LARGE = packed(COORDINATES) ?? new Uint8Array();

const edgesOf = (polygons: Rings): Edges[] =>
  polygons.map(
    (rings) =>
      new Edges(
        rings.flatMap((ring) =>
          ring.flatMap((_, i) => (i % 2 === 0 ? [ring[i]!, ring[i + 1]!, ring.at(i - 2)!, ring.at(i - 1)!] : [])),
        ),
      ),
  );
const isWithin = (polygons: Edges[], x: number, y: number): boolean =>
  polygons.some((polygon) => polygon.surround(x, y));

it('a surface is read as it was, to a centimetre, each ring without its closing point', () => {
  const whole = ringsNear(LARGE, EVERYWHERE);
  expect(whole.map((rings) => rings.map(({ length }) => length))).toEqual([[8_000, 2_000], [200]]);
  expect(whole[0]?.[0]?.slice(2, 4)).toEqual(
    COORDINATES[0]?.[0]?.[1]?.map((value) => expect.closeTo(value, 7) as number),
  );
  expect(typeOf(LARGE)).toBe('MULTIPOLYGON');
  const boxes = boxesOf(LARGE);
  expect(boxes).toHaveLength(2);
  const [west, , , north] = envelopeOf(LARGE);
  expect([west, north]).toEqual([boxes[0]?.[0], boxes[0]?.[3]]);
});

it('rings near a window enclose there what the whole ones do, with some of their vertices', () => {
  const whole = ringsNear(LARGE, EVERYWHERE);
  const wholeEdges = edgesOf(whole);
  let kept = 0;
  for (let i = 0; i < 300; i += 1) {
    const x = 3.47 + 0.06 * ((i * 0.618034) % 1);
    const y = 44.47 + 0.06 * ((i * 0.754878) % 1);
    const near = ringsNear(LARGE, [x - 0.001, y - 0.001, x + 0.001, y + 0.001]);
    kept += near.flat(2).length / whole.flat(2).length / 300;
    const edges = edgesOf(near);
    for (const [dx, dy] of [
      [0, 0],
      [-0.001, 0.0005],
      [0.0009, -0.001],
    ] as const) {
      expect([x + dx, y + dy, isWithin(edges, x + dx, y + dy)]).toEqual([
        x + dx,
        y + dy,
        isWithin(wholeEdges, x + dx, y + dy),
      ]);
    }
  }
  expect(kept).toBeLessThan(0.2);
});

it('a site is its own box, and has no rings', () => {
  const site = packedSite([3.512345678, 44.5]);
  expect(boxesOf(site)).toEqual([[3.5123457, 44.5, 3.5123457, 44.5]]);
  expect([typeOf(site), ringsNear(site, EVERYWHERE)]).toEqual(['POINT', []]);
});

it('a ring that encloses nothing is left out, and a surface of such rings is none', () => {
  const flat: Position[] = [
    [1, 1],
    [2, 2],
    [1, 1],
  ];
  expect([packed([]), packed([[]]), packed([[flat]])]).toEqual([null, null, null]);
  expect(ringsNear(packed([[star(0.01, 10), flat]]) ?? new Uint8Array(), EVERYWHERE)[0]).toHaveLength(1);
});

it.each([
  ['no geometry', new Uint8Array(60).fill(3), 'géométrie illisible'],
  ['a cut one', LARGE.subarray(0, LARGE.length / 2), 'outside the bounds'],
  ['one that counts more than it has', LARGE.with(45, 255), 'outside the bounds'],
])('bytes of %s are refused', (...[, bytes, why]) => {
  expect(() => ringsNear(bytes, EVERYWHERE)).toThrow(why);
});
