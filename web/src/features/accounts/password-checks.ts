import { missingRules, lengthOf, MAX_LENGTH, MIN_LENGTH, type PasswordRule } from '#lib/password-rules.ts';
import type { FormError } from '#ui/form-errors.tsx';

/** The prescribed bounds of this page, wider than the server's rule. */
const TOO_SHORT = 1;
const TOO_LONG = 150;

/** Every mistake before a reset is sent, in the prescribed order; none when it may be sent. */
export function checkNewPassword(password: string, confirmation: string): FormError[] {
  if (password === '') return [{ field: 'new_password', message: 'Mot de passe non renseigné' }];
  const length = lengthOf(password);
  const mistakes: (FormError | false)[] = [
    password !== confirmation && { field: 're_new_password', message: 'Les mots de passe ne correspondent pas' },
    length <= TOO_SHORT && { field: 'new_password', message: 'Mot de passe trop court' },
    length >= TOO_LONG && { field: 'new_password', message: 'Le mot de passe est trop long.' },
  ];
  return mistakes.filter((mistake) => mistake !== false);
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
 * Every mistake, in the prescribed order (docs/product-spec.md#checks-before-a-call); none when the form may be sent.
 */
export function checkSignUp(form: SignUpForm): FormError[] {
  const { email, password, re_password } = { ...form, email: form.email.trim() };
  const mistakes: (FormError | false)[] = [
    email === '' && { field: 'email', message: "L'adresse email est obligatoire" },
    password === '' && { field: 'password', message: 'Le mot de passe est obligatoire' },
    re_password === '' && { field: 're_password', message: 'La confirmation du mot de passe est obligatoire' },
    email !== '' &&
      !EMAIL_SHAPE.test(email) && {
        field: 'email',
        message: `Veuillez saisir une adresse email valide (exemple: ${EXAMPLE})`,
      },
    password !== '' &&
      re_password !== '' &&
      password !== re_password && {
        field: 're_password',
        message: 'Les mots de passe saisis ne correspondent pas. Veuillez vérifier votre saisie',
      },
  ];
  const faults = password === '' ? [] : passwordFaults(password).map((message) => ({ field: 'password', message }));
  return [...mistakes.filter((mistake) => mistake !== false), ...faults];
}

function passwordFaults(password: string): string[] {
  const length = lengthOf(password);
  const missing = missingRules(password).flatMap((rule) => (rule === 'length' ? [] : [MISSING_CLASS[rule]]));
  if (length < MIN_LENGTH) {
    missing.unshift(`Votre mot de passe doit contenir au minimum 8 caractères. Actuellement : ${length} caractères`);
  }
  if (length > MAX_LENGTH) {
    missing.unshift(`Votre mot de passe est trop long (maximum 150 caractères). Actuellement : ${length} caractères`);
  }
  return missing;
}
