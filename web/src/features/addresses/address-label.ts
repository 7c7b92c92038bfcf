import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';

function postalTown({ properties: { postcode, city } }: Suggestion): string {
  return [postcode, city].filter(Boolean).join(' ');
}

/** « 85260 Montréverd (Saint-André-Treize-Voies) »: merged communes may have streets of the same name. */
function townWithPart(address: Suggestion): string {
  const { city, oldcity } = address.properties;
  const town = postalTown(address);
  return oldcity && oldcity !== city ? `${town} (${oldcity})` : town;
}

/**
 * « 89100 Sens · Yonne »: postcode and commune, since the first suggestion may be the right street in the wrong town,
 * and the département, since ten communes may share a name. `context` is « 89, Yonne, Bourgogne-Franche-Comté ». A
 * parcel has its commune's code, for the same reason.
 */
export function townOf(address: Suggestion): string {
  if (address.parcel) return `Code Insee ${address.parcel.inseeCode}`;
  const { city, context } = address.properties;
  const departement = context?.split(', ')[1];
  const town = townWithPart(address);
  return departement && departement !== city ? `${town} · ${departement}` : town;
}

/** The label without its town; the whole label when there is nothing else, as for a commune. */
export function streetOf(address: Suggestion): string {
  const { label } = address.properties;
  const town = postalTown(address);
  const street = town && label.endsWith(town) ? label.slice(0, -town.length).trim() : label;
  return street || label;
}
