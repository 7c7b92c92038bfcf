import { parcelCode, type NamedParcel, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { CadastralReference } from '@clairisque/contract/common/cadastral-reference.ts';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { undrawnSentence } from '#domain/property/parcel-group.ts';
import { AppError } from '#platform/app-error.ts';
import { toNearby } from './chosen.service.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

/**
 * A few communes are called « Saint-Denis », a dozen « Sainte-Colombe », and a postcode serves many: the best known
 * come first.
 */
const MOST_COMMUNES = 5;

type Asked = { inseeCodes: string[]; isCertain: boolean };
type Geocoder = Pick<Deps, 'geocoder'>;

/**
 * The parcels of that name, at most one per commune; `[]` when no commune has one. `isCertain` only when the text names
 * exactly one commune: otherwise the user chooses. Throws `SupplierFailure`, and `invalid_input` when the cadastre only
 * has it without a readable outline.
 */
export async function findNamedParcels(deps: Deps, reference: CadastralReference): Promise<NamedParcel[]> {
  const { inseeCodes, isCertain } = await communesAsked(deps, reference.commune);
  return (await parcelsIn(deps, reference, inseeCodes)).map((parcel) => ({ ...parcel, isCertain }));
}

/** 13090 is the INSEE code of one commune and the postcode of another. */
async function communesAsked(deps: Geocoder, typed: string): Promise<Asked> {
  if (/^\d[AB]\d{3}$/.test(typed)) return { inseeCodes: [typed], isCertain: true };
  if (!/^\d{5}$/.test(typed)) return communesCalled(deps, typed);
  // A code needs no address service; without it no postcode is ruled out.
  const served = await communesCalled(deps, typed).catch((failure: unknown) => {
    if (failure instanceof SupplierFailure) return null;
    throw failure;
  });
  const inseeCodes = [...new Set([typed, ...(served?.inseeCodes ?? [])])].slice(0, MOST_COMMUNES);
  return { inseeCodes, isCertain: served?.inseeCodes.length === 0 };
}

/** Communes whose cadastre is kept by arrondissement: the first postcode, and the INSEE code of the first. */
const BY_ARRONDISSEMENT: Record<string, { postcode: number; insee: number }> = {
  75056: { postcode: 75_001, insee: 75_101 },
  69123: { postcode: 69_001, insee: 69_381 },
  13055: { postcode: 13_001, insee: 13_201 },
};

/**
 * INSEE codes of the communes that a text may name: one by its code, others by a postcode and a name; those of
 * arrondissements in Paris, Lyon and Marseille. Throws `SupplierFailure`.
 */
export async function communesNamed(deps: Geocoder, typed: string): Promise<Asked> {
  const plain = typed.trim().toUpperCase();
  if (/^\d[\dAB]\d{3}$/.test(plain)) return { inseeCodes: [plain], isCertain: true };
  const asked = await communesCalled(deps, typed.trim());
  const postcode = Number(/^\d{5}/.exec(plain)?.[0]);
  const codes = asked.inseeCodes.map((code) => {
    const first = BY_ARRONDISSEMENT[code];
    const rank = first === undefined ? NaN : postcode - first.postcode;
    return first !== undefined && rank >= 0 && rank < 20 ? String(first.insee + rank) : code;
  });
  return { ...asked, inseeCodes: [...new Set(codes)] };
}

/**
 * INSEE codes of the communes with that postcode and name; only the likeliest when none is spelt so, since each one
 * costs a call to the cadastre.
 */
async function communesCalled({ geocoder }: Geocoder, typed: string): Promise<Asked> {
  const [, postcode = '', name = ''] = /^(\d{5})? ?(.*)$/.exec(typed) ?? [];
  const { features } = await geocoder.search({ q: typed, limit: 20, type: 'municipality' });
  const likely = features
    .map(({ properties }) => properties)
    .filter(({ type, postcode: its }) => type === 'municipality' && (postcode === '' || its === postcode));
  const exact = likely.filter(({ city = '' }) => name !== '' && letters(city) === letters(name));
  const codes = [...new Set((exact.length > 0 ? exact : likely).flatMap(({ citycode }) => citycode ?? []))];
  const isGuess = name !== '' && exact.length === 0;
  return { inseeCodes: codes.slice(0, isGuess ? 1 : MOST_COMMUNES), isCertain: exact.length > 0 && codes.length === 1 };
}

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/[^a-z]/g, '');

async function parcelsIn(deps: Deps, named: CadastralReference, inseeCodes: string[]): Promise<NearbyParcel[]> {
  const { prefixe, section, numero } = named;
  const found = await Promise.all(
    inseeCodes.map((commune) => deps.cadastre.parcels([parcelCode({ prefixe, section, numero, commune })])),
  );
  const parcels = found.flatMap((one) => one.parcels.map(toNearby));
  const [undrawn] = found.flatMap((one) => one.undrawn);
  if (parcels.length > 0 || undrawn === undefined) return parcels;
  throw new AppError('invalid_input', { non_field_errors: [typeset(undrawnSentence(undrawn))] });
}
