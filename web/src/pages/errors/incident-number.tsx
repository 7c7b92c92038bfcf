import { Copy } from 'lucide-react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import styles from './incident-number.module.css';

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
