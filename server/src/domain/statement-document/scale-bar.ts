import { frenchNumber } from '#domain/french.ts';

/** A length on the ground, and its share of a map's width. */
export type Scale = { label: string; share: number };

/** The longest round length within a quarter of the map. */
export function scaleBar(widthMetres: number): Scale {
  const longest = widthMetres / 4;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = ([5, 2, 1].find((digit) => digit * power <= longest) ?? 1) * power;
  const label = length < 1000 ? `${length} m` : `${frenchNumber(length / 1000)} km`;
  return { label, share: length / widthMetres };
}
