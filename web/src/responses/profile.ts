import * as profileCalls from '@clairisque/contract/profile.ts';
import * as logoCalls from '@clairisque/contract/logo.ts';
import { z } from 'zod';
import { address, fields, integer, reads, text, textOrEmpty, tolerant } from './read.ts';

const { statut } = profileCalls.UserData.shape;

/** The bar requires the balance. */
export const userData = reads(
  profileCalls.userData,
  fields(tolerant(profileCalls.UserData, { nb_credits: integer, statut: statut.catch('PAR') }).shape),
);

const mergedText = text.nullish().catch(undefined);
/** The answer is merged into the profile: an absent field is unchanged, so no field has a default. */
export const updateUserData = reads(
  profileCalls.updateUserData,
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
    nb_a_completer: integer.optional().catch(undefined),
  }),
);

const logoAddress = address.nullable().catch(null);

export const logo = reads(logoCalls.logo, fields({ logo_url: logoAddress }));
export const uploadLogo = reads(logoCalls.uploadLogo, fields({ message: textOrEmpty, logo_url: logoAddress }));
export const deleteLogo = reads(logoCalls.deleteLogo, fields({ message: textOrEmpty }));
