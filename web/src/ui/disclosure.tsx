import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './disclosure.module.css';

type DisclosureProps = {
  label: ReactNode;
  /** `text`: in the flow of a text; `line`: across a list; `panel`: a sheet of its own. */
  look?: 'text' | 'line' | 'panel';
  /** Nothing is made of what is folded away until it is unfolded. */
  lazy?: boolean;
  children: ReactNode;
};

/** The browser's own: found by a search in the page, open to the keyboard. */
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
