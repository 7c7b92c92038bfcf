import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import type { AskedQuestions } from '@clairisque/contract/questions.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { newContradictions, withAnswer } from './asked.ts';
import {
  certify,
  isConflict,
  isGone,
  LinkFailure,
  openLink,
  saveByLink,
  sentenceOf,
  type Certifying,
} from './link-calls.ts';
import type { Saved } from './questions-query.ts';

/** Step of the page, in the fragment: no server sees it, « Back » and a reload find it. */
export function useStep(): [step: string, go: (step: string) => void] {
  const step = useSyncExternalStore(listen, read, () => '');
  return [step, (next) => (window.location.hash = next)];
}

const read = (): string => decodeURIComponent(window.location.hash.slice(1));
function listen(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

type LinkState =
  | { kind: 'opening' | 'gone' }
  | { kind: 'failed'; sentence: string; retry: () => void }
  | { kind: 'open'; asked: AskedQuestions; link: LinkActions };

export type LinkActions = {
  save: (question: string, value: AnswerValue) => Promise<Saved>;
  certify: (body: Omit<Certifying, 'version'>) => Promise<void>;
  /** The questions as they are after the last answer: state may not be rendered yet. */
  latest: () => AskedQuestions;
};

/** What the link opened, or why not, when it was asked for before the page was drawn. */
export type FirstAnswer = AskedQuestions | LinkFailure;

/** Everything that the page knows of its link. */
export function useLink(token: string, first?: FirstAnswer): LinkState {
  const known = first === undefined || first instanceof LinkFailure ? null : first;
  const [asked, setAsked] = useState<AskedQuestions | null>(known);
  const [error, setError] = useState<unknown>(first instanceof LinkFailure ? first : null);
  const latest = useRef<AskedQuestions | null>(known);
  const show = useCallback((next: AskedQuestions) => {
    latest.current = next;
    setAsked(next);
    setError(null);
  }, []);
  const open = useCallback(() => openLink(token).then(show, setError), [token, show]);
  const link = useLinkActions(token, { latest, show, open, setError });
  const isAsked = first !== undefined;
  useEffect(() => {
    if (!isAsked) void open();
  }, [open, isAsked]);

  if (isGone(error)) return { kind: 'gone' };
  if (asked !== null) return { kind: 'open', asked, link };
  if (error === null) return { kind: 'opening' };
  return { kind: 'failed', sentence: sentenceOf(error), retry: () => void open() };
}

type Shown = {
  latest: RefObject<AskedQuestions | null>;
  show: (asked: AskedQuestions) => void;
  open: () => Promise<void>;
  setError: (error: unknown) => void;
};

function useLinkActions(token: string, { latest, show, open, setError }: Shown): LinkActions {
  const present = (): AskedQuestions => {
    if (latest.current === null) throw new Error('an answer before its questions');
    return latest.current;
  };
  /** Revoked, certified by someone else or changed meanwhile: what is true now replaces what is shown. */
  const refresh = async (failure: unknown): Promise<void> => {
    if (isGone(failure)) setError(failure);
    else if (isConflict(failure)) await open();
  };
  return {
    latest: present,
    async save(question, value) {
      try {
        const { version, contradictions: all } = await saveByLink(token, question, value);
        const before = present();
        const contradictions = newContradictions(before.questions, question, all);
        const given = { question, value, contradiction: contradictions[0] ?? null };
        show({ ...before, version, questions: withAnswer(before.questions, given) });
        // Another person answers by the same link.
        if (version > before.version + 1) await open();
        return { contradictions };
      } catch (failure) {
        await refresh(failure);
        return { fault: sentenceOf(failure) };
      }
    },
    async certify(body) {
      try {
        const { certifie_le } = await certify(token, { ...body, version: present().version });
        show({ ...present(), certification: { nom: body.nom, certifie_le } });
      } catch (failure) {
        await refresh(failure);
        throw failure;
      }
    },
  };
}
