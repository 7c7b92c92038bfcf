import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './state.module.css';

export type StateTone = 'good' | 'late' | 'bad' | 'quiet';

type StateProps = { icon: LucideIcon; tone?: StateTone; children: ReactNode };

/** How something stands, in a word: drawing first, colour second. */
export function State({ icon: Icon, tone = 'quiet', children }: StateProps) {
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
