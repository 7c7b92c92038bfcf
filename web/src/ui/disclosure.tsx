import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './disclosure.module.css';

type DisclosureProps = {
  label: ReactNode;
  /** `text`: in the flow of a text; `line`: across a list; `panel`: a separate card. */
  look?: 'text' | 'line' | 'panel';
  /** Content is rendered only when it is opened. */
  lazy?: boolean;
  children: ReactNode;
};

/** The browser's own `details`: found by a search in the page, and usable with the keyboard. */
export function Disclosure({ label, look = 'text', lazy = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.disclosure} data-look={look} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{label}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      {(isOpen || !lazy) && <div className={styles.content}>{children}</div>}
    </details>
  );
}
