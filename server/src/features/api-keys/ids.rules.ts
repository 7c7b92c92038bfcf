import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { modeOf, rowOf } from '@clairisque/contract/common/v3.ts';
import { AppError } from '#platform/app-error.ts';

/** The number in an id that a caller gives. Throws `id_of_other_mode`. */
export function numberOf(mode: KeyMode, id: string): number {
  if (modeOf(id) === mode) return rowOf(id);
  const detail =
    mode === 'live'
      ? 'Cet identifiant est celui d’un essai\u00A0: lisez-le avec une clé d’essai.'
      : 'Cet identifiant n’est pas celui d’un essai\u00A0: lisez-le avec une clé réelle.';
  throw new AppError('id_of_other_mode', detail);
}
