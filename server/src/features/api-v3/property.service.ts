import { communeNamed, hasCommune } from '@clairisque/contract/common/parcel-references.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Deps } from '#deps.ts';
import { compareAddress, isSureOf } from '#domain/property/addresses/address-comparison.ts';
import {
  knownAddress,
  namesOf,
  withoutPart,
  type BestAddress,
  type KnownAddress,
} from '#domain/property/addresses/known-address.ts';
import { onTheProperty, type Point } from '#domain/geometry/interior-point.ts';
import { typeset } from '#domain/french.ts';
import { metresToParcel } from '#domain/geometry/around.ts';
import { codeOf, placeOf, type Parcel, type Place } from '#domain/geometry/place.ts';
import { isSame, nameOfParcel } from '#domain/property/property-address.ts';
import { UndrawnParcel } from '#domain/property/parcel-group.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { findPlace, verifyAddress } from '#features/issuance/issuance.ts';
import { communesNamed } from '#features/parcels/parcels.ts';
import { AppError, DetailedError, type Choice } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { inV3, type Property } from './fields.rules.ts';

export type { Property };

type Suppliers = Pick<Deps, 'geocoder' | 'cadastre'>;
type Asked = Pick<StatementRequest, 'parcels' | 'commune' | 'address' | 'point'>;

/**
 * The property that a request names. No user looks at a map here: what leaves a doubt is refused, with the candidates.
 * `located`: the sure point of its address, when it is known. Throws `address_not_found`, `address_ambiguous`,
 * `parcel_not_found`, `parcel_to_choose`, `invalid_input`, `SupplierFailure`.
 */
export async function findProperty(suppliers: Suppliers, asked: Asked, located?: Point): Promise<Property> {
  const { address, point } = asked;
  const [first, ...others] = await wholeCodes(suppliers, asked);
  if (first !== undefined) return ofParcels(suppliers, asked, [first, ...others]);
  const where = point ?? located ?? (await pointOf(suppliers, address ?? ''));
  refuseOutside(where);
  const codes: Property['codes'] = [await parcelUnder(suppliers, where, point === undefined)];
  return { codes, ...where, adresse: address ?? (await nearestAddress(suppliers, where, codes)) };
}

/** All of them are read, as at the issue: what the issue would refuse is refused here, with the same code. */
async function ofParcels(suppliers: Suppliers, { address, point }: Asked, codes: Property['codes']): Promise<Property> {
  if (point) refuseOutside(point);
  try {
    const where = point ?? (await insideOf(suppliers, codes));
    const place = await findPlace(suppliers, { code_parcelle: codes[0], parcelles: codes, ...where }, null);
    return { codes, ...where, adresse: address ?? (await confirmedAddress(suppliers, where, place)) };
  } catch (error) {
    throw inV3(error);
  }
}

export function refuseOutside(point: Point): void {
  const refusal = checkCoordinates(point);
  if (refusal !== null) throw new DetailedError('invalid_input', refusal, { errors: [outside(refusal)] });
}

/** The codes of the parcels with their communes. Several communes may have the name: they are the candidates. */
async function wholeCodes(suppliers: Suppliers, { parcels = [], ...named }: Asked): Promise<string[]> {
  const commune = communeNamed(named);
  if (parcels.every(hasCommune) || commune === undefined) return parcels;
  const { inseeCodes, isCertain } = await communesNamed(suppliers, commune);
  const codesIn = (insee: string): string[] => parcels.map((code) => (hasCommune(code) ? code : `${code}@${insee}`));
  const [first] = inseeCodes;
  if (first === undefined)
    throw new AppError('parcel_not_found', typeset(`Aucune commune ne s’appelle « ${commune} ».`));
  if (isCertain) return codesIn(first);
  throw new DetailedError(
    'parcel_to_choose',
    typeset(`Plusieurs communes répondent à « ${commune} » : choisissez la parcelle du bien.`),
    { candidates: inseeCodes.map((insee) => codesIn(insee).join(' ')) },
  );
}

const outside = (detail: string) => ({ pointer: '/point', title: 'The point is not in France.', detail });

/** Another house number with almost the same score is as likely. */
const MARGIN = 0.05;
const MOST_CANDIDATES = 5;

/** The point of the house number that the text names without a doubt, its commune included (decision 0042). */
async function pointOf(suppliers: Suppliers, text: string): Promise<Point> {
  const { features } = await suppliers.geocoder.search({ q: withoutPart(text), limit: 10 });
  const found = features.map(knownAddress);
  const numbers = found.filter(({ kind }) => kind === 'housenumber');
  if (numbers.length === 0) throw notFound(found);
  const sure = numbers.filter((address) => isSureOf(text, address));
  const same = sure.filter(({ label }) => isSame(label, text));
  const likely = same.length > 0 ? same : sure;
  const [best, ...others] = likely;
  if (best === undefined) throw ambiguous(numbers, differencesOf(text, numbers));
  if (others.length === 0) return pointIn(best);
  const names = namesOf(likely);
  if (new Set(names).size === names.length) throw ambiguous(likely, []);
  return onOneParcel(suppliers, likely);
}

/** The BAN may have one door twice: on the same parcel, either point will do. */
async function onOneParcel(suppliers: Suppliers, found: readonly KnownAddress[]): Promise<Point> {
  const near = await Promise.all(found.map((one) => parcelsAt(suppliers, one)));
  const codes = new Set(near.map(([nearest]) => nearest && parcelCode(nearest)));
  const [first] = found;
  if (codes.size === 1 && first !== undefined) return pointIn(first);
  return toChoose(found, near, 'Plusieurs lieux ont cette adresse\u00A0: choisissez la parcelle du bien.');
}

/** Differences of the answer that differs least. */
function differencesOf(text: string, numbers: readonly KnownAddress[]): string[] {
  const all = numbers.map((address) => compareAddress(text, address).differences);
  return all.reduce((least, one) => (one.length < least.length ? one : least));
}

/** The points that leave no doubt, by few calls; null leaves the text to `findProperty`. Throws `SupplierFailure`. */
export async function locateAll({ geocoder }: Pick<Deps, 'geocoder'>, texts: string[]): Promise<(Point | null)[]> {
  const found = await geocoder.best(texts.map(withoutPart));
  return found.map((best, index) =>
    best !== null && isAlone(best) && isSureOf(texts[index] ?? '', best) ? pointIn(best) : null,
  );
}

const isAlone = ({ score, nextScore }: BestAddress): boolean => nextScore === null || score - nextScore > MARGIN;
const pointIn = ({ longitude, latitude }: Point): Point => ({ longitude, latitude });

const candidatesOf = (found: readonly KnownAddress[]): string[] =>
  [...new Set(namesOf(found))].slice(0, MOST_CANDIDATES);

/** Where each of them is, for the map on which a user chooses. */
const addressesToChoose = (found: readonly KnownAddress[]) => {
  const names = namesOf(found);
  const candidates = candidatesOf(found);
  const choices = candidates.map((candidate): Choice => {
    const at = found[names.indexOf(candidate)];
    return { ...NOTHING_KNOWN, candidate, longitude: at?.longitude ?? null, latitude: at?.latitude ?? null };
  });
  return { candidates, choices };
};
const NOTHING_KNOWN = { area_square_metres: null, distance_metres: null, longitude: null, latitude: null };

const notFound = (found: readonly KnownAddress[]): AppError =>
  new DetailedError(
    'address_not_found',
    'La Base adresse nationale n’a pas cette adresse au numéro près.',
    addressesToChoose(found),
  );

function ambiguous(found: readonly KnownAddress[], differences: readonly string[]): AppError {
  const detail =
    differences.length === 0
      ? 'Plusieurs adresses sont possibles, ou la commune manque : choisissez-en une.'
      : `Cette adresse n’est pas certaine : ${differences.join(' ; ')}. Choisissez une des adresses connues, ou corrigez-la.`;
  return new DetailedError('address_ambiguous', detail, addressesToChoose(found));
}

/** A point on the first of these parcels, which `findPlace` refuses when the cadastre lacks it. */
async function insideOf({ cadastre }: Suppliers, codes: Property['codes']): Promise<Point> {
  const { parcels } = await cadastre.parcels(codes);
  const [parcel] = parcels;
  const [corner] = parcel?.outline.coordinates.flat(2) ?? [];
  if (parcel === undefined || corner === undefined) return NOWHERE;
  const { longitude, latitude } = onTheProperty(placeOf({ longitude: corner[0], latitude: corner[1] }, [parcel]));
  return { longitude, latitude };
}

const NOWHERE: Point = { longitude: 0, latitude: 0 };

/** The parcel on which the point lies, which a user would see on the map. */
async function parcelUnder(suppliers: Suppliers, point: Point, isOfAddress: boolean): Promise<string> {
  const near = await parcelsAt(suppliers, point);
  const [nearest] = near;
  if (nearest === undefined) throw new AppError('parcel_not_found', 'Le cadastre n’a aucune parcelle à cet endroit.');
  if (nearest.distance === 0) return parcelCode(nearest);
  const detail = isOfAddress
    ? 'Cette adresse tombe sur la rue\u00A0: choisissez la parcelle du bien.'
    : 'Ce point n’est sur aucune parcelle : choisissez celle du bien.';
  return toChoose([point], [near], detail);
}

export const parcelsAt = ({ cadastre }: Suppliers, { longitude, latitude }: Point): Promise<NearbyParcel[]> =>
  cadastre.nearby({ longitude, latitude }).catch((error: unknown) => {
    throw error instanceof UndrawnParcel ? new AppError('parcel_not_found', typeset(error.message)) : error;
  });

/** The parcel under each point, or those around one. */
function toChoose(points: readonly Point[], near: readonly NearbyParcel[][], detail: string): never {
  const here = near.flatMap((all) => (near.length === 1 || all[0]?.distance !== 0 ? all : all.slice(0, 1)));
  const choices = new Map(here.map((parcel): [string, Choice] => [parcelCode(parcel), parcelToChoose(parcel)]));
  throw new DetailedError('parcel_to_choose', detail, {
    candidates: [...choices.keys()],
    choices: [...choices.values()],
    asked: points.map(pointIn),
  });
}

const parcelToChoose = (parcel: NearbyParcel): Choice => ({
  ...NOTHING_KNOWN,
  candidate: parcelCode(parcel),
  area_square_metres: parcel.contenance,
  distance_metres: Math.round(parcel.distance),
});

async function nearestAddress(suppliers: Suppliers, point: Point, codes: Property['codes']): Promise<string> {
  const place = await findPlace(suppliers, { code_parcelle: codes[0], parcelles: codes, ...point }, null);
  return confirmedAddress(suppliers, point, place);
}

/** The nearest address when it is confirmed as the property's (decision 0042), else the parcel's name. */
async function confirmedAddress(suppliers: Suppliers, point: Point, place: Place): Promise<string> {
  const label = await nearestLabel(suppliers, place);
  const name = nameOfParcel(place) ?? place.parcels.map(codeOf).join('');
  if (label === null) return name;
  const address = await verifyAddress(suppliers, { adresse: label, ...point }, place);
  return address.state === 'confirmed' ? address.label : name;
}

async function nearestLabel({ geocoder }: Suppliers, { longitude, latitude }: Point): Promise<string | null> {
  try {
    const { features } = await geocoder.reverse({ longitude, latitude, limit: 1 });
    return features[0]?.properties.label ?? null;
  } catch (error) {
    if (error instanceof SupplierFailure) return null;
    throw error;
  }
}

/** From the likeliest place of an address to those parcels; null when it is not known. */
export async function metresFromAddress(
  { geocoder }: Pick<Deps, 'geocoder'>,
  address: string,
  parcels: [Parcel, ...Parcel[]],
): Promise<number | null> {
  const answer = await geocoder.search({ q: withoutPart(address), limit: 1 }).catch((error: unknown) => {
    if (error instanceof SupplierFailure) return null;
    throw error;
  });
  const [best] = answer?.features.map(knownAddress) ?? [];
  return best?.kind === 'housenumber' ? Math.round(metresToParcel(placeOf(best, parcels))) : null;
}
