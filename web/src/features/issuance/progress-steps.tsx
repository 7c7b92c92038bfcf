import { Check, ChevronLeft } from 'lucide-react';
import { announce } from '#lib/announce.ts';
import styles from './progress-steps.module.css';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';

type ProgressStepsProps = {
  labels: readonly string[];
  /** From 1. Earlier steps are shown as done. */
  current: number;
  /** Name of the list for screen readers. */
  name: string;
  /** Leads back to the steps that are done, where that is possible. */
  back: { to: string; onGo: () => void } | null;
};

/** Position in a sequence; on a phone only the current label is shown in full. */
export function ProgressSteps({ labels, current, name, back }: ProgressStepsProps) {
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
            <StepLink back={state === 'done' ? back : null}>
              <span className={styles.mark} aria-hidden="true">
                {state === 'done' ? <Check /> : step}
              </span>
              <span className={styles.label}>
                {label}
                {state === 'done' && <span className="visually-hidden"> (terminé)</span>}
              </span>
            </StepLink>
          </li>
        );
      })}
    </ol>
  );
}

/** A link, so that it looks and opens like one; a plain click keeps what this tab has. */
function StepLink({ back, children }: Pick<ProgressStepsProps, 'back'> & { children: ReactNode }) {
  if (back === null) return children;
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    back.onGo();
  };
  return (
    <a href={back.to} className={styles.link} onClick={go}>
      <ChevronLeft aria-hidden="true" />
      {children}
    </a>
  );
}

/** Heading of a step. On arrival from another step it takes the focus and scrolls to the top. */
export function StepHeading({ children, isArrival }: { children: ReactNode; isArrival: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isArrival) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
    // The words of the former step would still be found above this one.
    announce('');
  }, [isArrival]);
  return (
    <h1 id="etape" ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
