import { communeAt, type Commune } from './communes.ts';
import { BAND, BANDS, BLOCK, STREET, corner, type Lot } from './grid.ts';
import type { Point } from './geometry.ts';
import { hash, hash3 } from './hash.ts';
import { plainText } from './plain-text.ts';
import { degreesFromPlane, planeFromDegrees } from './plane.ts';

/** Ten kinds by ninety names: no two streets within some ten kilometres of a commune's centre have the same name. */
export const STREET_TYPES: readonly string[] = [
  'Rue', 'Avenue', 'Chemin', 'Boulevard', 'Allée', 'Impasse', 'Route', 'Cours', 'Quai', 'Passage',
]; // prettier-ignore

export const STREET_NAMES: readonly string[] = [
  'de la République', 'Victor Hugo', 'Jean Jaurès', 'des Écoles', 'de la Gare', 'du Moulin', 'de l’Église', 'Pasteur',
  'de la Mairie', 'des Lilas', 'du Général de Gaulle', 'de la Fontaine', 'Jean Moulin', 'des Jardins', 'Gambetta',
  'de la Paix', 'du Château', 'Émile Zola', 'des Tilleuls', 'de la Liberté', 'Marie Curie', 'du Stade', 'Jules Ferry',
  'des Acacias', 'de Verdun', 'du Lavoir', 'George Sand', 'des Vignes', 'de la Poste', 'Louis Pasteur', 'du Port',
  'Simone Veil', 'des Cerisiers', 'de la Libération', 'Albert Camus', 'du Pont', 'Joliot-Curie', 'des Prés', 'Voltaire',
  'de la Forge', 'Anatole France', 'des Marronniers', 'de Bretagne', 'Jacques Prévert', 'du Marché', 'Molière',
  'de la Croix', 'des Platanes', 'Berthelot', 'du Clos', 'Paul Éluard', 'de la Vallée', 'des Peupliers', 'Colette',
  'du Puits', 'Jean de La Fontaine', 'de la Source', 'des Roses', 'Louise Michel', 'du Parc', 'Alphonse Daudet',
  'de Provence', 'des Champs', 'Claude Debussy', 'du Bois', 'Rosa Parks', 'de la Plage', 'des Mimosas', 'Diderot',
  'du Canal', 'Olympe de Gouges', 'de Normandie', 'des Artisans', 'Frédéric Mistral', 'du Commerce', 'Camille Claudel',
  'de la Tour', 'des Ormes', 'Saint-Exupéry', 'du Levant', 'Henri Barbusse', 'de Lorraine', 'des Violettes', 'Rabelais',
  'du Couvent', 'Joséphine Baker', 'de la Concorde', 'des Fauvettes', 'Gustave Eiffel', 'du Midi',
]; // prettier-ignore

/**
 * A street of a commune is the street of one band over five blocks. It has up to 110 numbers, eleven on each side of a
 * block: odd ones north (the band's own lots), even ones south (the lots of the band below). Its name comes from its
 * place and leads back to it.
 */
export type Street = {
  name: string;
  /** Bands north of the commune's centre, and groups of five blocks east of it. */
  band: number;
  segment: number;
};
export type Address = { commune: Commune; street: Street; number: string; point: Point };

const SEGMENT_BLOCKS = 5;
/** The block of the centre has the first numbers, so that they stay in the smallest communes. */
const BLOCK_ORDER = [0, 1, -1, 2, -2];
const NUMBERS_PER_SIDE = 11;
const SUFFIXES = ['', ' bis', ' ter', ' quater', ' quinquies'];
const SEGMENTS = 7;
const BAND_REACH = 64;
const PLACES = 2 * BAND_REACH * SEGMENTS;
const NAMES = STREET_TYPES.length * STREET_NAMES.length;
/** Coprime with the number of names: neighbours differ and no name comes twice in a commune. */
const STRIDE = 37;
/** Its inverse: 37 × 73 = 3 × 900 + 1. */
const UNSTRIDE = 73;
const rankOfName = new Map(Array.from({ length: NAMES }, (_, rank) => [plainText(nameAt(rank)), rank]));
/** Mercator metres from the front of the lot to its address point; some points stand in the street, as in reality. */
const [INSIDE, OUTSIDE] = [6, -4];

function streetAt(commune: Commune, band: number, segment: number): Street {
  const place = modulo((band + BAND_REACH) * SEGMENTS + segment + 3, PLACES);
  return { name: nameAt(place * STRIDE + hash(commune.insee)), band, segment };
}

/** The street of that name; an unknown name is assigned to a street near the centre. */
export function streetNamed(commune: Commune, name: string): Street {
  const plain = plainText(name);
  const rank = rankOfName.get(plain);
  const place = rank === undefined ? PLACES : modulo((rank - (hash(commune.insee) % NAMES)) * UNSTRIDE, NAMES);
  if (place >= PLACES) return { name, band: nearCentre(name), segment: 0 };
  return streetAt(commune, Math.floor(place / SEGMENTS) - BAND_REACH, (place % SEGMENTS) - 3);
}

/** The point of a number, always inside the commune: farther ones are moved towards the centre. */
export function addressPoint(commune: Commune, street: Street, number: number): Point {
  const rank = Math.floor((Math.max(1, number) - 1) / 2) % (NUMBERS_PER_SIDE * SEGMENT_BLOCKS);
  const index = rank % NUMBERS_PER_SIDE;
  const block = BLOCK_ORDER[Math.floor(rank / NUMBERS_PER_SIDE)] ?? 0;
  const side = number % 2 === 1 ? 0 : 1;
  const centre = centreOf(commune);
  const nearBand = nearCentre(street.name);
  for (const [band, blocks] of [
    [street.band, street.segment * SEGMENT_BLOCKS + block],
    [nearBand, block],
    [nearBand, 0],
    [0, 0],
  ] as const) {
    const point = doorOf({ column: centre.column + blocks, band: centre.band + band - side, side, index });
    if (communeAt(...point)?.insee === commune.insee) return point;
  }
  return [commune.longitude, commune.latitude];
}

/** The address of a lot, in the commune where its door is; null at sea and abroad. */
export function addressOfLot(lot: Lot): Address | null {
  const point = doorOf(lot);
  const commune = communeAt(...point);
  if (!commune) return null;
  const centre = centreOf(commune);
  const blocks = lot.column - centre.column;
  const segment = Math.floor((blocks + 2) / SEGMENT_BLOCKS);
  const block = BLOCK_ORDER.indexOf(blocks - segment * SEGMENT_BLOCKS);
  const index = Math.min(lot.index, NUMBERS_PER_SIDE - 1);
  const number = 2 * (block * NUMBERS_PER_SIDE + index) + 1 + lot.side;
  return {
    commune,
    street: streetAt(commune, lot.band + lot.side - centre.band, segment),
    number: `${number}${SUFFIXES[lot.index - index] ?? ''}`,
    point,
  };
}

function doorOf(lot: Lot): Point {
  const level = lot.side === 0 ? 0 : 2;
  const [[west], [east]] = [corner(lot, lot.index, level), corner(lot, lot.index + 1, level)];
  const depth = hash3(lot.column, lot.band, lot.index * 2 + lot.side + 500) % 8 === 0 ? OUTSIDE : INSIDE;
  const front = lot.band * BAND + (lot.side === 0 ? STREET + depth : BAND - depth);
  return degreesFromPlane([(west + east) / 2, front]);
}

function centreOf(commune: Commune): { column: number; band: number } {
  const [u, v] = planeFromDegrees([commune.longitude, commune.latitude]);
  return { column: Math.floor(u / BLOCK), band: Math.floor(v / BLOCK) * BANDS + 2 };
}

/** A band near the commune's centre, for an unknown name or a street beyond the commune. */
function nearCentre(name: string): number {
  return (hash(plainText(name)) % 7) - 3;
}

function nameAt(rank: number): string {
  const place = modulo(rank, NAMES);
  return `${STREET_TYPES[place % STREET_TYPES.length]} ${STREET_NAMES[Math.floor(place / STREET_TYPES.length)]}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
