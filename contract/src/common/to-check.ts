import type { StatementListItem } from '../statements.ts';

type Watched = Pick<StatementListItem, 'signature_prevue' | 'verification' | 'conclu'>;

/** The first check of a planned day comes so long before it. */
const FIRST_CHECK_DAYS = 15;
const DAY_MS = 86_400_000;

/**
 * « À vérifier »: its newest check is incomplete, or it is signed soon and no check has concluded since the first one was
 * due. Not once it is signed. `today` as `2026-11-20`, `dayOf` an instant's, in Paris.
 */
export function isToCheck(
  { signature_prevue: signedOn, verification, conclu: isSigned }: Watched,
  { today, dayOf }: { today: string; dayOf: (instant: string) => string | null },
): boolean {
  if (isSigned) return false;
  if (verification?.etat === 'incomplet') return true;
  const day = Date.parse(`${signedOn ?? ''}T00:00:00Z`);
  if (Number.isNaN(day)) return false;
  const since = new Date(day - FIRST_CHECK_DAYS * DAY_MS).toISOString().slice(0, 10);
  const checkedOn = verification ? dayOf(verification.le) : null;
  return today >= since && (checkedOn ?? '') < since;
}
