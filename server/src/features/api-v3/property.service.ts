import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { parcelCode } from '@clairisque/contract/parcels.ts';
import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Deps } from '#deps.ts';
import { onTheProperty, type Point } from '#domain/geo/interior-point.ts';
import { typeset } from '#domain/french.ts';
import { placeOf } from '#domain/geo/place.ts';
import { undrawnSentence, UndrawnParcel } from '#domain/geo/undrawn-parcel.ts';
import { bare, isSame, nameOfParcel, SURE_SCORE, type BestAddress } from '#domain/geo/property-address.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { findPlace, verifyAddress } from '#features/issuance/issuance.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

/** What the wizard asks its user for. */
export type Property = { adresse: string; codes: [string, ...string[]] } & Point;
type Suppliers = Pick<Deps, 'geocoder' | 'cadastre'>;
type Asked = Pick<StatementRequest, 'parcels' | 'address' | 'point'>;

/**
 * The property that a request names. No user looks at a map here: what leaves a doubt is refused, with the candidates.
 * `located`: the sure point of its address, when it is known. Throws `address_not_found`, `address_ambiguous`,
 * `parcel_not_found`, `parcel_to_choose`, `invalid_input`, `SupplierFailure`.
 */
export async function findProperty(
  suppliers: Suppliers,
  { parcels, address, point }: Asked,
  located?: Point,
): Promise<Property> {
  const [first, ...others] = parcels ?? [];
  const named = async (): Promise<Point> => located ?? pointOf(suppliers, address ?? '');
  const where = point ?? (first === undefined ? await named() : await insideOf(suppliers, first));
  const refusal = checkCoordinates(where);
  if (refusal !== null) throw new DetailedError('invalid_input', refusal, { errors: [outside(refusal)] });
  const codes: Property['codes'] = first === undefined ? [await parcelUnder(suppliers, where)] : [first, ...others];
  return { codes, ...where, adresse: address ?? (await nearestAddress(suppliers, where, codes)) };
}

const outside = (detail: string) => ({ pointer: '/point', title: 'The point is not in France.', detail });

/** Another house number with almost the same score is as likely. */
const MARGIN = 0.05;
const MOST_CANDIDATES = 5;

/** The point of a house number that the text names without a doubt, its commune included. */
async function pointOf({ geocoder }: Suppliers, text: string): Promise<Point> {
  const { features } = await geocoder.search({ q: text, limit: 10 });
  const numbers = features.filter(({ properties: { type } }) => type === 'housenumber');
  const same = numbers.filter(({ properties: { label } }) => isSame(label, text));
  const likely = same.length > 0 ? same : numbers.filter((one) => scoreOf(one) >= SURE_SCORE);
  const [best, next] = likely.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  if (best === undefined) throw notFound(features);
  const isAlone = next === undefined || (same.length === 0 && scoreOf(best) - scoreOf(next) > MARGIN);
  const { city, postcode } = best.properties;
  if (!isAlone || !namesCommune(text, [city, postcode])) throw ambiguous(likely);
  const [longitude, latitude] = best.geometry.coordinates;
  return { longitude, latitude };
}

const scoreOf = ({ properties }: AddressFeature): number => properties.score ?? 0;

function namesCommune(text: string, names: (string | null | undefined)[]): boolean {
  const words = ` ${bare(text)} `;
  return names.some((name) => name && words.includes(` ${bare(name)} `));
}

/** The points that leave no doubt, by few calls; null leaves the text to `findProperty`. Throws `SupplierFailure`. */
export async function locateAll({ geocoder }: Pick<Deps, 'geocoder'>, texts: string[]): Promise<(Point | null)[]> {
  const found = await geocoder.best(texts);
  return found.map((best, index) => (best !== null && isSure(texts[index] ?? '', best) ? pointIn(best) : null));
}

const pointIn = ({ longitude, latitude }: Point): Point => ({ longitude, latitude });

function isSure(text: string, { label, kind, score, nextScore, communeName, postcode }: BestAddress): boolean {
  const isAlone = nextScore === null || score - nextScore > MARGIN;
  const isLikely = isSame(label, text) || score >= SURE_SCORE;
  return kind === 'housenumber' && isAlone && isLikely && namesCommune(text, [communeName, postcode]);
}

const labelsOf = (features: readonly AddressFeature[]): string[] => [
  ...new Set(features.slice(0, MOST_CANDIDATES).map(({ properties: { label } }) => label)),
];

const notFound = (features: readonly AddressFeature[]): AppError =>
  new DetailedError('address_not_found', 'La Base adresse nationale n’a pas cette adresse au numéro près.', {
    candidates: labelsOf(features),
  });

const ambiguous = (features: readonly AddressFeature[]): AppError =>
  new DetailedError(
    'address_ambiguous',
    'Plusieurs adresses sont possibles, ou la commune manque : choisissez-en une.',
    {
      candidates: labelsOf(features),
    },
  );

/** A point on the parcel of that code. */
async function insideOf({ cadastre }: Suppliers, code: string): Promise<Point> {
  const { parcels, undrawn } = await cadastre.parcels([code]);
  const [parcel] = parcels;
  const [corner] = parcel?.outline.coordinates.flat(2) ?? [];
  if (parcel === undefined || corner === undefined) {
    const sentence = undrawn.length > 0 ? undrawnSentence(code) : `Le cadastre n’a pas la parcelle ${code}.`;
    throw new AppError('parcel_not_found', typeset(sentence));
  }
  const { longitude, latitude } = onTheProperty(placeOf({ longitude: corner[0], latitude: corner[1] }, [parcel]));
  return { longitude, latitude };
}

/** The parcel on which the point lies, which a user would see on the map. */
async function parcelUnder({ cadastre }: Suppliers, point: Point): Promise<string> {
  const near = await cadastre.nearby(point).catch((error: unknown) => {
    throw error instanceof UndrawnParcel ? new AppError('parcel_not_found', typeset(error.message)) : error;
  });
  const [nearest] = near;
  if (nearest === undefined) throw new AppError('parcel_not_found', 'Le cadastre n’a aucune parcelle à cet endroit.');
  if (nearest.distance === 0) return parcelCode(nearest);
  throw new DetailedError('parcel_to_choose', 'Ce point n’est sur aucune parcelle : choisissez celle du bien.', {
    candidates: near.map(parcelCode),
  });
}

/** The nearest address when it is confirmed as the property's (decision 0042), else the parcel's name. */
async function nearestAddress(suppliers: Suppliers, point: Point, codes: Property['codes']): Promise<string> {
  const place = await findPlace(suppliers, { code_parcelle: codes[0], parcelles: codes, ...point }, null);
  const label = await nearestLabel(suppliers, place);
  const name = nameOfParcel(place) ?? codes[0];
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
