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
