import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = {
  rows: readonly (readonly [term: string, value: ReactNode])[];
  /** Side by side where they fit; otherwise stacked. */
  inColumns?: boolean;
};

/** A list of facts: small terms, strong values. */
export function Facts({ rows, inColumns = false }: FactsProps) {
  return (
    <dl className={styles.facts} data-columns={inColumns}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
