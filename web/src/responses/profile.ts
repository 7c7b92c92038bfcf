import * as calls from '@clairisque/contract/profile.ts';
import { z } from 'zod';
import { fields, integer, reads, text, textOrNull } from './read.ts';

const { statut } = calls.UserData.shape;

/** The bar requires the balance. */
export const userData = reads(
  calls.userData,
  fields({
    nb_credits: integer,
    nom: textOrNull,
    prenom: textOrNull,
    telephone: textOrNull,
    statut: statut.catch('PAR'),
    nomSociete: textOrNull,
    siren: textOrNull,
    adresse: textOrNull,
    avis_courriel: z.boolean().catch(true),
    rappels_echeance: z.boolean().catch(true),
    nb_echeances: integer.catch(0),
  }),
);

const mergedText = text.nullish().catch(undefined);
/** The answer is merged into the profile: an absent field is unchanged, so no field has a default. */
export const updateUserData = reads(
  calls.updateUserData,
  fields({
    nb_credits: integer.optional().catch(undefined),
    nom: mergedText,
    prenom: mergedText,
    telephone: mergedText,
    statut: statut.optional().catch(undefined),
    nomSociete: mergedText,
    siren: mergedText,
    adresse: mergedText,
    avis_courriel: z.boolean().optional().catch(undefined),
    rappels_echeance: z.boolean().optional().catch(undefined),
    nb_echeances: integer.optional().catch(undefined),
  }),
);
