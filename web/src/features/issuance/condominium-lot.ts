import type { Declarations } from '@clairisque/contract/common/declarations.ts';

type Lot = NonNullable<Declarations['lot_copropriete']>;

const [LOWEST, HIGHEST] = [-2, 30];
const NO_LOT = '';
const UNKNOWN_FLOOR = 'inconnu';

const floors = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => LOWEST + index);

/** One choice for the lot and its floor. */
export const LOTS = [
  { value: NO_LOT, label: 'Non, ou à préciser plus tard' },
  { value: UNKNOWN_FLOOR, label: 'Oui, étage non précisé' },
  ...floors.map((floor) => ({ value: String(floor), label: `Oui, ${floorName(floor)}` })),
];

function floorName(floor: number): string {
  if (floor === 0) return 'rez-de-chaussée';
  const rank = Math.abs(floor) === 1 ? '1er' : `${Math.abs(floor)}e`;
  return floor > 0 ? `${rank} étage` : `${rank} sous-sol`;
}

/** The chosen floor; number and building stay. */
export const lotOf = (option: string, former: Declarations['lot_copropriete']): Lot | null =>
  option === NO_LOT ? null : { ...former, etage: option === UNKNOWN_FLOOR ? null : Number(option) };

export function lotOption({ lot_copropriete: lot }: Declarations): string {
  if (!lot) return NO_LOT;
  return lot.etage === null ? UNKNOWN_FLOOR : String(lot.etage);
}
