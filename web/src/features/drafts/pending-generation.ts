import { z } from 'zod';
import { forgetTab, readTab, writeTab } from '#lib/tab-storage.ts';
import { hasParcel } from './draft.ts';
import { loadDraft } from './draft-cookies.ts';

/**
 * The user ordered the generation at step 2, and a sign-in or a missing credit interrupted it: this tab resumes it when
 * it can.
 */
export function rememberGeneration(codeParcelle: string): void {
  writeTab('generation_demandee', codeParcelle);
}

/** For the parcel in the wizard, still at step 2. */
export function isGenerationAsked(): boolean {
  const draft = loadDraft();
  return draft.step === 2 && hasParcel(draft) && readTab('generation_demandee') === draft.codeParcelle;
}

export function forgetGeneration(): void {
  forgetTab('generation_demandee');
}

const Return = z.object({ generate: z.literal(true) });

/** State of a « générer » link: the wizard starts without asking again. */
export const GENERATE: z.infer<typeof Return> = { generate: true };

export function saysGenerate(state: unknown): boolean {
  return Return.safeParse(state).success;
}
