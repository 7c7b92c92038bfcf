import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#paths.ts';
import styles from './consents.module.css';

/** The line does not break before the picture. */
const NBSP = '\u00A0';

/** In a tab of its own: the order and its ticked boxes stay where they are. */
export function TermsLink({ children }: { children: ReactNode }) {
  return (
    <Link to={paths.terms} target="_blank" rel="noopener" className={styles.terms}>
      {children}
      {NBSP}
      <ExternalLink aria-hidden="true" />
      <span className="visually-hidden"> (nouvel onglet)</span>
    </Link>
  );
}
