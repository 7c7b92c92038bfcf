import { listStatements } from '@clairisque/contract/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Skeleton } from '#ui/spinner.tsx';
import styles from './statements-tab.module.css';
import { StatementsTable } from './statements-table.tsx';

/** « Mes Etats des Risques ». An empty list, a failure and a wait are three different screens. */
export function StatementsTab() {
  const statements = useQuery({ queryKey: ['statements'], queryFn: ({ signal }) => call(listStatements, { signal }) });
  return (
    <section aria-labelledby="historique" aria-busy={statements.isPending}>
      <h2 id="historique" className={styles.title}>
        Historique des États des Risques
      </h2>
      {statements.isPending && <Loading />}
      {statements.isError && (
        <Banner
          tone="error"
          role="alert"
          title="Erreur lors du chargement des données. Veuillez rafraîchir la page."
          action={
            <Button variant="secondary" loading={statements.isFetching} onClick={() => statements.refetch()}>
              Réessayer
            </Button>
          }
        />
      )}
      {statements.data?.length === 0 && (
        <div className={styles.empty}>
          <p>Aucun état des risques pour l’instant. En établir un prend moins d’une minute.</p>
          <ButtonLink to={paths.wizard}>Réaliser un état des risques</ButtonLink>
        </div>
      )}
      {statements.data && statements.data.length > 0 && <StatementsTable statements={statements.data} />}
    </section>
  );
}

function Loading() {
  return (
    <div className={styles.loading}>
      <output className="visually-hidden">Chargement de vos états des risques…</output>
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
    </div>
  );
}
