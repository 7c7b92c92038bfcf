import { isEmail } from '@clairisque/contract/common/text.ts';
import { messagesByField, retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import type { FormError } from '#ui/form-errors.tsx';

export type ReceiptFields = { nom: string; email: string; recu: boolean };

/** The visitor's mistakes, in the order of the form. */
export function checkReceipt({ nom, email, recu }: ReceiptFields): FormError[] {
  const errors: (FormError | false)[] = [
    nom.trim() === '' && { field: 'nom', message: 'Indiquez votre nom.' },
    email.trim() === '' && { field: 'email', message: 'Indiquez votre adresse e-mail.' },
    email.trim() !== '' &&
      !isEmail(email.trim()) && { field: 'email', message: 'Cette adresse e-mail n’est pas complète.' },
    !recu && { field: 'recu', message: 'Cochez la case « reçu » pour continuer.' },
  ];
  return errors.filter((error) => error !== false);
}

/** The server's refusals by field; otherwise what the user can do. */
export function receiptRefusal(error: unknown): FormError[] {
  const said = error instanceof ApiFailure && error.status === 400 ? [...messagesByField(error.body)] : [];
  const errors = said.flatMap(([field, [message]]) => (message === undefined ? [] : [{ field, message }]));
  if (errors.length > 0) return errors;
  return [
    {
      message:
        retryHint(error) ?? refusalSentence(error) ?? 'Votre réponse n’a pas pu être enregistrée. Veuillez réessayer.',
    },
  ];
}
