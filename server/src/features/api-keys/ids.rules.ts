import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { modeOf, rowOf, uuidOf } from '@clairisque/contract/common/v3.ts';
import { AppError } from '#platform/app-error.ts';

/** The number in an id that a caller gives. Throws `id_of_other_mode`. */
export const numberOf = (mode: KeyMode, id: string): number => rowOf(ofMode(mode, id));

/** The UUID in one. Throws the same. */
export const uuidIn = (mode: KeyMode, id: string): string => uuidOf(ofMode(mode, id));

function ofMode(mode: KeyMode, id: string): string {
  if (modeOf(id) === mode) return id;
  const detail =
    mode === 'live'
      ? 'Cet identifiant est celui d’un essai\u00A0: lisez-le avec une clé d’essai.'
      : 'Cet identifiant n’est pas celui d’un essai\u00A0: lisez-le avec une clé réelle.';
  throw new AppError('id_of_other_mode', detail);
}
