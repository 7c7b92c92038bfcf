import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useGivenTitle } from '#lib/own-title.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { ProgressSteps } from './progress-steps.tsx';
import type { Step } from '#features/drafts/draft.ts';
import { useListedDraft } from '#features/drafts/saved-draft.ts';
import { offerUndo, type WholeDraft } from '#features/drafts/cancelled-draft.ts';
import { useDoubleClickGuard } from './double-click.ts';
import { RESUME, ResumeStatement } from '#features/drafts/resume-statement.tsx';
import { StepGeneration } from './step-generation.tsx';
import { StepReception } from './step-reception.tsx';
import { StepRecap } from './step-recap.tsx';
import { StepSearch } from './step-search.tsx';
import { STEP_TITLES } from './step-titles.ts';
import { useWizard } from './use-wizard.ts';
import { useReturnToGenerate } from '#features/drafts/pending-generation.ts';
import styles from './wizard-page.module.css';
import { announce } from '#lib/announce.ts';
import { Banner } from '#ui/banner.tsx';
import type { LockState } from '#features/drafts/draft-lock.ts';

const STEPS = ['Rechercher une parcelle', 'Préparer le résultat', "Générer l'état des risques", 'Télécharger'] as const;

/** The statement wizard. `?adresse=` starts a new one on that address. */
export function WizardPage({ openAt }: { openAt?: 2 | 4 }) {
  const wizard = useWizard(openAt);
  const { draft, dispatch, reset, restart, fail } = wizard;
  const [lacksCredit, setLacksCredit] = useState(false);
  const isArrival = useHasMoved(draft.step);
  useDoubleClickGuard(draft.step);
  useStepTitle({ step: draft.step, isArrival, openAt });
  const returning = useReturnToGenerate(draft.step === 2);
  useErrorPageAtHand(draft.step > 1);

  return (
    <div className={styles.wizard}>
      <div className={styles.progress}>
        <ProgressSteps
          labels={STEPS}
          current={draft.step}
          name="Étapes de votre état des risques"
          back={draft.step === 2 ? { to: paths.wizard, onGo: wizard.editPlace } : null}
        />
      </div>
      <LockedDraftBanner step={draft.step} hold={wizard.hold} onTakeOver={wizard.takeOver} />
      {draft.step === 1 && (
        <StepSearch
          draft={draft}
          dispatch={dispatch}
          askedAddress={wizard.askedAddress}
          isArrival={isArrival}
          isAddingParcels={wizard.isAddingParcels}
          offer={wizard.isOffered && <OfferedDraft onResume={(whole) => reset(whole.draft, whole.declarations)} />}
          onContinue={wizard.goOn}
        />
      )}
      {draft.step === 2 && (
        <StepRecap
          draft={draft}
          dispatch={dispatch}
          declarations={wizard.declarations}
          onDeclare={wizard.setDeclarations}
          lacksCredit={lacksCredit}
          onLackOfCredit={setLacksCredit}
          onEditPlace={wizard.editPlace}
          onAddParcels={wizard.addParcels}
          onCancel={wizard.cancel}
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

/** The draft left on another machine. */
function OfferedDraft({ onResume }: { onResume: (whole: WholeDraft) => void }) {
  const { listed, giveUp } = useListedDraft();
  const navigate = useNavigate();
  if (listed === null) return null;
  const cancel = () => {
    giveUp();
    offerUndo(listed, () => void navigate(paths.wizard));
  };
  return (
    <ResumeStatement
      adresse={listed.draft.adresse}
      action={<Button onClick={() => onResume(listed)}>{RESUME}</Button>}
      onCancel={cancel}
    />
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
    <div className={styles.locked}>
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
