import { messagesByField } from '#features/accounts/refusal.ts';
import { ApiFailure } from '#lib/api.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';

/** The prescribed sentence, and below it the server's own reasons when they add something. */
export type Refusal = { sentence: string; reasons: string[] };

const TOO_MANY = 'Trop de tentatives. Veuillez patienter avant de réessayer.';
const NO_ANSWER = 'Problème de connexion. Vérifiez votre connexion internet.';
const UNEXPECTED = "Une erreur inattendue s'est produite.";
const WEAK = 'Le nouveau mot de passe ne respecte pas les critères de sécurité.';

export function passwordRefusal(error: unknown): Refusal {
  if (error instanceof ApiFailure && (error.status === 400 || error.status === 422)) {
    const fields = messagesByField(error.body);
    const isWeak = error.status === 422 || [...fields.keys()].join() === 'new_password';
    if (isWeak) return { sentence: WEAK, reasons: fields.get('new_password') ?? [] };
  }
  return {
    sentence: sentenceOf(error, {
      400: 'Le mot de passe actuel est incorrect.',
      other: "Une erreur s'est produite lors de la modification du mot de passe.",
    }),
    reasons: [],
  };
}

export function profileRefusal(error: unknown): Refusal {
  const sentence = sentenceOf(error, {
    400: 'Données invalides. Vérifiez les informations saisies.',
    422: 'Certaines informations ne sont pas valides.',
    other: "Une erreur s'est produite lors de la mise à jour.",
  });
  const isRefused = error instanceof ApiFailure && (error.status === 400 || error.status === 422);
  return { sentence, reasons: isRefused ? [...messagesByField(error.body).values()].flat() : [] };
}

function sentenceOf(error: unknown, sentences: { other: string } & Record<number, string>): string {
  if (!(error instanceof ApiFailure)) return UNEXPECTED;
  if (error.timedOut) return TOO_SLOW;
  if (error.status === null) return NO_ANSWER;
  if (error.status === 429) return TOO_MANY;
  return sentences[error.status] ?? sentences.other;
}
