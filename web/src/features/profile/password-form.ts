import { lengthOf, MIN_LENGTH } from '#lib/password-rules.ts';

export type PasswordForm = Record<'current_password' | 'new_password' | 'confirmation', string>;
export type PasswordErrors = Partial<PasswordForm>;

/** The card's own checks, looser than the server's rule, which is ticked while typing. */
export function checkPassword(form: PasswordForm): PasswordErrors {
  const refused = newPasswordError(form.new_password);
  return {
    ...(form.current_password === '' && { current_password: 'Le mot de passe actuel est requis.' }),
    ...(refused !== null && { new_password: refused }),
    ...(form.new_password !== form.confirmation && { confirmation: 'Les mots de passe ne correspondent pas.' }),
  };
}

function newPasswordError(password: string): string | null {
  if (password === '') return 'Le nouveau mot de passe est requis.';
  return lengthOf(password) < MIN_LENGTH ? 'Le nouveau mot de passe doit contenir au moins 8 caractères.' : null;
}
