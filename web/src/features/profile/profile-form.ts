import { isTelephone, type UserData, type UserDataUpdate } from '@clairisque/contract/profile.ts';

/** The personal card as typed. */
export type ProfileForm = Record<'nom' | 'prenom' | 'telephone' | 'adresse' | 'nomSociete', string> &
  Pick<UserData, 'statut'>;
export type ProfileErrors = Partial<Record<keyof ProfileForm, string>>;

export const PHONE_MAX_LENGTH = 14;
export const PHONE_REFUSED = "Le numéro de téléphone n'est pas dans le bon format (ex: 0123456789 ou 01 23 45 67 89).";
const PHONE_FORMAT = 'Format invalide (ex: 0123456789 ou 01 23 45 67 89)';

export function formOf(user: UserData): ProfileForm {
  return {
    nom: user.nom ?? '',
    prenom: user.prenom ?? '',
    telephone: shortPhone(user.telephone ?? ''),
    adresse: user.adresse ?? '',
    nomSociete: user.nomSociete ?? '',
    statut: user.statut,
  };
}

/** Trimmed; empty phone, address and company are null (spec §5), and so is the company of a private person. */
export function updateOf(form: ProfileForm): Required<UserDataUpdate> {
  return {
    nom: form.nom.trim(),
    prenom: form.prenom.trim(),
    telephone: form.telephone.trim() || null,
    adresse: form.adresse.trim() || null,
    nomSociete: form.statut === 'PRO' ? form.nomSociete.trim() || null : null,
    statut: form.statut,
  };
}

export function checkProfile({ nom, prenom, telephone }: ProfileForm): ProfileErrors {
  return {
    ...(nom.trim() === '' && { nom: 'Le nom est requis.' }),
    ...(prenom.trim() === '' && { prenom: 'Le prénom est requis.' }),
    ...(telephone.trim() !== '' && !isTelephone(telephone) && { telephone: PHONE_FORMAT }),
  };
}

/** A pasted « +33 6 12 34 56 78 » is longer than the field: spaces and dots are dropped when it does not fit. */
export function shortPhone(text: string): string {
  const trimmed = text.trim();
  return isTelephone(trimmed) && trimmed.length <= PHONE_MAX_LENGTH ? trimmed : trimmed.replaceAll(/[\s.]/g, '');
}
