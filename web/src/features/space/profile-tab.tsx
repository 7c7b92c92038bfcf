import { me } from '@clairisque/contract/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './profile-tab.module.css';

/** « Mes infos ». The e-mail is the account's name and cannot be changed here. */
export function ProfileTab() {
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  if (account.isError) {
    return (
      <Banner
        tone="error"
        role="alert"
        title="Vos informations n’ont pas pu être chargées."
        action={
          <Button variant="secondary" loading={account.isFetching} onClick={() => account.refetch()}>
            Réessayer
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.form} aria-busy={account.isPending}>
      <h2>Mes infos</h2>
      <TextField
        label="Adresse e-mail"
        type="email"
        readOnly
        value={account.data?.username ?? ''}
        help="C’est aussi votre identifiant. Pour en changer, écrivez-nous par le lien « Contact »."
      />
      <Banner title="Bientôt disponible">
        La modification de votre mot de passe et de vos coordonnées est en cours de préparation.
      </Banner>
    </div>
  );
}
