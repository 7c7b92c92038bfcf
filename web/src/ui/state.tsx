import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './state.module.css';

export type StateTone = 'good' | 'late' | 'bad' | 'quiet';

type StateProps = { icon: LucideIcon; tone?: StateTone; children: ReactNode };

/** A state in a word: icon first, colour second. */
export function State({ icon: Icon, tone = 'quiet', children }: StateProps) {
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

type BadgeProps = ComponentProps<'span'> & { tone?: StateTone };

/** One or two words, or a number, beside their subject. */
export function Badge({ tone = 'quiet', className, ...rest }: BadgeProps) {
  return <span {...rest} data-tone={tone} className={[styles.badge, className].filter(Boolean).join(' ')} />;
}
