import { ChevronDown } from 'lucide-react';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './profile.module.css';

/** Closed until asked for: nobody deletes an account by mistake. */
export function DeleteSection() {
  return (
    <details className={styles.danger}>
      <summary>
        Supprimer mon compte
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.dangerText}>
        <p>
          La suppression est irréversible. Vous perdez votre profil, tous vos états des risques, l’historique de vos
          factures et vos crédits restants.
        </p>
        <ButtonLink to={paths.deleteAccount} variant="danger">
          Supprimer mon compte
        </ButtonLink>
      </div>
    </details>
  );
}
