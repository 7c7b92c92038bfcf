import type { checkAddress as route } from '@clairisque/contract/addresses.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { checkCoordinates } from '#domain/territory.ts';
import { propertyAddress, warningOf } from '#domain/property-address.ts';
import { Failure } from '#platform/failure.ts';
import type { Witness } from '#platform/supplier-answers.ts';
import { SupplierFailure } from '#platform/supplier-failure.ts';
import { findPlace } from './statements.place.ts';

type Typed = { adresse: string; longitude: number; latitude: number };
type Answer = Parameters<typeof propertyAddress>[1];

/** What the geocoder knows of that address; null when it does not answer: the sale goes on (decision S8). Never rejects with its failure. */
export async function askAddress(deps: Pick<Deps, 'geocoder'> & { witness?: Witness }, typed: Typed): Promise<Answer> {
  const { adresse: text, longitude, latitude } = typed;
  try {
    return await deps.geocoder.named({ text, longitude, latitude }, deps.witness);
  } catch (error) {
    if (error instanceof SupplierFailure) return null;
    throw error;
  }
}

/**
 * Whether the statement would print that address as the property's, for the wizard. The same question as at the issue: its
 * answer is then there. Throws `invalid_input` (no such parcel at that point), `SupplierFailure` of the cadastre.
 */
export async function checkAddress(
  deps: Deps,
  draft: Typed & { code_parcelle: string },
): Promise<z.input<(typeof route.schema.response)[200]>> {
  const refusal = checkCoordinates(draft);
  if (refusal !== null) throw new Failure('invalid_input', { non_field_errors: [refusal] });
  const [place, answer] = await Promise.all([findPlace(deps, draft, null), askAddress(deps, draft)]);
  const address = propertyAddress(draft.adresse, answer, place);
  const warning = warningOf(address, place);
  return {
    adresse: address.state === 'confirmed' ? address.label : null,
    commune: { nom: place.communeName, code_insee: place.inseeCodes[0] ?? '' },
    avertissement: warning && typeset(warning),
  };
}
