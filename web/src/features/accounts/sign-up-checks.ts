import { brokenRules, lengthOf, MAX_LENGTH, MIN_LENGTH, type PasswordRule } from '#lib/password-rules.ts';
import type { FormError } from '#ui/form-errors.tsx';

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
  const [missing] = brokenRules(password);
  return missing === undefined || missing === 'length' ? null : MISSING_CLASS[missing];
}
