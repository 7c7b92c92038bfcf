import { LAND_USES } from './land-use.ts';

/** Palette indexes of the base map; each layer gives them its own colours. The land uses come first, in their order. */
export const INK = {
  land: LAND_USES.length,
  sea: 6,
  street: 7,
  canal: 8,
  building: 9,
  text: 10,
  mark: 11,
} as const;
