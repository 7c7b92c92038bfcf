import { TransactionType } from '@clairisque/contract/common/declarations.ts';
import * as issuance from '@clairisque/contract/issuance.ts';
import * as calls from '@clairisque/contract/statements.ts';
import { z } from 'zod';
import { fields, integer, reads, text, textOrNull, tolerant } from './read.ts';

/** A row requires only its id. */
export const ListedStatement = tolerant(calls.StatementListItem, {
  id: integer,
  type: TransactionType.catch('Vente'),
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
