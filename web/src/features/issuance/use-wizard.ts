import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { offerUndo, useRestoredDraft } from '#features/drafts/cancelled-draft.ts';
import { keepDeclarations, keptDeclarations, NO_DECLARATION } from '#features/drafts/declarations.ts';
import { EMPTY_DRAFT, hasParcel, type Draft, type Step } from '#features/drafts/draft.ts';
import { forgetFailedRequest, saveFailedRequest } from '#features/drafts/failed-request.ts';
import { useDraftSaving } from '#features/drafts/saved-draft.ts';
import { useDraft, useForgottenDraft } from '#features/drafts/use-draft.ts';
import { resetStatementDraft } from '#lib/cookies.ts';
import { paths } from '#paths.ts';
import { useStepHistory } from './step-history.ts';

/** What the user typed, and the ways out of it. */
function useTyped(openAt: 2 | 4 | undefined) {
  const [askedAddress, setAskedAddress] = useAskedAddress();
  const { draft, dispatch, hold, takeOver } = useDraft(openAt, askedAddress !== null);
  const [declarations, setDeclarations] = useDeclarations(draft.codeParcelle);
  const dropKept = useDraftSaving(draft, declarations, hold === 'here');
  const [hadOwn] = useState(draft.adresse !== '' || askedAddress !== null);
  const isBegun = draft.codeParcelle !== '';
  useEffect(() => {
    if (isBegun) forgetFailedRequest();
  }, [isBegun]);

  function reset(to: Draft, declared: Declarations) {
    setDeclarations(declared);
    dispatch({ type: 'reset', to });
  }
  useForgottenDraft(() => reset(EMPTY_DRAFT, NO_DECLARATION));
  useRestoredDraft((whole) => reset(whole.draft, whole.declarations));

  const forgetAsked = () => setAskedAddress(null);
  function restart() {
    dropKept();
    forgetAsked();
    reset(EMPTY_DRAFT, NO_DECLARATION);
  }
  const typed = { draft, dispatch, hold, takeOver, declarations, setDeclarations, askedAddress };
  return { ...typed, isOffered: !hadOwn && !isBegun, forgetAsked, reset, restart };
}

/** The wizard's state, its steps in the browser's history, and the ways between them. */
export function useWizard(openAt: 2 | 4 | undefined) {
  const typed = useTyped(openAt);
  const { draft, dispatch, hold, declarations, forgetAsked, restart } = typed;
  const [isAddingParcels, setAddingParcels] = useState(false);
  const navigate = useNavigate();
  const goTo = (step: 1 | 2) => dispatch({ type: 'reset', to: { ...draft, step } });
  const onTravel = useTravel({ draft, goTo, restart, reopen: (left) => dispatch({ type: 'reset', to: left }) });
  const onLink = () => (draft.step === 4 ? onTravel(1) : draft.step);
  const leave = useStepHistory({ step: draft.step, onTravel, onLink });

  return {
    ...typed,
    isAddingParcels,
    editPlace: () => goTo(1),
    addParcels: () => {
      setAddingParcels(true);
      goTo(1);
    },
    goOn: () => {
      setAddingParcels(false);
      // Back finds what was chosen: the address is not searched again.
      forgetAsked();
      dispatch({ type: 'continued' });
    },
    cancel: () => {
      restart();
      offerUndo({ draft, declarations }, () => void navigate(paths.wizard));
    },
    /** Prescribed: everything is reset. The request is kept, so that the error page can offer it again. */
    fail: (error: unknown) => {
      saveFailedRequest(draft, declarations, error);
      if (hold !== 'elsewhere') resetStatementDraft();
      leave();
      restart();
      void navigate(paths.statementError);
    },
  };
}

type Travel = {
  draft: Draft;
  goTo: (step: 1 | 2) => void;
  restart: () => void;
  reopen: (left: Draft) => void;
};

/**
 * Back and Forward between the steps. An order that was given is not taken back: the generation stays on show, and
 * Back from the reception begins a new statement, as any way out of it does; Forward then finds the former one again.
 */
function useTravel({ draft, goTo, restart, reopen }: Travel): (to: Step) => Step {
  const left = useRef<Draft>(null);
  useEffect(() => {
    if (draft.step === 4) left.current = draft;
  }, [draft]);
  useForgottenDraft(() => (left.current = null));

  const travel = (to: Step): (() => void) | null => {
    const former = left.current;
    if (draft.step === 4) return to < 3 ? restart : null;
    if (draft.step === 3) return null;
    if (to === 4) return former && !hasParcel(draft) ? () => reopen(former) : null;
    return to === 1 || (to === 2 && hasParcel(draft)) ? () => goTo(to) : null;
  };
  return (to) => {
    const go = travel(to);
    go?.();
    if (go === null) return draft.step;
    return draft.step === 4 ? 1 : to;
  };
}

/** The owner's declarations, kept for a reload together with their parcel. */
function useDeclarations(codeParcelle: string) {
  const [declarations, setDeclarations] = useState(() => keptDeclarations(codeParcelle));
  useEffect(() => keepDeclarations(codeParcelle, declarations), [codeParcelle, declarations]);
  return [declarations, setDeclarations] as const;
}

/** Reads the address in the URL and removes it: a reload must resume the draft, not search again. */
function useAskedAddress() {
  const [parameters, setParameters] = useSearchParams();
  const [asked, setAsked] = useState(() => parameters.get('adresse')?.trim().slice(0, 200) || null);
  const isInUrl = parameters.has('adresse');
  useEffect(() => {
    if (isInUrl) setParameters({}, { replace: true, preventScrollReset: true });
  }, [isInUrl, setParameters]);
  return [asked, setAsked] as const;
}
