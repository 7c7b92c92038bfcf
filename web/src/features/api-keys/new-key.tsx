import { Copy } from 'lucide-react';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';
import { copyText } from '#lib/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './api-keys.module.css';

/** The only time that a key is shown whole. */
export function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const field = useFocusOnArrival<HTMLInputElement>();
  return (
    <div className={styles.form}>
      <Banner tone="warning" live title="Copiez cette clé maintenant">
        Elle ne sera plus jamais affichée. Gardez-la comme un mot de passe&nbsp;: hors des pages web, des e-mails et des
        dépôts de code.
      </Banner>
      <TextField
        label="Votre clé"
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
          onClick={() => void copyText(value, 'Clé copiée.')}
        >
          Copier
        </Button>
        <Button onClick={onClose}>J’ai gardé la clé</Button>
      </div>
    </div>
  );
}
