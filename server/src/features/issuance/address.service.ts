import { UndrawnParcel } from '#domain/property/parcel-group.ts';
import type { checkAddress as route } from '@clairisque/contract/issuance.ts';
import { parcelCode, parcelReference, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import type { Place } from '#domain/geometry/place.ts';
import { withoutPart } from '#domain/property/addresses/known-address.ts';
import {
  checkedAgainstParcel,
  numberBeside,
  propertyAddress,
  warningOf,
  type PropertyAddress,
} from '#domain/property/property-address.ts';
import { AppError } from '#platform/app-error.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { findPlace } from './place.service.ts';

type Typed = { adresse: string; longitude: number; latitude: number };

/**
 * What the document may say about that address (decision 0042). Never rejects when a supplier fails: the address is
 * then « adresse déclarée ».
 */
export async function verifyAddress(
  deps: Pick<Deps, 'geocoder' | 'cadastre'> & { observer?: AnswerObserver },
  { adresse, longitude, latitude }: Typed,
  place: Place,
): Promise<PropertyAddress> {
  const question = { text: withoutPart(adresse), longitude, latitude };
  const answer = await orNull(deps.geocoder.named(question, deps.observer));
  const address = propertyAddress(adresse, answer, place);
  const beside = numberBeside(adresse, answer, place);
  if (beside === null) return address;
  const near = await orNull(deps.cadastre.nearby(beside, deps.observer));
  return checkedAgainstParcel(address, adresse, { under: near === null ? 'no-answer' : parcelUnder(near), place });
}

/** The parcel on which the point stands; null on a street. */
function parcelUnder([nearest]: NearbyParcel[]): { code: string; reference: string } | null {
  if (nearest === undefined || nearest.distance > 0) return null;
  return { code: parcelCode(nearest), reference: parcelReference(nearest) };
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SupplierFailure || error instanceof UndrawnParcel) return null;
    throw error;
  }
}

/**
 * For the wizard: whether the statement would print that address as the property's. The issue asks the same question
 * and finds its answer in the cache. Throws `invalid_input` (no such parcel at that point), `SupplierFailure` of the
 * cadastre.
 */
export async function checkAddress(
  deps: Deps,
  draft: Typed & { code_parcelle: string; parcelles?: readonly string[] | null | undefined },
): Promise<z.input<(typeof route.schema.response)[200]>> {
  const refusal = checkCoordinates(draft);
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  const place = await findPlace(deps, draft, null);
  const address = await verifyAddress(deps, draft, place);
  const warning = warningOf(address, place);
  return {
    adresse: address.state === 'confirmed' ? address.label : null,
    commune: { nom: place.communeName, code_insee: place.inseeCodes[0] ?? '' },
    avertissement: warning && typeset(warning),
  };
}
