import { Children, lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { LoginState } from '#features/accounts/login-banner.tsx';
import { askConsentAgain } from '#lib/consent.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import { paths, WITHDRAWAL } from '#paths.ts';
import { BrandMark } from './brand.tsx';
import styles from './footer.module.css';

// The first pages do without its code.
const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog.tsx')).ContactDialog }));

const TO_WITHDRAW: LoginState = { from: 'withdrawal' };

export function Footer() {
  const [contact, setContact] = useState<'message' | 'api' | null>(null);
  const isAuthenticated = useIsAuthenticated();
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <div className={styles.blurb}>
          <p className={styles.brand}>
            <BrandMark size={28} />
            Clairisque
          </p>
          <p>
            L’état des risques et le bruit des aérodromes d’un bien, établis d’après les sources publiques officielles.
            Clairisque est un service privé.
          </p>
        </div>
        <nav aria-label="Pied de page" className={styles.groups}>
          <Group title="Le service">
            <Link to={paths.about}>À propos</Link>
            <Link to={paths.help}>Aide</Link>
            <Link to={paths.status}>État du service</Link>
            <Link to={paths.verification}>Vérifier un document</Link>
            <Link to={paths.developers}>Développeurs</Link>
          </Group>
          <Group title="Nous écrire">
            <button type="button" onClick={() => setContact('message')}>
              Contact
            </button>
            <button type="button" onClick={() => setContact('api')}>
              API mode
            </button>
          </Group>
          <Group title="Informations légales">
            <Link to={paths.terms}>Conditions générales de vente</Link>
            <Link to={paths.legal}>Mentions légales</Link>
            <Link to={paths.privacy}>Confidentialité et cookies</Link>
            {/* Art. L221-21: easy to find, on every page. */}
            <Link to={isAuthenticated ? WITHDRAWAL : paths.login} state={isAuthenticated ? null : TO_WITHDRAW}>
              Renoncer au contrat ici
            </Link>
            <button type="button" onClick={(event) => askConsentAgain(event.currentTarget)}>
              Gérer mes cookies
            </button>
          </Group>
        </nav>
      </div>
      {contact !== null && (
        <Suspense>
          <ContactDialog variant={contact} onClose={() => setContact(null)} />
        </Suspense>
      )}
    </footer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <p id={id} className={styles.group}>
        {title}
      </p>
      <ul aria-labelledby={id} className={styles.links}>
        {Children.toArray(children).map((link, index) => (
          <li key={index}>{link}</li>
        ))}
      </ul>
    </div>
  );
}
