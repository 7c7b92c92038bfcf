import type { GenerationStep } from '@clairisque/contract/issuance.ts';
import type { z } from 'zod';
import { CircleCheck, CircleDashed, CircleSlash, History, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { announce } from '#lib/announce.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './source-progress.module.css';

type SourceStep = z.infer<typeof GenerationStep>;

const STATES: Record<SourceStep['etat'], { icon: LucideIcon; text: string }> = {
  en_cours: { icon: CircleDashed, text: 'en cours' },
  obtenu: { icon: CircleCheck, text: 'obtenu' },
  ancienne_reponse: { icon: History, text: 'dernière réponse connue' },
  non_obtenu: { icon: CircleSlash, text: 'sans réponse' },
};
/** Screen readers get a count from time to time, not every tick. */
const ANNOUNCE_EVERY_MS = 8000;

/** Real progress: each source is ticked when it answers. */
export function SourceProgress({ steps, isOver }: { steps: SourceStep[]; isOver: boolean }) {
  const total = steps.length;
  const answered = steps.filter(({ etat }) => etat !== 'en_cours').length;
  const done = isOver ? Math.max(total, 1) : answered;

  const say = useEffectEvent(() => {
    if (total > 0 && !isOver) announce(`${answered} sources sur ${total} ont répondu.`);
  });
  useEffect(() => {
    const timer = window.setInterval(() => say(), ANNOUNCE_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);

  return (
    <div className={styles.progress}>
      <ProgressBar label="Sources consultées" done={done} total={total === 0 && !isOver ? null : Math.max(total, 1)} />
      {total === 0 ? (
        <Waiting />
      ) : (
        <ul className={styles.sources} aria-label="Sources consultées">
          {steps.map(({ libelle, etat }) => {
            const { icon: Icon, text } = STATES[etat];
            return (
              <li key={libelle} data-state={etat}>
                <Icon aria-hidden="true" />
                <span>{libelle}</span>
                <span className={styles.state}>{text}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.sources} aria-busy="true">
      <LoadingNotice>Préparation de la liste des sources…</LoadingNotice>
      {['70%', '55%', '62%', '48%', '66%', '58%'].map((width) => (
        <Skeleton key={width} width={width} height="1.25rem" />
      ))}
    </div>
  );
}
