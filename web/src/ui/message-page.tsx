import type { ReactNode } from 'react';
import styles from './message-page.module.css';
import { Copy } from 'lucide-react';
import { copyText } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';

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

/** Number to give to the support, which finds the line of the server's log with it. */
export function IncidentNumber({ numero }: { numero: string }) {
  return (
    <p className={styles.incident}>
      <span>
        Numéro d’incident&nbsp;: <code className={styles.number}>{numero}</code>
      </span>
      <Button
        variant="quiet"
        icon={<Copy aria-hidden="true" />}
        onClick={() => void copyText(numero, 'Numéro d’incident copié.')}
      >
        Copier
      </Button>
    </p>
  );
}
