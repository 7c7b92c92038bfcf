import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure } from '#lib/api.ts';
import { refreshBalance } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { MESSAGE_DURATION_MS, messageAfter } from './generation-messages.ts';
import { issueQuery, progressQuery } from './issue-query.ts';
import { SourceProgress } from './source-progress.tsx';
import { StepHeading } from './progress-steps.tsx';
import { STEP_TITLES } from './step-titles.ts';
import styles from './step-generation.module.css';

/** Prescribed: the reception comes 2 s after the answer. */
const PAUSE_MS = 2000;

type StepGenerationProps = {
  erpId: number;
  onIssued: () => void;
  onLackOfCredit: () => void;
  onFailure: (error: unknown) => void;
  isArrival: boolean;
};

/** Step 3: waits for the statement and shows the progress. */
export function StepGeneration({ erpId, onIssued, onLackOfCredit, onFailure, isArrival }: StepGenerationProps) {
  const navigate = useNavigate();
  const issue = useQuery(issueQuery(erpId));
  const progress = useQuery(progressQuery(erpId, issue.isPending));
  const ticks = useTicks(MESSAGE_DURATION_MS);

  const succeed = useEffectEvent(onIssued);
  useEffect(() => {
    if (!issue.isSuccess) return;
    void refreshBalance();
    const timer = window.setTimeout(() => succeed(), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [issue.isSuccess]);

  const fail = useEffectEvent((error: Error) => {
    const status = error instanceof ApiFailure ? error.status : null;
    if (status === 402) return onLackOfCredit();
    // The draft stays: « Mon espace » offers to resume it after sign-in.
    if (status === 401) return void navigate(paths.login);
    onFailure(error);
  });
  useEffect(() => {
    if (issue.error) fail(issue.error);
  }, [issue.error]);

  return (
    <div className={`page ${styles.generation}`}>
      <StepHeading isArrival={isArrival}>{STEP_TITLES[3]}</StepHeading>
      <p className={styles.message} key={ticks}>
        {issue.isSuccess ? 'Votre état des risques est prêt.' : messageAfter(ticks)}
      </p>
      <SourceProgress steps={progress.data?.etapes ?? []} isOver={issue.isSuccess} />
      <p className={styles.note}>
        Vous pouvez quitter cette page&nbsp;: le document vous attendra dans «&nbsp;Mes Etats des Risques&nbsp;». Aucun
        crédit n’est débité si la génération échoue.
      </p>
    </div>
  );
}

/** Number of `everyMs` intervals since the screen appeared. */
function useTicks(everyMs: number): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setTicks((count) => count + 1), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return ticks;
}
