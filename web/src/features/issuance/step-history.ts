import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import type { Step } from '#features/drafts/draft.ts';

const AnyStep = z.literal([1, 2, 3, 4]);
/** State of an entry of the browser's history: its step, and that of the entry below when the wizard added this one. */
const Entry = z.object({ etape: AnyStep, avant: AnyStep.nullable() });
type Entry = z.infer<typeof Entry>;

function entryOf(state: unknown): Entry | null {
  const read = Entry.safeParse(state);
  return read.success ? read.data : null;
}

type StepHistory = {
  step: Step;
  /** The user asks for another step by Back, Forward or a reload; returns the step that is shown then. */
  onTravel: (to: Step) => Step;
  /** A link leads to the wizard, where one is; returns the step that is shown then. */
  onLink: () => Step;
};

/**
 * One entry of the browser's history a step, so that Back and Forward go through the steps. The generation's entry
 * becomes the reception's: nobody comes back to a loading screen. Returns what must be called before another screen
 * is opened at the same time as the step changes.
 */
export function useStepHistory({ step, onTravel, onLink }: StepHistory): () => void {
  const { key, state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const shown = useRef<{ key: string; step: Step } | null>(null);
  const isLeaving = useRef(false);

  const write = (entry: Entry, replace: boolean) =>
    void navigate(pathname, { replace, state: entry, preventScrollReset: true });

  function arrive(entry: Entry | null, isFirst: boolean): Step {
    if (entry?.etape === step) return step;
    const reached = entry ? onTravel(entry.etape) : isFirst ? step : onLink();
    if (reached !== entry?.etape) write({ etape: reached, avant: entry?.avant ?? null }, true);
    return reached;
  }

  function follow(entry: Entry | null) {
    if (entry?.etape === step) return;
    if (entry !== null && entry.avant === step) void navigate(-1);
    else if (entry === null || entry.etape === 3) write({ etape: step, avant: entry?.avant ?? null }, true);
    else write({ etape: step, avant: entry.etape }, false);
  }

  const keepUp = useEffectEvent((key: string, step: Step) => {
    // An address in the URL leaves it first.
    if (isLeaving.current || new URLSearchParams(search).has('adresse')) return;
    const before = shown.current;
    const entry = entryOf(state);
    shown.current = { key, step };
    if (before?.key !== key) shown.current.step = arrive(entry, before === null);
    else if (before.step !== step) follow(entry);
  });
  useEffect(() => keepUp(key, step), [key, step]);
  return () => {
    isLeaving.current = true;
  };
}
