import { useEffect, useRef, type ReactNode } from 'react';
import styles from './step-heading.module.css';

/** Heading of a step. On arrival from another step it takes the focus and scrolls to the top. */
export function StepHeading({ children, isArrival }: { children: ReactNode; isArrival: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isArrival) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [isArrival]);
  return (
    <h1 id="etape" ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
