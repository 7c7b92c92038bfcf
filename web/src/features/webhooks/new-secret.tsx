import { Copy } from 'lucide-react';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';
import { copyText } from '#lib/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './webhooks.module.css';

/** The only time that a secret is shown. */
export function NewSecret({ value, onClose }: { value: string; onClose: () => void }) {
  const field = useFocusOnArrival<HTMLInputElement>();
  return (
    <div className={styles.form}>
      <Banner tone="warning" live title="Copiez ce secret maintenant">
        Il ne sera plus affiché. Votre serveur s’en sert pour vérifier que chaque envoi vient de nous.
      </Banner>
      <TextField
        label="Secret de signature"
        readOnly
        ref={field}
        spellCheck={false}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copyText(value, 'Secret copié.')}
        >
          Copier
        </Button>
        <Button onClick={onClose}>J’ai gardé le secret</Button>
      </div>
    </div>
  );
}
