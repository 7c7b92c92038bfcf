import { expect, it } from 'vitest';
import { pixelsAt, tilesIn, viewOf, type LngLat } from './small-map.ts';

const SIZE = { width: 320, height: 200 };

it.each<[string, LngLat[]]>([
  ['one door', [[2.4745, 49.0325]]],
  [
    'two doors of a street',
    [
      [2.4745, 49.0325],
      [2.4771, 49.0319],
    ],
  ],
  [
    'two towns',
    [
      [2.35, 48.85],
      [5.37, 43.3],
    ],
  ],
])('a view shows %s whole', (_, positions) => {
  const view = viewOf(positions, SIZE);
  if (view === null) throw new Error('no view');
  for (const position of positions) {
    const [x, y] = pixelsAt(position, view.zoom);
    expect([x - view.left >= 0, x - view.left <= SIZE.width]).toEqual([true, true]);
    expect([y - view.top >= 0, y - view.top <= SIZE.height]).toEqual([true, true]);
  }
});

it('its tiles cover it, and no more than six are asked for', () => {
  const view = viewOf([[2.4745, 49.0325]], SIZE);
  const tiles = view === null ? [] : tilesIn(view);
  expect(tiles.length).toBeGreaterThan(0);
  expect(tiles.length).toBeLessThanOrEqual(6);
  expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ left }) => left + 256))).toBeGreaterThanOrEqual(SIZE.width);
});

it('nothing to show → no view', () => {
  expect(viewOf([], SIZE)).toBeNull();
});
