import type Flatbush from 'flatbush';
import type { Box } from './piece.ts';

/** Some 700 by 500 metres in France. */
const CELL_BITS = 16;
/** Cells of a row, and rows: farther, they begin again, so that two places may share a cell. */
const SIDE = 2_048;

/** Numbers of the pieces whose box meets a window; `isKept` leaves some out by their box. */
export type ZoneIndex = (window: Box, isKept?: (box: Box) => boolean) => number[];

/** Most datasets have nothing around most places: a bit for each cell of a grid says so without a search. */
export function createZoneIndex(boxes: Flatbush): ZoneIndex {
  const mayMeet = presenceOf(boxes);
  return (window, isKept) => {
    if (!mayMeet(window)) return [];
    const keep = isKept && ((_: number, ...box: [number, number, number, number]): boolean => isKept(box));
    return boxes.search(window[0], window[1], window[2], window[3], keep);
  };
}

function presenceOf(boxes: Flatbush): (window: Box) => boolean {
  const cells = new Uint8Array((SIDE * SIDE) / 8);
  boxes.search(-Infinity, -Infinity, Infinity, Infinity, (_, ...box) => {
    someCell(box, (cell) => {
      cells[cell >> 3]! |= 1 << (cell & 7);
      return false;
    });
    return false;
  });
  return (window) => someCell(window, (cell) => ((cells[cell >> 3]! >> (cell & 7)) & 1) === 1);
}

function someCell([west, south, east, north]: Box, is: (cell: number) => boolean): boolean {
  for (let y = south >> CELL_BITS; y <= north >> CELL_BITS; y += 1) {
    for (let x = west >> CELL_BITS; x <= east >> CELL_BITS; x += 1) {
      if (is((y & (SIDE - 1)) * SIDE + (x & (SIDE - 1)))) return true;
    }
  }
  return false;
}
