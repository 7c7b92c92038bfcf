import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { addDays, formatDay, parisDay } from '#lib/dates.ts';

/** Opens the dates, the checks and the timeline of a statement. */
export const FOLLOW_UP = 'Dates et vérifications';

export const WATCHES = ['À vérifier', 'Changés'] as const;
export type Watch = (typeof WATCHES)[number];

/** The first check of a planned day comes so long before it. */
const FIRST_CHECK_DAYS = 15;

type Watched = Pick<StatementListItem, 'signature_prevue' | 'verification'>;

/** Which of the two filters list a statement. `today` as `2026-11-20`, in Paris. */
export function watchOf(item: Watched, today: string): readonly Watch[] {
  return [
    ...(isToCheck(item, today) ? (['À vérifier'] as const) : []),
    ...(item.verification?.etat === 'change' ? (['Changés'] as const) : []),
  ];
}

/** Its newest check is incomplete, or it is signed soon and no check has concluded since the first one was due. */
function isToCheck({ signature_prevue: signedOn, verification }: Watched, today: string): boolean {
  if (verification?.etat === 'incomplet') return true;
  const since = signedOn && parisDay(signedOn) && addDays(signedOn, -FIRST_CHECK_DAYS);
  if (!since || today < since) return false;
  return (parisDay(verification?.le) ?? '') < since;
}

const FOUND = {
  inchange: (day: string) => `Vérifié le ${day}, rien n’a changé`,
  change: (day: string) => `Changé le ${day}, nouvelle édition émise`,
  incomplet: (day: string) => `Vérification incomplète le ${day}`,
};

/** What the newest check found; null without one. */
export function checkedWords({ verification }: Watched): string | null {
  return verification ? FOUND[verification.etat](formatDay(verification.le)) : null;
}
