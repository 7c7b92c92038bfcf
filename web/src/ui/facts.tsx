import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = {
  rows: readonly (readonly [term: string, value: ReactNode])[];
  /** Side by side where they fit; one under the other otherwise. */
  inColumns?: boolean;
};

/** What is known of something: small terms, strong values. */
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
