import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { metresToParcel } from '#domain/geometry/around.ts';
import { type Parcel, type Place, placeOf } from '#domain/geometry/place.ts';
import { onTheProperty } from '#domain/geometry/interior-point.ts';
import { distanceRefusal, groupRefusal, missingSentence, undrawnSentence } from '#domain/property/parcel-group.ts';
import type { Edition } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { StatementRow } from './issuance.queries.ts';

/** A parcel farther than this from the chosen point is another property. */
const POINT_TO_PARCEL_METRES = 500;

type Draft = Pick<StatementRow, 'code_parcelle' | 'longitude' | 'latitude'> & {
  parcelles?: readonly string[] | null | undefined;
};
type CadastreDeps = Pick<Deps, 'cadastre'> & { observer?: AnswerObserver };

/**
 * Parcels that the cadastre must know, the first near the chosen point. The place's point is on one of them (decision
 * 0042): sources are queried and distances measured from it. Throws `invalid_input`; `conflict` for a renewal.
 */
export async function findPlace(deps: CadastreDeps, draft: Draft, former: Edition | null): Promise<Place> {
  const parcels = await findParcels(deps, draft, former);
  if (metresToParcel(placeOf(draft, [parcels[0]])) > POINT_TO_PARCEL_METRES) {
    throw noSuchPlace({ code_parcelle: 'Cette parcelle n’est pas à l’adresse choisie.' }, former);
  }
  return onTheProperty(placeOf(draft, parcels));
}

async function findParcels(
  { cadastre, observer }: CadastreDeps,
  { code_parcelle, parcelles }: Draft,
  former: Edition | null,
): Promise<[Parcel, ...Parcel[]]> {
  if (!parcelles || parcelles.length < 2) {
    const { parcels, undrawn } = await cadastre.parcels([code_parcelle], observer);
    const [parcel] = parcels;
    if (parcel !== undefined) return [parcel];
    const why = undrawn.length > 0 ? undrawnSentence(code_parcelle) : 'Cette parcelle n’existe pas au cadastre.';
    throw noSuchPlace({ code_parcelle: typeset(why) }, former, [code_parcelle]);
  }
  const { parcels, unknown, undrawn } = await cadastre.parcels(parcelles, observer);
  const refusal = groupRefusal(parcelles);
  if (refusal !== null) throw noSuchPlace({ parcelles: typeset(refusal) }, former);
  const missing = missingSentence({ unknown, undrawn });
  if (missing !== null) throw noSuchPlace({ parcelles: typeset(missing) }, former, [...unknown, ...undrawn]);
  const apart = distanceRefusal(parcels);
  if (apart !== null) throw noSuchPlace({ parcelles: typeset(apart) }, former);
  const [first, ...others] = parcels;
  if (first === undefined) throw new Error('no parcel of a list');
  return [first, ...others];
}

/** The cadastre lacks these parcels, or their outlines. The wizard shows it as a fault of its field. */
export class ParcelsMissing extends AppError {
  readonly codes: readonly string[];

  constructor(fields: Record<string, string[]>, codes: readonly string[]) {
    super('invalid_input', fields);
    this.codes = codes;
  }
}

/**
 * `invalid_input` for a draft; `conflict` for a renewal, one of whose parcels was divided or merged since. `missing`: the
 * codes that the cadastre lacks.
 */
function noSuchPlace(faults: Record<string, string>, former: Edition | null, missing: string[] = []): AppError {
  if (former !== null) {
    return new AppError('conflict', `${Object.values(faults).join(' ')} Préparez un nouvel état des risques.`);
  }
  const fields = Object.fromEntries(Object.entries(faults).map(([field, message]) => [field, [message]]));
  return missing.length > 0 ? new ParcelsMissing(fields, missing) : new AppError('invalid_input', fields);
}
