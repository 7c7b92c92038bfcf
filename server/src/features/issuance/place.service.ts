import type { Deps } from '#deps.ts';
import type { Place } from '#domain/risks/facts.ts';
import { onTheProperty } from '#domain/geo/interior-point.ts';
import { metresToParcel, placeOf } from '#domain/geo/place.ts';
import type { Edition } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { StatementRow } from './issuance.queries.ts';

/** A parcel farther than this from the chosen point is another property. */
const POINT_TO_PARCEL_METRES = 500;

/**
 * A parcel that the cadastre must know, near the chosen point. The place's point is on the parcel (decision 0042):
 * sources are queried and distances measured from it. Throws `invalid_input`; `conflict` for a renewal.
 */
export async function findPlace(
  deps: Pick<Deps, 'cadastre'> & { observer?: AnswerObserver },
  draft: Pick<StatementRow, 'code_parcelle' | 'longitude' | 'latitude'>,
  former: Edition | null,
): Promise<Place> {
  const parcel = await deps.cadastre.parcel(draft.code_parcelle, deps.observer);
  if (parcel === null) throw noSuchPlace('Cette parcelle n’existe pas au cadastre.', former);
  const place = placeOf(draft, parcel);
  if (metresToParcel(place) > POINT_TO_PARCEL_METRES) {
    throw noSuchPlace('Cette parcelle n’est pas à l’adresse choisie.', former);
  }
  return onTheProperty(place);
}

/** `invalid_input` for a draft; `conflict` for a renewal, whose parcel was divided or merged since. */
function noSuchPlace(message: string, former: Edition | null): AppError {
  if (former === null) return new AppError('invalid_input', { code_parcelle: [message] });
  return new AppError('conflict', `${message} Préparez un nouvel état des risques.`);
}
