import { useEffect, useState, type ReactNode } from 'react';
import styles from './skeleton.module.css';

const SLOW_MS = 3_000;

/** What a skeleton stands for: announced at once to screen readers, shown to others when it lasts. */
export function LoadingNotice({ children }: { children: ReactNode }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return <output className={isSlow ? styles.awaited : 'visually-hidden'}>{children}</output>;
}

type SkeletonProps = { width?: string; height?: string };

/** Keeps the final layout while data loads. Put `aria-busy` on the container. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  // The Content-Security-Policy refuses a `style` attribute in a prerendered page.
  const size = (element: HTMLElement | null) => void (element && Object.assign(element.style, { width, height }));
  return <span ref={size} className={styles.skeleton} aria-hidden="true" />;
}
