import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '#ui/banner.tsx';
import styles from './profile.module.css';

const LIFETIME_MS = 8_000;

/** Outcome of a form. A new object restarts the delay, even with the same text. */
export type Outcome = { tone: 'success' | 'error'; sentence: string; reasons?: readonly string[] };

/**
 * Leaves after 8 s, unless the pointer rests on it. Place it below the button, so that nothing moves under the pointer.
 * Its live region exists before its text, or a screen reader would not announce it.
 */
export function TransientMessage({ outcome, onGone }: { outcome: Outcome | null; onGone: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const leave = useEffectEvent(onGone);
  useEffect(() => {
    if (outcome === null || isHeld) return;
    const timer = window.setTimeout(() => leave(), LIFETIME_MS);
    return () => window.clearTimeout(timer);
  }, [outcome, isHeld]);

  const message = outcome && (
    <div onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Banner tone={outcome.tone} title={outcome.sentence}>
        {outcome.reasons?.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Banner>
    </div>
  );
  return (
    <div className={styles.message}>
      <div role="alert">{outcome?.tone === 'error' && message}</div>
      <output>{outcome?.tone === 'success' && message}</output>
    </div>
  );
}
