import { useEffect, useState } from 'react';
import styles from './progress-bar.module.css';

type ProgressBarProps = {
  /** Name of what advances. */
  label: string;
  done: number;
  /** In the unit of `done`; null when unknown. */
  total: number | null;
};

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return <progress aria-label={label} className={styles.bar} {...(total !== null && { max: total, value: done })} />;
}

const STEP_MS = 100;

type CountdownBarProps = {
  durationMs: number;
  /** What the bar counts down to. */
  label: string;
};

/** Fills over `durationMs` from its first appearance. Not a CSS animation, which reduced motion would stop. */
export function CountdownBar({ durationMs, label }: CountdownBarProps) {
  const [startMs] = useState(() => performance.now());
  const [elapsedMs, setElapsed] = useState(0);
  const isFull = elapsedMs >= durationMs;

  useEffect(() => {
    if (isFull) return;
    const timer = window.setInterval(() => setElapsed(performance.now() - startMs), STEP_MS);
    return () => window.clearInterval(timer);
  }, [isFull, startMs]);

  return <ProgressBar label={label} done={Math.min(elapsedMs, durationMs)} total={durationMs} />;
}

/** Decorative: the element around it says what is loading (`aria-busy`, a status text). */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
