import { withdrawable, type Withdrawable } from '@clairisque/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { WITHDRAWAL } from '#paths.ts';
import styles from './deletion.module.css';

const EUROS = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/**
 * What the deletion pays back: unused credits whose buyer may still withdraw (art. L221-18). Said to whoever has
 * credits, also while the list cannot be read.
 */
export function RecentPurchases() {
  const { credits } = useSession();
  const { data, isError } = useQuery({
    queryKey: ['withdrawable'],
    queryFn: ({ signal }) => call(withdrawable, { signal }),
  });
  if (data?.length === 0 || (data === undefined && !(isError && credits))) return null;
  return (
    <section className={styles.section} aria-labelledby="retractation">
      <h2 id="retractation">Vos achats récents</h2>
      {data === undefined ? (
        <p>
          Le montant n’a pas pu être chargé, mais la règle ne change pas&nbsp;: les crédits achetés il y a moins de
          quatorze jours et non utilisés vous sont remboursés avec la suppression.
        </p>
      ) : (
        <p>
          <strong>{EUROS.format(data.reduce((sum, { montant }) => sum + montant, 0))} TTC</strong> vous seront
          remboursés avec la suppression&nbsp;: {creditsOf(data)}, et vous êtes encore dans le délai de rétractation. Le
          remboursement suit le moyen de paiement employé, sous quatorze jours au plus.
        </p>
      )}
      <p>
        Les crédits réservés par un import en cours sont compris, un paiement qui arriverait après la suppression est
        remboursé lui aussi. Vous préférez garder votre compte&nbsp;?{' '}
        <Link to={WITHDRAWAL}>Renoncer au contrat ici</Link>
      </p>
    </section>
  );
}

function creditsOf(offers: readonly Withdrawable[]): string {
  const credits = offers.reduce((sum, { credits_restants }) => sum + credits_restants, 0);
  return credits > 1 ? `${credits} de vos crédits ne sont pas utilisés` : 'un de vos crédits n’est pas utilisé';
}
