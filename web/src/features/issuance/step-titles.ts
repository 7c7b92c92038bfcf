import type { Step } from '#features/drafts/draft.ts';

/** Prescribed for the first three steps: heading of the screen, and title of the document. */
export const STEP_TITLES: Record<Step, string> = {
  1: 'Réaliser un Etat des Risques',
  2: 'Récapitulatif de votre Etat des Risques',
  3: 'Génération de votre Etat des Risques',
  4: 'Réception de votre Etat des Risques',
};
