import { Check } from 'lucide-react';
import { announce } from '#lib/announce.ts';
import styles from './progress-steps.module.css';
import { useEffect, useRef, type ReactNode } from 'react';

type ProgressStepsProps = {
  labels: readonly string[];
  /** From 1. Earlier steps are shown as done. */
  current: number;
  /** Name of the list for screen readers. */
  name: string;
};

/** Position in a sequence; on a phone only the current label is shown in full. */
export function ProgressSteps({ labels, current, name }: ProgressStepsProps) {
  return (
    <ol className={styles.steps} aria-label={name}>
      {labels.map((label, index) => {
        const step = index + 1;
        const state = step < current ? 'done' : step === current ? 'current' : 'coming';
        return (
          <li
            key={label}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' ? <Check /> : step}
            </span>
            <span className={styles.label}>
              {label}
              {state === 'done' && <span className="visually-hidden"> (terminé)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Heading of a step. On arrival from another step it takes the focus and scrolls to the top. */
export function StepHeading({ children, isArrival }: { children: ReactNode; isArrival: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isArrival) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
    // What the former step said would still be found above this one.
    announce('');
  }, [isArrival]);
  return (
    <h1 id="etape" ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
