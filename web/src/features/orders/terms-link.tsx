import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#paths.ts';
import styles from './consents.module.css';

/** In a new tab: the order and its ticked boxes stay as they are. */
export function TermsLink({ children }: { children: string }) {
  const lastWord = children.lastIndexOf(' ') + 1;
  return (
    <Link to={paths.terms} target="_blank" rel="noopener" className={styles.terms}>
      {children.slice(0, lastWord)}
      <span>
        {children.slice(lastWord)}
        <ExternalLink aria-hidden="true" />
      </span>
      <span className="visually-hidden"> (nouvel onglet)</span>
    </Link>
  );
}
