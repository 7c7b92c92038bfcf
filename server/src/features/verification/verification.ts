import { isTest, REFERENCE, type Verification } from '@clairisque/contract/verification.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { findEditionByReference } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import { refuseGuess } from '#platform/guards/rate-limit.ts';

type Edition = NonNullable<Awaited<ReturnType<typeof findEditionByReference>>>;

const TEST = 'C’est un document d’essai, sans valeur\u00A0: il a été fabriqué pour mettre au point un logiciel.';

/** Public information about a document, by its printed reference. Throws `not_found`, `too_many_requests`. */
export async function verify(deps: Deps, asked: { reference: string; ip: string }): Promise<Verification> {
  const reference = asked.reference.trim().toUpperCase();
  if (isTest(reference)) throw new AppError('not_found', TEST);
  const edition = REFERENCE.test(reference) ? await findEditionByReference(deps, reference) : undefined;
  if (edition === undefined) return refuseGuess(deps, asked.ip, 'Aucun document ne porte cette référence.');
  const { replacedBy, replaces, attestation, signature } = edition;
  return {
    reference: edition.reference,
    etat: stateOn(edition, parisDate(deps.clock().toISOString())),
    emis_le: dayOf(edition.issuedAt),
    expire_le: edition.expiresOn,
    specimen: edition.specimen,
    commune: edition.communeName === null ? null : { nom: edition.communeName, code_insee: edition.inseeCode },
    ...(edition.parcelCodes && {
      nombre_parcelles: edition.parcelCodes.length,
      autres_communes: edition.otherCommunes,
    }),
    remplace_par: replacedBy && { reference: replacedBy.reference, emis_le: dayOf(replacedBy.issuedAt) },
    remplace: replaces,
    ...completionOf(edition),
    sha256: edition.sha256,
    ...(edition.short && { sha256_remise: edition.short.sha256 }),
    attestation:
      attestation === null || signature === null
        ? null
        : {
            ligne: attestation,
            signature: signature.toString('base64url'),
            cle: `${deps.publicUrl}/.well-known/clairisque-keys.json`,
          },
  };
}

/** Which edition completes it, or which document it completes. */
function completionOf({
  completedBy,
  completes,
  completedAt,
}: Edition): Pick<Verification, 'complete_par' | 'complete'> {
  return {
    ...(completedBy && {
      complete_par: { reference: completedBy.reference, complete_le: dayOf(completedBy.completedAt) },
    }),
    ...(completes && completedAt && { complete: { reference: completes.reference, complete_le: dayOf(completedAt) } }),
  };
}

function stateOn({ replacedBy, completedBy, expiresOn }: Edition, today: Temporal.PlainDate): Verification['etat'] {
  if (replacedBy !== null) return 'remplace';
  if (completedBy !== null) return 'complete';
  return Temporal.PlainDate.compare(today, expiresOn) > 0 ? 'expire' : 'valide';
}

const dayOf = (instant: Date): string => parisDate(instant.toISOString()).toString();
