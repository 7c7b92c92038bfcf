import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Point } from '#domain/geometry/interior-point.ts';
import { typeset } from '#domain/french.ts';
import { ParcelsMissing } from '#features/issuance/issuance.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';

/** What the wizard asks its user for. */
export type Property = { adresse: string; codes: [string, ...string[]] } & Point;

/** The fields of the wizard, and what only a program gives. */
export function fieldsOf(request: StatementRequest, { codes, adresse, longitude, latitude }: Property) {
  const [cadastre = ''] = codes[0].split('@');
  return {
    adresse,
    longitude,
    latitude,
    cadastre,
    code_parcelle: codes[0],
    parcelles: codes,
    type_de_transaction: request.transaction === 'sale' ? ('Vente' as const) : ('Location' as const),
    vendeur_nom: request.parties.owner,
    acheteur_nom: request.parties.recipient,
    without_logo: request.logo === false,
    ...(request.metadata && { metadata: JSON.stringify(request.metadata) }),
  };
}

/** Where each field of the wizard comes from. */
const POINTERS: Partial<Record<string, string>> = {
  code_parcelle: '/parcels',
  parcelles: '/parcels',
  latitude: '/point',
  adresse: '/address',
};

/** A refusal of the wizard's fields, by those of API v3. */
export function inV3(error: unknown): unknown {
  if (error instanceof ParcelsMissing) return missingIn(error);
  if (!(error instanceof AppError) || typeof error.content === 'string' || Array.isArray(error.content)) return error;
  const errors = Object.entries(error.content).flatMap(([field, messages]) =>
    messages.map((detail) => ({ pointer: POINTERS[field] ?? '', title: 'This place is refused.', detail })),
  );
  return new DetailedError(error.code, errors[0]?.detail ?? '', { errors });
}

function missingIn({ codes, content }: ParcelsMissing): AppError {
  const [[detail = ''] = []] = Object.values(content);
  const errors = codes.map((code) => ({
    pointer: '/parcels',
    title: `The cadastre has no parcel ${code}, or no outline of it.`,
    detail: typeset(`Le cadastre n’a pas la parcelle ${code}, ou pas son contour.`),
  }));
  return new DetailedError('parcel_not_found', detail, { errors });
}
