import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { Deps } from '#deps.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { AppError } from '#platform/app-error.ts';

export { readChosenParcels } from './chosen.service.ts';

/**
 * The nearest parcels of a point, the one under it first, at most 5; `[]` where the cadastre has none. Throws
 * `invalid_input` outside France.
 */
export async function listNearbyParcels(
  deps: Deps,
  point: { longitude: string; latitude: string },
): Promise<NearbyParcel[]> {
  const longitude = parseDegrees(point.longitude);
  const latitude = parseDegrees(point.latitude);
  const refusal = checkCoordinates({ longitude, latitude });
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  return deps.cadastre.nearby({ longitude, latitude });
}

/** `Number('')` and `Number('0x10')` are numbers; typed degrees are decimal. */
function parseDegrees(text: string): number {
  return /^-?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
}
