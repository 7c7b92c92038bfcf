import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = {
  rows: readonly (readonly [term: string, value: ReactNode, action?: ReactNode])[];
  /** Side by side where they fit; otherwise stacked. */
  inColumns?: boolean;
};

/** A list of facts: small terms, strong values. */
export function Facts({ rows, inColumns = false }: FactsProps) {
  return (
    <dl className={styles.facts} data-columns={inColumns}>
      {rows.map(([term, value, action]) => (
        <div key={term}>
          <dt>
            {term}
            {action}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
