import { disown } from '@clairisque/contract/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './account-form.module.css';
import { AccountPage } from './account-page.tsx';

/**
 * Opened from the activation mail by the owner of an address that another person signed up with. Acts only after a
 * confirmation.
 */
export function DisownPage() {
  const { param1: uid = '', param2: token = '' } = useParams();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(disown, { body: { uid, token } }),
    onSuccess: () => announce('Le compte est effacé.'),
  });
  return (
    <AccountPage title="Ce n’est pas moi">
      <Card className={styles.next}>
        {isSuccess ? (
          <Banner live tone="success" title="Le compte est effacé.">
            Votre adresse est libre. Vous n’avez rien d’autre à faire.
          </Banner>
        ) : (
          <>
            <p>
              Un compte Clairisque a été demandé avec votre adresse e-mail. Si ce n’est pas vous, effacez-le
              {'\u00A0'}: votre adresse sera libre.
            </p>
            {error !== null && (
              <Banner tone="error" role="alert" title="Le compte n’a pas été effacé.">
                {explanation(error)}
              </Banner>
            )}
            <div className={styles.actions}>
              <Button variant="danger" loading={isPending} onClick={() => mutate()}>
                Effacer ce compte
              </Button>
              <Link to={paths.home}>C’était moi{'\u00A0'}: garder le compte</Link>
            </div>
          </>
        )}
      </Card>
    </AccountPage>
  );
}

function explanation(error: unknown): string {
  const status = error instanceof ApiFailure ? error.status : null;
  if (status === 403) return 'Ce compte a été activé depuis votre messagerie. Écrivez-nous pour l’effacer.';
  if (status === null || status === 429 || status >= 500) {
    return 'Le service n’a pas pu répondre. Réessayez dans quelques minutes\u00A0: votre lien reste valable.';
  }
  return 'Ce lien n’est plus valable\u00A0: il a expiré, ou le compte est déjà effacé.';
}
