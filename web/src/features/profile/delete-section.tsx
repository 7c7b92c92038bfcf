import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import styles from './profile.module.css';

/** Closed by default, so that no account is deleted by mistake. */
export function DeleteSection() {
  return (
    <Disclosure look="panel" label="Supprimer mon compte">
      <div className={styles.dangerText}>
        <p>
          La suppression est irréversible. Vous perdez votre profil, tous vos états des risques, l’historique de vos
          factures et vos crédits restants.
        </p>
        <ButtonLink to={paths.deleteAccount} variant="danger">
          Supprimer mon compte
        </ButtonLink>
      </div>
    </Disclosure>
  );
}
