import { ApiFailure } from '#lib/api.ts';

/** The helpful second line under « Mot de passe ou email incorrect »; null when the sentence says it all. */
export function loginHint(error: Error): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.status === null) return 'Le service n’a pas répondu. Vérifiez votre connexion internet, puis réessayez.';
  if (error.status === 429) return 'Trop de tentatives. Patientez quelques minutes avant de réessayer.';
  if (error.status >= 500) return 'Le service est momentanément indisponible. Réessayez dans quelques minutes.';
  return 'Vérifiez votre saisie. Un compte récent doit d’abord être activé par le lien reçu par e-mail.';
}
