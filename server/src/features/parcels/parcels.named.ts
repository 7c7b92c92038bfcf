import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { CadastralReference } from '@clairisque/contract/cadastral-reference.ts';
import type { Deps } from '#deps.ts';

/** « Saint-Denis » is the name of a few communes, « Sainte-Colombe » of a dozen, and a postcode serves many: the best known come first. */
const MOST_COMMUNES = 5;

/** The parcels of that name, at most one a commune; `[]` when no commune has one. Throws `SupplierFailure`. */
export async function findNamedParcels(deps: Deps, reference: CadastralReference): Promise<NearbyParcel[]> {
  const { commune } = reference;
  const byCode = /^\d[\dAB]\d{3}$/.test(commune) ? await parcelsIn(deps, reference, [commune]) : [];
  // Five digits that name no commune of the cadastre are a postcode, more often than a mistake.
  return byCode.length > 0 ? byCode : parcelsIn(deps, reference, await communesCalled(deps, commune));
}

/** INSEE codes of the communes that bear the postcode and the name; of the likeliest alone when none is spelt so: each costs the cadastre a call. */
async function communesCalled({ geocoder }: Deps, commune: string): Promise<string[]> {
  const [, postcode = '', name = ''] = /^(\d{5})? ?(.*)$/.exec(commune) ?? [];
  const { features } = await geocoder.search({ q: commune, limit: 20 });
  const communes = features
    .map(({ properties }) => properties)
    .filter(({ type, postcode: its }) => type === 'municipality' && (postcode === '' || its === postcode));
  const exact = communes.filter(({ city = '' }) => name !== '' && letters(city) === letters(name));
  const codes = (exact.length > 0 ? exact : communes).flatMap(({ citycode }) => citycode ?? []);
  const isGuess = name !== '' && exact.length === 0;
  return [...new Set(codes)].slice(0, isGuess ? 1 : MOST_COMMUNES);
}

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/[^a-z]/g, '');

async function parcelsIn(deps: Deps, named: CadastralReference, communes: string[]): Promise<NearbyParcel[]> {
  const { prefixe, section, numero } = named;
  const found = await Promise.all(
    communes.map((commune) => deps.cadastre.parcel(parcelCode({ prefixe, section, numero, commune }))),
  );
  return found.flatMap((parcel) => {
    if (parcel === null) return [];
    const { commune, communeName, areaSquareMetres: contenance, outline: multiPolygon } = parcel;
    return { prefixe, section, numero, commune, nom_commune: communeName, contenance, distance: 0, multiPolygon };
  });
}
