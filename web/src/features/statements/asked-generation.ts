import { z } from 'zod';
import { forgetTab, readTab, writeTab } from '#lib/tab-memory.ts';
import { hasParcel } from './draft.ts';
import { loadDraft } from './draft-cookies.ts';

/** The order was given at step 2 and stopped by a sign-in or by the lack of a credit: this tab goes on with it when it can. */
export function rememberGeneration(codeParcelle: string): void {
  writeTab('generation_demandee', codeParcelle);
}

/** Of the very parcel that the wizard holds, still at step 2. */
export function isGenerationAsked(): boolean {
  const draft = loadDraft();
  return draft.step === 2 && hasParcel(draft) && readTab('generation_demandee') === draft.codeParcelle;
}

export function forgetGeneration(): void {
  forgetTab('generation_demandee');
}

const Return = z.object({ generate: z.literal(true) });

/** State of a link that says « générer »: the wizard does so without asking again. */
export const GENERATE: z.infer<typeof Return> = { generate: true };

export function saysGenerate(state: unknown): boolean {
  return Return.safeParse(state).success;
}
