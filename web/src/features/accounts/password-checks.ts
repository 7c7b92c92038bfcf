import { missingRules, lengthOf, MAX_LENGTH, MIN_LENGTH, type PasswordRule } from '#lib/password-rules.ts';
import type { FormError } from '#ui/form-errors.tsx';

/** The prescribed bounds of this page, wider than the server's rule. */
const TOO_SHORT = 1;
const TOO_LONG = 150;

/** The first mistake before a reset is sent; null when it may be sent. */
export function checkNewPassword(password: string, confirmation: string): FormError | null {
  if (password === '') return { field: 'new_password', message: 'Mot de passe non renseigné' };
  if (password !== confirmation) {
    return { field: 're_new_password', message: 'Les mots de passe ne correspondent pas' };
  }
  const length = Array.from(password).length;
  if (length <= TOO_SHORT) return { field: 'new_password', message: 'Mot de passe trop court' };
  if (length >= TOO_LONG) return { field: 'new_password', message: 'Le mot de passe est trop long.' };
  return null;
}

export type SignUpForm = { email: string; password: string; re_password: string };

const EXAMPLE = 'nom@exemple.fr';
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const MISSING_CLASS: Record<Exclude<PasswordRule, 'length'>, string> = {
  lowercase: 'Votre mot de passe doit contenir au moins une lettre minuscule',
  uppercase: 'Votre mot de passe doit contenir au moins une lettre majuscule',
  digit: 'Votre mot de passe doit contenir au moins un chiffre',
  special: 'Votre mot de passe doit contenir au moins un caractère spécial',
};

/**
 * The first mistake, in the prescribed order (docs/product-spec.md#checks-before-a-call); null when the form may be
 * sent.
 */
export function checkSignUp({ email, password, re_password }: SignUpForm): FormError | null {
  const address = email.trim();
  if (address === '') return { field: 'email', message: "L'adresse email est obligatoire" };
  if (password === '') return { field: 'password', message: 'Le mot de passe est obligatoire' };
  if (re_password === '') {
    return { field: 're_password', message: 'La confirmation du mot de passe est obligatoire' };
  }
  if (!EMAIL_SHAPE.test(address)) {
    return { field: 'email', message: `Veuillez saisir une adresse email valide (exemple: ${EXAMPLE})` };
  }
  if (password !== re_password) {
    const message = 'Les mots de passe saisis ne correspondent pas. Veuillez vérifier votre saisie';
    return { field: 're_password', message };
  }
  const message = passwordFault(password);
  return message === null ? null : { field: 'password', message };
}

function passwordFault(password: string): string | null {
  const length = lengthOf(password);
  if (length < MIN_LENGTH) {
    return `Votre mot de passe doit contenir au minimum 8 caractères. Actuellement : ${length} caractères`;
  }
  if (length > MAX_LENGTH) {
    return `Votre mot de passe est trop long (maximum 150 caractères). Actuellement : ${length} caractères`;
  }
  const [missing] = missingRules(password);
  return missing === undefined || missing === 'length' ? null : MISSING_CLASS[missing];
}
