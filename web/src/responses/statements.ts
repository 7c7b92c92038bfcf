import { TransactionType } from '@clairisque/contract/common/declarations.ts';
import * as issuance from '@clairisque/contract/issuance.ts';
import * as calls from '@clairisque/contract/statements.ts';
import { z } from 'zod';
import { fields, integer, reads, text, textOrEmpty, textOrNull } from './read.ts';

const optional = text.nullish().catch(undefined);

/** A row requires only its id. */
export const ListedStatement = z.object({
  id: integer,
  adresse: textOrEmpty,
  type: TransactionType.catch('Vente'),
  destinataires: textOrEmpty,
  date0: textOrEmpty,
  date_expiration_regeneration: textOrNull,
  nb_regenerations: integer.catch(0),
  peut_regenerer: z.boolean().catch(false),
  jours_restants_regeneration: integer.catch(0),
  derniere_regeneration: textOrNull,
  statut_regeneration: textOrEmpty,
  departement: optional,
  commune: optional,
  reference: optional,
  a_completer: integer.nullish().catch(undefined),
  signature_prevue: optional,
  verification: z
    .object({ etat: z.enum(['inchange', 'change', 'incomplet']), le: text })
    .nullish()
    .catch(undefined),
  conclu: z.boolean().nullish().catch(undefined),
  parcelles: z.array(z.string()).optional().catch(undefined),
  autres_communes: z.array(z.string()).optional().catch(undefined),
});

export const createStatement = reads(issuance.createStatement, fields({ erp_id: integer }));
/** Any success means done. */
export const generateStatement = reads(issuance.generateStatement, fields({ date_expiration: textOrNull }));
export const listStatements = reads(calls.listStatements, z.array(ListedStatement));

const changed = <S extends z.ZodType>(field: S) => field.optional().catch(undefined);
/** Only `nb_regenerations` is prescribed, and optional; our server sends the whole item and the changes. */
export const renewStatement = reads(
  issuance.renewStatement,
  fields({
    nb_regenerations: changed(integer),
    date0: changed(text),
    date_expiration_regeneration: changed(text),
    jours_restants_regeneration: changed(integer),
    derniere_regeneration: changed(text),
    statut_regeneration: changed(text),
    reference: changed(text),
    changements: z.array(z.string()).catch([]),
  }),
);
