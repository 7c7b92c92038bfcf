import * as calls from '@clairisque/contract/credits.ts';
import { z } from 'zod';
import { fields, integer, number, reads, textOrEmpty, textOrNull } from './read.ts';

const count = integer.nullable().catch(null);

/** The table writes « N/A » for what is missing. */
export const myFormulas = reads(
  calls.myFormulas,
  z.array(
    z.object({
      formule: textOrEmpty,
      produits: textOrEmpty,
      date_d_achat: textOrNull,
      date_de_peremption: textOrNull,
      nb_restants: count,
      nb_consommes: count,
      statut: textOrEmpty,
    }),
  ),
);
/** A row of the balance, as the screen knows it. */
export type ListedFormula = z.infer<(typeof myFormulas)['schema']['response'][200]>[number];

export const simulatePrice = reads(calls.simulatePrice, fields({ prix: number }));
