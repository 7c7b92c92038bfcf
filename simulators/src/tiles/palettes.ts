import type { Colour } from './png.ts';

/** In the order of the land uses and of `INK`: town, park, forest, meadow, field, land, sea, street, canal, building, text, mark. */
export const PLAN: readonly Colour[] = [
  [238, 234, 226], [205, 228, 190], [196, 219, 178], [228, 238, 210], [243, 239, 219], [240, 240, 228], [178, 210, 232],
  [255, 255, 255], [160, 200, 228], [206, 196, 186], [70, 78, 92], [190, 186, 180],
]; // prettier-ignore

export const OSM: readonly Colour[] = [
  [224, 223, 223], [200, 250, 204], [173, 209, 158], [205, 235, 176], [238, 240, 213], [242, 239, 233], [170, 211, 223],
  [253, 251, 245], [170, 211, 223], [196, 182, 171], [60, 60, 60], [178, 178, 172],
]; // prettier-ignore

/** In the order of `PARCEL_INK`: nothing, line, number. */
export const PARCELS: readonly Colour[] = [
  [255, 255, 255, 0],
  [217, 95, 14, 230],
  [150, 60, 10, 255],
];
