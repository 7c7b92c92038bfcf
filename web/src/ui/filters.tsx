import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** What limits a list, folded away at first under its `label`. */
export function Filters({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.filters}>
      <summary>
        {label}
        <ChevronDown aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}
