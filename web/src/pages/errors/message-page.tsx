import type { ReactNode } from 'react';
import styles from './message-page.module.css';

type MessagePageProps = {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** Additional information, after the next step. */
  note?: ReactNode;
};

/** A screen with one message and the next step. */
export function MessagePage({ title, children, actions, note }: MessagePageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>{title}</h1>
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {note && <div className={styles.text}>{note}</div>}
    </div>
  );
}
