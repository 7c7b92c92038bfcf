import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { askConsentAgain } from '#lib/consent.ts';
import { paths } from '#paths.ts';
import { BrandMark } from './brand.tsx';
import styles from './footer.module.css';

const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog.tsx')).ContactDialog }));

export function Footer() {
  const [contact, setContact] = useState<'message' | 'api' | null>(null);
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
        <nav aria-label="Pied de page">
          <ul className={styles.links}>
            <li>
              <Link to={paths.about}>À propos</Link>
            </li>
            <li>
              <button type="button" onClick={() => setContact('message')}>
                Contact
              </button>
            </li>
            <li>
              <button type="button" onClick={() => setContact('api')}>
                Mode API
              </button>
            </li>
            <li>
              <Link to={paths.help}>Aide</Link>
            </li>
            <li>
              <Link to={paths.verification}>Vérifier un document</Link>
            </li>
            <li>
              <Link to={paths.terms}>Conditions générales de vente</Link>
            </li>
            <li>
              <Link to={paths.legal}>Mentions légales</Link>
            </li>
            <li>
              <Link to={paths.privacy}>Confidentialité et cookies</Link>
            </li>
            <li>
              <button type="button" onClick={(event) => askConsentAgain(event.currentTarget)}>
                Gérer mes cookies
              </button>
            </li>
          </ul>
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
