import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { enumeration, frenchDistance } from '#domain/french.ts';
import type { Parcel } from '#domain/geometry/place.ts';
import { distanceTo, planeAround } from '#domain/geometry/shapes.ts';

/** Which parcels may be in one statement (decision 0083). */

/** Géorisques takes ten INSEE codes in a request, and an arrondissement has two. */
const MOST_COMMUNES = 8;
/** Distances and areas are exact to 1 ‰ within some kilometres, and beyond it is hardly one property. */
const APART_METRES = 5_000;

/** Why parcels of these codes cannot be in one statement, in French; null when they may. */
export function groupRefusal(codes: readonly string[]): string | null {
  const communes = [...new Set(codes.map((code) => code.slice(-5)))];
  const [first = ''] = codes;
  const overseas = codes.find((code) => territoryOf(code) !== territoryOf(first));
  if (overseas !== undefined) {
    return `Les parcelles ${named(first)} et ${named(overseas)} ne sont pas dans le même territoire : préparez un état des risques pour chacune.`;
  }
  if (communes.length <= MOST_COMMUNES) return null;
  return `Ces parcelles sont dans ${communes.length} communes : un état des risques porte sur ${MOST_COMMUNES} communes au plus.`;
}

/** Refuses known parcels that are not within five kilometres of the first. */
export function distanceRefusal(parcels: readonly Parcel[]): string | null {
  const [first, ...others] = parcels;
  const corner = first?.outline.coordinates[0]?.[0]?.[0];
  if (first === undefined || corner === undefined) return null;
  const plane = planeAround(...corner);
  const here = plane.shape([first.outline]);
  for (const parcel of others) {
    const metres = distanceTo(here, plane.shape([parcel.outline]));
    if (metres > APART_METRES) {
      return `La parcelle ${wordsOf(parcel)} est à ${frenchDistance(metres)} de la première : un état des risques porte sur des parcelles distantes de ${frenchDistance(APART_METRES)} au plus. Préparez-en un autre pour elle.`;
    }
  }
  return null;
}

/** What the cadastre lacks of the chosen codes, in French; null when it has them all. */
export function missingSentence({ unknown, undrawn }: { unknown: string[]; undrawn: string[] }): string | null {
  if (unknown.length > 0) {
    const [noun, verb, after] =
      unknown.length === 1
        ? ['La parcelle', 'n’existe pas', 'elle a pu être divisée ou réunie. Retirez-la ou remplacez-la.']
        : ['Les parcelles', 'n’existent pas', 'elles ont pu être divisées ou réunies. Retirez-les ou remplacez-les.'];
    return `${noun} ${enumeration(unknown.map(named))} ${verb} au cadastre : ${after}`;
  }
  if (undrawn.length === 0) return null;
  return undrawn.length === 1
    ? `Le cadastre ne donne pas de contour lisible de la parcelle ${undrawn.map(named).join('')} : elle ne peut pas être comparée aux zones. Retirez-la.`
    : `Le cadastre ne donne pas de contour lisible des parcelles ${enumeration(undrawn.map(named))} : elles ne peuvent pas être comparées aux zones. Retirez-les.`;
}

/** Metropolitan France, or one overseas département. */
const territoryOf = (code: string): string => {
  const insee = code.slice(-5);
  return insee.startsWith('97') ? insee.slice(0, 3) : 'metropole';
};

/** « AB 12 (48095) » */
const named = (code: string): string => `${shortParcel(code)} (${code.slice(-5)})`;

const wordsOf = ({ prefix, section, number, communeName }: Parcel): string =>
  `${shortParcel(`${prefix}-${section}-${number}`)} (${communeName})`;

/**
 * The cadastre has a parcel at the point without an outline that can be read: its neighbours must not stand for it.
 * `code` is null when its identifier cannot be read either.
 */
export class UndrawnParcel extends Error {
  constructor(code: string | null) {
    super(undrawnSentence(code));
  }
}

/** The sentence is French, with plain spaces. */
export function undrawnSentence(code: string | null): string {
  const parcel = code === null ? 'située à cet endroit' : named(code);
  return `Le cadastre ne donne pas de contour lisible de la parcelle ${parcel} : elle ne peut pas être comparée aux zones, et aucun crédit n’est débité.`;
}
