const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/too short|trop court/i, 'Votre mot de passe doit contenir au minimum 8 caractères'],
  [/too common|trop courant/i, 'Ce mot de passe est trop courant. Choisissez un mot de passe plus original'],
  [/entirely numeric|entièrement numérique/i, 'Votre mot de passe ne peut pas être entièrement composé de chiffres'],
  [/too similar|trop semblable|trop similaire/i, 'Votre mot de passe est trop similaire à vos autres informations'],
];

/**
 * The prescribed sentence for the server's message about a password, in French or English; null for an unknown message.
 */
export function passwordSentence(text: string): string | null {
  return SENTENCES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
