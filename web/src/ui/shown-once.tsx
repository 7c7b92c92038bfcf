import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusOnArrival } from '#lib/focus.ts';
import { copyText } from '#lib/toasts.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import styles from './shown-once.module.css';

type ShownOnceProps = {
  label: string;
  value: string;
  title: string;
  /** Says what the secret is for, and how to keep it. */
  children: ReactNode;
  copied: string;
  /** « J’ai gardé la clé » */
  kept: string;
  onClose: () => void;
};

/** A secret, the only time that it is shown. */
export function ShownOnce({ label, value, title, children, copied, kept, onClose }: ShownOnceProps) {
  const field = useFocusOnArrival<HTMLInputElement>();
  return (
    <div className={styles.content}>
      <Banner tone="warning" live title={title}>
        {children}
      </Banner>
      <TextField
        label={label}
        readOnly
        ref={field}
        spellCheck={false}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button variant="secondary" icon={<Copy aria-hidden="true" />} onClick={() => void copyText(value, copied)}>
          Copier
        </Button>
        <Button onClick={onClose}>{kept}</Button>
      </div>
    </div>
  );
}
