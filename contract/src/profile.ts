import { z } from 'zod';
import { route } from './route.ts';

export const UserData = z.object({
  /** Credits that can be spent now. */
  nb_credits: z.int(),
  nom: z.string().nullable(),
  prenom: z.string().nullable(),
  telephone: z.string().nullable(),
  statut: z.enum(['PAR', 'PRO']),
  nomSociete: z.string().nullable(),
  adresse: z.string().nullable(),
});
export type UserData = z.infer<typeof UserData>;

export const userData = route({
  method: 'GET',
  url: '/api/v2/user_data/me/',
  config: { access: 'required' },
  schema: { tags: ['Compte'], summary: 'Mon profil et mon solde', response: { 200: UserData } },
});
