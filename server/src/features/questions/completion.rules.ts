import { MOST_COMPLETIONS } from '@clairisque/contract/common/questions.ts';
import { Temporal } from 'temporal-polyfill';
import { longFrenchDate } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';
import type { Edition } from '#features/documents/documents.ts';

export const TOO_OLD =
  'Cet état a été émis avant que ses réponses se complètent à l’écran\u00A0: complétez-le à la main, ou renouvelez-le à son échéance.';
export const RENEWED_MEANWHILE =
  'Cet état vient d’être renouvelé\u00A0: vos réponses sont gardées, complétez sa nouvelle édition.';

/** How many editions complete its document, this one included. */
export const rankOf = ({ completes, reference }: Pick<Edition, 'completes' | 'reference'>): number =>
  completes === null ? 0 : Number(/-C(\d+)$/u.exec(reference)?.[1] ?? 0);

export const completionsLeft = (edition: Pick<Edition, 'completes' | 'reference'>): number =>
  MOST_COMPLETIONS - rankOf(edition);

/** Why a current edition cannot be completed; null when it can. Answers are kept in any case. */
export function completionRefusal(edition: Edition, closedAt: Date | null, now: Date): string | null {
  if (edition.questions === null || edition.inputs === null) return TOO_OLD;
  const today = parisDate(now.toISOString());
  if (Temporal.PlainDate.compare(today, edition.expiresOn) > 0)
    return `Cet état a expiré le ${longFrenchDate(edition.expiresOn)}\u00A0: renouvelez-le, vos réponses sont gardées.`;
  if (closedAt !== null) {
    const contract = edition.type === 'Vente' ? 'la vente est conclue' : 'le bail est signé';
    return `Vous avez indiqué que ${contract}\u00A0: annulez cette indication pour compléter l’état, vos réponses sont gardées.`;
  }
  if (completionsLeft(edition) > 0) return null;
  return `Cet état a déjà ${MOST_COMPLETIONS}\u00A0éditions complétées\u00A0: c’est le maximum. Vos réponses sont gardées.`;
}
