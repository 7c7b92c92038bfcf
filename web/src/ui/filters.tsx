import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './filters.module.css';

/** What limits a list, folded away at first under its `label`; made when it is unfolded. */
export function Filters({ label, children }: { label: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.filters} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <ChevronDown aria-hidden="true" />
      </summary>
      {isOpen && children}
    </details>
  );
}
