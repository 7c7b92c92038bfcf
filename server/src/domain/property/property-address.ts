import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { metresToParcel } from '#domain/geometry/around.ts';
import { type Parcel, type Place, codeOf, communesOf, inseeCodesOf } from '#domain/geometry/place.ts';
import { atName, frenchDistance } from '#domain/french.ts';
import { compareAddress, namesPlace } from './addresses/address-comparison.ts';
import { namesOf, type KnownAddress } from './addresses/known-address.ts';

/**
 * Why an address is not the property's: found elsewhere, far from the parcel, on another parcel, not found, or no
 * answer.
 */
export type Doubt =
  | { kind: 'other-commune'; communeName: string | null }
  | { kind: 'far'; metres: number }
  /** `parcel`: « 000-AA-0144 »; null when the cadastre did not identify it. */
  | { kind: 'other-parcel'; parcel: string | null }
  /** `differences`: from what the BAN knows instead, as sentences without a capital. */
  | { kind: 'unknown'; differences?: string[] }
  | { kind: 'no-answer' };

/**
 * What the document says about the address (decision 0042). `confirmed`: `label` is the BAN's text or the parcel's
 * name, and `typed` the user's text when it differs. `declared`: no source confirms the user's text. `obtainedAt`: when
 * the BAN answered, ISO instant UTC; null without an answer.
 */
export type PropertyAddress = { obtainedAt: string | null } & (
  | {
      state: 'confirmed';
      label: string;
      postcode: string | null;
      typed: string | null;
      /** INSEE code of the parcel's commune in which it lies, when the parcels are in several. */
      commune?: string;
    }
  | { state: 'declared'; typed: string; doubt: Doubt }
);

/**
 * The point of a house number is its door, its letter box or a place along the street. Farther than this, it belongs to
 * another property.
 */
const NUMBER_TO_PARCEL_METRES = 100;
/** A street or a locality has one point for all of it: it only says that the property is there. */
const STREET_TO_PARCEL_METRES = 500;

type Answer = { found: readonly KnownAddress[]; obtainedAt: string } | null;

/** `answer` is null when the geocoder gave none. */
export function propertyAddress(typed: string, answer: Answer, place: Place): PropertyAddress {
  const text = legible(typed).trim();
  if (isNameOfParcel(text, place)) {
    return { state: 'confirmed', label: text, postcode: null, typed: null, obtainedAt: null };
  }
  if (answer === null) return { state: 'declared', typed: text, doubt: { kind: 'no-answer' }, obtainedAt: null };
  const { obtainedAt } = answer;
  const nearest = nearestOf(text, answer.found, place);
  if ('kind' in nearest) return { state: 'declared', typed: text, doubt: nearest, obtainedAt };
  const { postcode } = nearest.address;
  const label = namesOf(answer.found)[answer.found.indexOf(nearest.address)] ?? nearest.address.label;
  const said = [label, nearest.address.label].some((name) => isSame(name, text)) ? null : text;
  return { state: 'confirmed', label, postcode, typed: said, obtainedAt, ...communeAmong(nearest.address, place) };
}

function communeAmong(address: KnownAddress, { parcels }: Place): { commune?: string } {
  const parcel = parcels.find((one) => isInCommune(address, [one]));
  const isAmongSeveral = parcels.some(({ commune }) => commune !== parcels[0]?.commune);
  return isAmongSeveral && parcel !== undefined ? { commune: parcel.commune } : {};
}

/** A house number whose point lies beside the property: the parcel under that point decides whose address it is. */
export type NumberBeside = { longitude: number; latitude: number };

/**
 * Where to query the cadastre before an address is confirmed; null when its point is on the property, or when it is
 * only a street.
 */
export function numberBeside(typed: string, answer: Answer, place: Place): NumberBeside | null {
  const text = legible(typed).trim();
  if (answer === null || isNameOfParcel(text, place)) return null;
  const nearest = nearestOf(text, answer.found, place);
  if ('kind' in nearest || nearest.metres === 0 || nearest.address.kind !== 'housenumber') return null;
  const { longitude, latitude } = nearest.address;
  return { longitude, latitude };
}

/**
 * The address after the cadastre has named the parcel under its point: `null` for none, such as a street; `'no-answer'`
 * when it failed.
 */
export function checkedAgainstParcel(
  address: PropertyAddress,
  typed: string,
  { under, place }: { under: { code: string; reference: string } | null | 'no-answer'; place: Place },
): PropertyAddress {
  if (address.state === 'declared' || under === null) return address;
  const isOurs = under !== 'no-answer' && place.parcels.some((parcel) => codeOf(parcel) === under.code);
  if (isOurs) return address;
  const doubt: Doubt = { kind: 'other-parcel', parcel: under === 'no-answer' ? null : under.reference };
  return { state: 'declared', typed: legible(typed).trim(), doubt, obtainedAt: address.obtainedAt };
}

/** « Parcelle 000-AB-0012, Mende »: what the wizard writes far from any street. */
export const nameOfParcel = ({ parcels: [parcel], communeName }: Place): string | null =>
  parcel === undefined ? null : `Parcelle ${parcel.prefix}-${parcel.section}-${parcel.number}, ${communeName}`;

function isNameOfParcel(text: string, place: Place): boolean {
  const name = nameOfParcel(place);
  return name !== null && isSame(name, text);
}

/** Answers with exactly that name, else those that nothing typed contradicts (decision 0042). */
function candidates(text: string, found: readonly KnownAddress[]): KnownAddress[] {
  const sure = found.filter((address) => address.kind !== 'municipality' && namesPlace(text, address));
  const same = sure.filter(({ label }) => isSame(label, text));
  return same.length > 0 ? same : sure;
}

/** Differences between the text and the closest answer. */
function unknown(text: string, found: readonly KnownAddress[]): Doubt {
  const [least] = found
    .map((address) => compareAddress(text, address).differences)
    .toSorted((one, other) => one.length - other.length);
  return { kind: 'unknown', ...(least !== undefined && least.length > 0 && { differences: least }) };
}

function nearestOf(
  text: string,
  found: readonly KnownAddress[],
  place: Place,
): { address: KnownAddress; metres: number } | Doubt {
  const addresses = candidates(text, found);
  const [first] = addresses;
  if (first === undefined) return unknown(text, found);
  const here = addresses.filter((address) => isInCommune(address, place.parcels));
  if (here.length === 0) return { kind: 'other-commune', communeName: first.communeName };
  const [nearest] = here
    .map((address) => ({ address, metres: metresBetween(address, place) }))
    .toSorted((one, other) => one.metres - other.metres);
  if (nearest === undefined) return { kind: 'unknown' };
  const reach = nearest.address.kind === 'housenumber' ? NUMBER_TO_PARCEL_METRES : STREET_TO_PARCEL_METRES;
  return nearest.metres <= reach ? nearest : { kind: 'far', metres: nearest.metres };
}

/** Distance to the nearest parcel, in metres. */
const metresBetween = ({ longitude, latitude }: KnownAddress, place: Place): number =>
  metresToParcel({ ...place, longitude, latitude });

/** Ignores case, accents and punctuation. */
export const isSame = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The cadastre and the BAN do not record a merger on the same day: either may still name the absorbed commune, which
 * the prefix of the parcel also names. In Paris, Lyon and Marseille both name the arrondissement; the city alone is
 * accepted.
 */
function isInCommune({ inseeCode, formerInseeCode }: KnownAddress, parcels: readonly Parcel[]): boolean {
  const codes = [inseeCode, formerInseeCode].filter((code) => code !== null);
  return parcels.some((parcel) => {
    const absorbed = parcel.prefix === '000' ? [] : [parcel.commune.slice(0, 2) + parcel.prefix];
    const itsOwn = [...inseeCodesOf(parcel.commune), ...absorbed];
    return codes.some((code) => itsOwn.includes(code) || inseeCodesOf(code).includes(parcel.commune));
  });
}

/** « Mende (code Insee 48095) », with its postcode when a confirmed address gives it. */
export function communeOf(address: PropertyAddress, place: Place): string {
  const insee = place.inseeCodes[0] === undefined ? '' : ` (code Insee ${place.inseeCodes[0]})`;
  const others = communesOf(place).slice(1);
  return [`${postalCommune(address, place)}${insee}`, ...others.map(({ code, name }) => `${name} (${code})`)].join(
    ', ',
  );
}

/** « 48000 Mende », the commune from the cadastre. */
export function postalCommune(address: PropertyAddress, { communeName }: Place): string {
  const postcode = address.state === 'confirmed' ? address.postcode : null;
  return [postcode, communeName].filter(Boolean).join(' ');
}

/**
 * « du bien situé 3 Rue … » in the sentences of mails. An address that no source confirms is quoted as declared, after
 * the commune of the cadastre, null for older documents.
 */
export function propertyInWords(edition: {
  confirmedAddress: string | null;
  adresse: string;
  communeName: string | null;
  /** Codes of several parcels; null for one. */
  parcelCodes: readonly string[] | null;
}): string {
  const { confirmedAddress, adresse, communeName, parcelCodes } = edition;
  const parcels = parcelCodes === null ? '' : ` (${parcelsLabel(parcelCodes)})`;
  if (confirmedAddress !== null) return `du bien situé ${confirmedAddress}${parcels}`;
  const declared = `à l’adresse déclarée «\u00A0${adresse}\u00A0»`;
  return communeName === null
    ? `du bien situé ${declared}${parcels}`
    : `du bien situé ${atName(communeName)}, ${declared}${parcels}`;
}

/** « 3 Rue …, Mende (AB 12 et 3 autres parcelles) », in short lines: subjects of mails, titles of events. */
export function addressAndParcels(adresse: string, parcelCodes: readonly string[] | null): string {
  return parcelCodes === null ? adresse : `${adresse} (${parcelsLabel(parcelCodes)})`;
}

/** Printed beside the user's text when it is not the property's address: why. */
export function doubtSentence(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'other-commune':
      return doubt.communeName === null
        ? 'la Base adresse nationale la situe hors de la commune de la parcelle.'
        : `la Base adresse nationale la situe ${atName(doubt.communeName)}, hors de la commune de la parcelle.`;
    case 'far':
      return `la Base adresse nationale la situe à ${frenchDistance(doubt.metres)} de la parcelle.`;
    case 'other-parcel':
      return doubt.parcel === null
        ? 'le cadastre n’a pas dit sur quelle parcelle elle se trouve.'
        : `la Base adresse nationale la situe sur une autre parcelle, ${doubt.parcel}.`;
    case 'unknown':
      return 'la Base adresse nationale ne la connaît pas.';
    case 'no-answer':
      return 'la Base adresse nationale n’a pas répondu.';
  }
}

/** For the wizard, before anything is paid; null when the document will print the address as typed. */
export function warningOf(address: PropertyAddress, { communeName }: Place): string | null {
  if (address.state === 'confirmed') {
    return address.typed === null
      ? null
      : `Le document portera « ${address.label} », l’adresse connue de la Base adresse nationale. La vôtre y figurera à part, comme « adresse déclarée ».`;
  }
  const declared = `elle sera imprimée à part, comme « adresse déclarée ». Le document désignera le bien par sa parcelle et sa commune (${communeName}).`;
  return `${warningStart(address.doubt, communeName)} : ${declared}`;
}

function warningStart(doubt: Doubt, communeName: string): string {
  switch (doubt.kind) {
    case 'other-commune':
      return `Cette adresse n’est pas dans la commune de la parcelle (${communeName})`;
    case 'far':
      return `Cette adresse est à ${frenchDistance(doubt.metres)} de la parcelle`;
    case 'other-parcel':
      return doubt.parcel === null
        ? 'Le cadastre n’a pas dit sur quelle parcelle se trouve cette adresse'
        : `Cette adresse est celle d’une autre parcelle, ${doubt.parcel}`;
    case 'unknown': {
      const differences = doubt.differences === undefined ? '' : ` (${doubt.differences.join(' ; ')})`;
      return `Cette adresse n’est pas dans la Base adresse nationale${differences}`;
    }
    case 'no-answer':
      return 'Cette adresse n’a pas pu être vérifiée. Sans réponse de la Base adresse nationale à la génération';
  }
}
