import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './account-page.module.css';

const BENEFITS = [
  'Une adresse, une parcelle, un PDF prêt à remettre.',
  'Chaque constat cite sa source et sa date.',
  'Vos documents restent dans votre espace, à télécharger quand vous voulez.',
];

type AccountPageProps = { title: string; lead?: ReactNode; children: ReactNode };

/** Frame of the screens that open, create or recover an account: the form, and beside it the benefits of an account. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.column}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <aside className={styles.aside} aria-label="Votre espace Clairisque">
        <p className={styles.tagline}>Les risques de votre bien, clairement.</p>
        <ul className={styles.benefits}>
          {BENEFITS.map((benefit) => (
            <li key={benefit}>
              <Check aria-hidden="true" />
              {benefit}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
