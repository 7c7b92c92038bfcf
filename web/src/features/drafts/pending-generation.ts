import { z } from 'zod';
import { forgetTab, readTab, writeTab } from '#lib/storage.ts';
import { hasParcel } from './draft.ts';
import { loadDraft } from './draft-cookies.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type ResumedGeneration = { isWanted: boolean; end: () => void };

/**
 * Whether the user came by a « générer » link, and a function that ends it. Removed from the history: a reload orders
 * nothing.
 */
export function useReturnToGenerate(isReady: boolean): ResumedGeneration {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(() => isReady && isGenerateLink(state));
  useEffect(() => {
    if (isGenerateLink(state)) void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  return { isWanted, end: () => setWanted(false) };
}

/** Runs once, as soon as its data are known. */
export function useResumedGeneration(
  { isWanted, end }: ResumedGeneration,
  isReady: boolean,
  goOn: () => Promise<unknown> | void,
): void {
  const isDue = isWanted && isReady;
  const go = useEffectEvent(() => {
    end();
    void goOn();
  });
  useEffect(() => {
    if (!isDue) return;
    const timer = window.setTimeout(() => go());
    return () => window.clearTimeout(timer);
  }, [isDue]);
}

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
export const GENERATE_LINK_STATE: z.infer<typeof Return> = { generate: true };

function isGenerateLink(state: unknown): boolean {
  return Return.safeParse(state).success;
}
