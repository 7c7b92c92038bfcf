import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { resetStatementDraft } from '#lib/cookies.ts';
import { useGivenTitle } from '#lib/own-title.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { ProgressSteps } from './progress-steps.tsx';
import { keepDeclarations, keptDeclarations, NO_DECLARATION } from '#features/drafts/declarations.ts';
import { EMPTY_DRAFT, type Draft, type Step } from '#features/drafts/draft.ts';
import { forgetFailedRequest, saveFailedRequest } from '#features/drafts/failed-request.ts';
import { declarationsOfSaved, draftOfSaved, useDraftSaving, useOfferedDraft } from '#features/drafts/saved-draft.ts';
import { useDoubleClickGuard } from './double-click.ts';
import { RESUME, ResumeStatement } from '#features/drafts/resume-statement.tsx';
import { StepGeneration } from './step-generation.tsx';
import { StepReception } from './step-reception.tsx';
import { StepRecap } from './step-recap.tsx';
import { StepSearch } from './step-search.tsx';
import { STEP_TITLES } from './step-titles.ts';
import { useDraft, useForgottenDraft } from '#features/drafts/use-draft.ts';
import { useReturnToGenerate } from '#features/drafts/pending-generation.ts';
import styles from './wizard-page.module.css';
import { announce } from '#lib/announce.ts';
import { Banner } from '#ui/banner.tsx';
import type { LockState } from '#features/drafts/draft-lock.ts';

const STEPS = ['Rechercher une parcelle', 'Préparer le résultat', "Générer l'état des risques", 'Télécharger'] as const;

/** The statement wizard. `?adresse=` starts a new one on that address. */
export function WizardPage({ openAt }: { openAt?: 2 | 4 }) {
  const [askedAddress, setAskedAddress] = useAskedAddress();
  const { draft, dispatch, hold, takeOver } = useDraft(openAt, askedAddress !== null);
  const [declarations, setDeclarations] = useDeclarations(draft.codeParcelle);
  const [lacksCredit, setLacksCredit] = useState(false);
  const isArrival = useHasMoved(draft.step);
  useDoubleClickGuard(draft.step);
  useStepTitle({ step: draft.step, isArrival, openAt });
  const navigate = useNavigate();
  const returning = useReturnToGenerate(draft.step === 2);
  const isBegun = draft.codeParcelle !== '';
  const dropKept = useDraftSaving(draft, declarations, hold === 'here');
  const [hadOwn] = useState(draft.adresse !== '' || askedAddress !== null);
  const offered = useOfferedDraft(hadOwn);

  useEffect(() => {
    if (isBegun) forgetFailedRequest();
  }, [isBegun]);

  useErrorPageAtHand(draft.step > 1);

  function reset(to: Draft, declared: Declarations) {
    setDeclarations(declared);
    dispatch({ type: 'reset', to });
  }

  useForgottenDraft(() => reset(EMPTY_DRAFT, NO_DECLARATION));

  function restart() {
    dropKept();
    setAskedAddress(null);
    reset(EMPTY_DRAFT, NO_DECLARATION);
  }

  /** Prescribed: everything is reset. The request is kept, so that the error page can offer it again. */
  function fail(error: unknown) {
    saveFailedRequest(draft, declarations, error);
    if (hold !== 'elsewhere') resetStatementDraft();
    restart();
    void navigate(paths.statementError);
  }

  return (
    <div className={styles.wizard}>
      <div className={styles.progress}>
        <ProgressSteps labels={STEPS} current={draft.step} name="Étapes de votre état des risques" />
      </div>
      <LockedDraftBanner step={draft.step} hold={hold} onTakeOver={takeOver} />
      {draft.step === 1 && offered && !isBegun && (
        <OfferedDraft
          adresse={offered.adresse}
          onResume={() => reset(draftOfSaved(offered), declarationsOfSaved(offered))}
        />
      )}
      {draft.step === 1 && (
        <StepSearch draft={draft} dispatch={dispatch} askedAddress={askedAddress} isArrival={isArrival} />
      )}
      {draft.step === 2 && (
        <StepRecap
          draft={draft}
          dispatch={dispatch}
          declarations={declarations}
          onDeclare={setDeclarations}
          lacksCredit={lacksCredit}
          onLackOfCredit={setLacksCredit}
          onCancel={restart}
          onFailure={fail}
          isArrival={isArrival}
          returning={returning}
        />
      )}
      {draft.step === 3 && (
        <StepGeneration
          erpId={draft.erpId}
          onIssued={() => dispatch({ type: 'issued' })}
          onLackOfCredit={() => {
            dispatch({ type: 'recap reopened' });
            setLacksCredit(true);
          }}
          onFailure={fail}
          isArrival={isArrival}
        />
      )}
      {draft.step === 4 && <StepReception draft={draft} onRestart={restart} onFailure={fail} isArrival={isArrival} />}
    </div>
  );
}

function OfferedDraft({ adresse, onResume }: { adresse: string; onResume: () => void }) {
  return (
    <div className={styles.offer}>
      <ResumeStatement adresse={adresse} action={<Button onClick={onResume}>{RESUME}</Button>} />
    </div>
  );
}

type Shown = { step: Step; isArrival: boolean; openAt: Step | undefined };

/** An address of step 2 or 4 without a statement opens step 1, under its own title. */
function useStepTitle({ step, isArrival, openAt = step }: Shown): void {
  useGivenTitle(STEP_TITLES[isArrival ? step : openAt]);
}

/** Preloads the error page: it could not be fetched once the connection is lost. */
function useErrorPageAtHand(isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded) import('./statement-error.tsx').catch(() => null);
  }, [isNeeded]);
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

/** False while the step is the one that the page was opened on. */
function useHasMoved(step: number): boolean {
  const [shown, setShown] = useState({ step, hasMoved: false });
  if (shown.step !== step) setShown({ step, hasMoved: true });
  return shown.hasMoved || shown.step !== step;
}

/** Another tab keeps the draft. Everything works here, but nothing is stored until the user chooses to go on here. */
function LockedDraftBanner({ step, hold, onTakeOver }: { step: Step; hold: LockState; onTakeOver: () => void }) {
  if (step > 2 || hold !== 'elsewhere') return null;
  const takeOver = () => {
    onTakeOver();
    document.getElementById('etape')?.focus();
    announce('Votre saisie est maintenant enregistrée dans cet onglet.');
  };
  return (
    <div className={styles.offer}>
      <Banner
        tone="warning"
        live
        title="Un état des risques est ouvert dans un autre onglet"
        action={
          <Button variant="secondary" onClick={takeOver}>
            Continuer ici
          </Button>
        }
      >
        Vous pouvez continuer dans les deux, mais seule la saisie de l’autre onglet est enregistrée.
      </Banner>
    </div>
  );
}
