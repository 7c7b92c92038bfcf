import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import type { Property } from './property.service.ts';

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

type Given = NonNullable<StatementRequest['declarations']>;

export const declarationsOf = (given: Given): Declarations => ({
  travaux_prescrits: given.works_prescribed,
  travaux_realises: given.works_done,
  sinistres_indemnises: given.disasters_indemnified,
  travaux_rga_non_realises: given.drought_works_not_done,
  ...(given.condominium_lot && { lot_copropriete: lotOf(given.condominium_lot) }),
});

const lotOf = ({
  floor,
  number,
  building,
}: NonNullable<Given['condominium_lot']>): Declarations['lot_copropriete'] => ({
  etage: floor,
  ...(number && { numero: number }),
  ...(building && { batiment: building }),
});

/** Where each field of the wizard comes from. */
const POINTERS: Partial<Record<string, string>> = {
  code_parcelle: '/parcels',
  parcelles: '/parcels',
  latitude: '/point',
  adresse: '/address',
};

/** A refusal of the wizard's fields, by those of API v3. */
export function inV3(error: unknown): unknown {
  if (!(error instanceof AppError) || typeof error.content === 'string' || Array.isArray(error.content)) return error;
  const errors = Object.entries(error.content).flatMap(([field, messages]) =>
    messages.map((detail) => ({ pointer: POINTERS[field] ?? '', title: 'This place is refused.', detail })),
  );
  return new DetailedError(error.code, errors[0]?.detail ?? '', { errors });
}
