import { isToCheck } from '@clairisque/contract/common/to-check.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { formatDay, parisDay } from '#lib/dates.ts';

/** Opens the dates, the checks and the timeline of a statement. */
export const FOLLOW_UP = 'Dates et vérifications';

export const WATCHES = ['À vérifier', 'Changés'] as const;
export type Watch = (typeof WATCHES)[number];

type Watched = Pick<StatementListItem, 'signature_prevue' | 'verification' | 'conclu'>;

/** Which of the two filters list a statement. `today` as `2026-11-20`, in Paris. */
export function watchOf(item: Watched, today: string): readonly Watch[] {
  return [
    ...(isToCheck(item, { today, dayOf: parisDay }) ? (['À vérifier'] as const) : []),
    ...(item.verification?.etat === 'change' ? (['Changés'] as const) : []),
  ];
}

const FOUND = {
  inchange: (day: string) => `Vérifié le ${day}, rien n’a changé`,
  change: (day: string) => `Changé le ${day}, nouvelle édition émise`,
  incomplet: (day: string) => `Vérification incomplète le ${day}`,
};

/** What the newest check found; null without one. */
export function checkedWords({ verification }: Pick<Watched, 'verification'>): string | null {
  return verification ? FOUND[verification.etat](formatDay(verification.le)) : null;
}
