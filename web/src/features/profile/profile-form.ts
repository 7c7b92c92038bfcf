import { legible, unprintable } from '@clairisque/contract/common/text.ts';
import { isTelephone, type UserData, type UserDataUpdate } from '@clairisque/contract/profile.ts';

/** The personal card as typed. */
export type ProfileForm = Record<'nom' | 'prenom' | 'telephone' | 'adresse' | 'nomSociete' | 'siren', string> &
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
    siren: spacedSiren(user.siren ?? ''),
    statut: user.statut,
  };
}

/** Trimmed. Empty phone, address and company are null, and so are the company and SIREN of a private person. */
export function updateOf(form: ProfileForm): Omit<Required<UserDataUpdate>, 'avis_courriel' | 'rappels_echeance'> {
  const isPro = form.statut === 'PRO';
  return {
    nom: clean(form.nom),
    prenom: clean(form.prenom),
    telephone: clean(form.telephone) || null,
    adresse: clean(form.adresse) || null,
    nomSociete: isPro ? clean(form.nomSociete) || null : null,
    siren: isPro ? withoutSpaces(form.siren) || null : null,
    statut: form.statut,
  };
}

export function checkProfile(form: ProfileForm): ProfileErrors {
  const { nom, prenom, telephone, statut, siren } = form;
  return {
    ...unprintableFields(form),
    ...(nom.trim() === '' && { nom: 'Le nom est requis.' }),
    ...(prenom.trim() === '' && { prenom: 'Le prénom est requis.' }),
    ...(telephone.trim() !== '' && !isTelephone(telephone) && { telephone: PHONE_FORMAT }),
    ...(statut === 'PRO' && !/^(\d{9})?$/.test(withoutSpaces(siren)) && { siren: 'Un SIREN a 9 chiffres.' }),
  };
}

/** Names and address are printed on invoices and receipts. */
function unprintableFields(form: ProfileForm): ProfileErrors {
  const names = ['nom', 'prenom', 'nomSociete', 'adresse'] as const;
  const faults = names.map((name) => [name, unprintable(form[name])] as const);
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null));
}

/** A pasted « +33 6 12 34 56 78 » is longer than the field: removes spaces and dots when it does not fit. */
export function shortPhone(text: string): string {
  const trimmed = text.trim();
  return isTelephone(trimmed) && trimmed.length <= PHONE_MAX_LENGTH ? trimmed : trimmed.replaceAll(/[\s.]/g, '');
}

/** Removes hidden characters of a pasted text. */
const clean = (text: string): string => legible(text).trim();

const withoutSpaces = (text: string): string => legible(text).replaceAll(/\s/g, '');

/** « 732 829 320 », as it is written. */
function spacedSiren(siren: string): string {
  return siren.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
}
