import { forgetTab, readTab, writeTab } from '#lib/storage.ts';

/**
 * What is typed and not saved yet: a reload, or « Back », finds it again. `place`: the statement, or the link's secret.
 */
export function readDraft(place: string): string | null {
  const kept = readTab('reponse_en_cours');
  if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'place') !== place) return null;
  const typed: unknown = Reflect.get(kept, 'typed');
  return typeof typed === 'string' ? typed : null;
}

export function keepDraft(place: string, typed: string): void {
  writeTab('reponse_en_cours', { place, typed });
}

export const forgetDraft = (): void => forgetTab('reponse_en_cours');
