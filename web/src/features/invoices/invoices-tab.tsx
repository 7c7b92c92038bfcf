import { myInvoices } from '#responses/credits.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { SUPPORT_EMAIL } from '#lib/publisher.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ListEmpty, ListFailed, ListLoading } from '#ui/list-states.tsx';
import { InvoiceList } from './invoice-list.tsx';
import styles from './invoices.module.css';
import { Withdrawals } from './withdrawals.tsx';

/** « Mes factures ». A failed list leaves the rest of the page usable and shows no message. */
export function InvoicesTab() {
  const invoices = useQuery({
    queryKey: ['invoices'],
    queryFn: ({ signal }) => call(myInvoices, { signal }),
    meta: { failure: 'La liste des factures n’a pas pu être lue' },
  });
  return (
    <section className={styles.tab} aria-labelledby="mes-factures" aria-busy={invoices.isPending}>
      <h2 id="mes-factures" className="visually-hidden" tabIndex={-1}>
        Mes factures
      </h2>
      {invoices.isPending && <ListLoading label="Chargement de vos factures…" />}
      {invoices.isError && !invoices.data && (
        <ListFailed
          label="Afficher mes factures"
          loading={invoices.isFetching}
          onRetry={() => void invoices.refetch()}
        />
      )}
      {invoices.data?.length === 0 && (
        <ListEmpty count="0 / 0 facture(s)" action={<ButtonLink to={paths.prices}>Voir les tarifs</ButtonLink>}>
          Aucune facture pour l’instant. Chacun de vos achats en aura une, ici et par e-mail.
        </ListEmpty>
      )}
      {invoices.data && invoices.data.length > 0 && <InvoiceList invoices={invoices.data} />}
      <Withdrawals isSettled={!invoices.isPending} />
      <aside className={styles.help} aria-labelledby="aide-factures">
        <h3 id="aide-factures">Besoin d’aide&nbsp;?</h3>
        <p>
          Une question sur une facture, une erreur à corriger&nbsp;? Écrivez-nous à{' '}
          <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a> en rappelant sa référence.
        </p>
      </aside>
    </section>
  );
}
