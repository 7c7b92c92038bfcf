import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';
import { printedText } from './common/text.ts';

export const UserData = z.object({
  /** Credits that can be spent now. */
  nb_credits: z.int(),
  nom: z.string().nullable(),
  prenom: z.string().nullable(),
  telephone: z.string().nullable(),
  statut: z.enum(['PAR', 'PRO']),
  nomSociete: z.string().nullable(),
  /** Nine digits, of a professional; printed on the invoices. */
  siren: z.string().nullable().default(null),
  adresse: z.string().nullable(),
  /** Mails about a low balance or credits that expire soon. */
  avis_courriel: z.boolean().default(true),
  /** Mails 30 days, 7 days and the day before a statement expires. */
  rappels_echeance: z.boolean().default(true),
  /** Statements that expire within 30 days or can be renewed, not marked as concluded. */
  nb_echeances: z.int().default(0),
  /** Valid statements with questions left to answer, not marked as concluded. */
  nb_a_completer: z.int().default(0),
});
export type UserData = z.infer<typeof UserData>;

export const userData = route({
  method: 'GET',
  url: '/api/v2/user_data/me/',
  config: { access: 'required' },
  schema: { tags: ['Compte'], summary: 'Mon profil et mon solde', response: { 200: UserData } },
});

/** 0 or +33, then a digit from 1 to 9 and eight more; spaces are ignored. */
export function isTelephone(value: string): boolean {
  return /^(0|\+33)[1-9]\d{8}$/.test(value.replaceAll(/\s/g, ''));
}

const required = (error: string) =>
  printedText(100)
    .refine((value) => value !== '', { error })
    .optional();
/** Trimmed; an empty text becomes null. */
const optional = (max: number) =>
  printedText(max)
    .transform((value) => value || null)
    .nullable()
    .optional();

/** An absent field is unchanged; null empties it. Unknown keys are ignored. */
export const UserDataUpdate = z.object({
  nom: required('Le nom est requis.'),
  prenom: required('Le prénom est requis.'),
  telephone: optional(30).refine((value) => !value || isTelephone(value), {
    error: "Le numéro de téléphone n'est pas dans le bon format (ex: 0123456789 ou 01 23 45 67 89).",
  }),
  statut: UserData.shape.statut.optional(),
  /** Kept for a PRO only. */
  nomSociete: optional(150),
  /** Kept for a PRO only; spaces are ignored. */
  siren: printedText(30)
    .transform((value) => value.replaceAll(/\s/g, '') || null)
    .nullable()
    .refine((value) => value === null || /^\d{9}$/.test(value), { error: 'Un SIREN a 9 chiffres.' })
    .optional(),
  adresse: optional(300),
  avis_courriel: z.boolean().optional(),
  rappels_echeance: z.boolean().optional(),
});
export type UserDataUpdate = z.infer<typeof UserDataUpdate>;

/** Returns the profile as it is now. */
export const updateUserData = route({
  method: 'PATCH',
  url: '/api/v2/user_data/me/update/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.form,
  schema: { tags: ['Compte'], summary: 'Modifier mon profil', body: UserDataUpdate, response: { 200: UserData } },
});
