import type { ComponentProps } from 'react';
import styles from './badge.module.css';

type BadgeProps = ComponentProps<'span'> & { tone?: 'good' | 'late' | 'bad' | 'quiet' };

/** One or two words, or a number, beside what they are about. */
export function Badge({ tone = 'quiet', className, ...rest }: BadgeProps) {
  return <span {...rest} data-tone={tone} className={[styles.badge, className].filter(Boolean).join(' ')} />;
}
