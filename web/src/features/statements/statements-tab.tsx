import { FileUp } from 'lucide-react';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ListEmpty, ListLoading } from '#ui/list-states.tsx';
import { StatementList } from './statement-list.tsx';
import styles from './statements-list.module.css';
import { useStatements } from './use-statements.ts';

/** « Mes Etats des Risques ». Empty, failed and loading are three different screens. */
export function StatementsTab() {
  const statements = useStatements();
  const { rows, hasFailed, isFetching, retry } = statements;
  const importLink = (
    <ButtonLink to={paths.batches} variant="secondary" className={styles.import} icon={<FileUp aria-hidden="true" />}>
      Importer un fichier
    </ButtonLink>
  );
  const isListed = rows !== undefined && rows.length > 0;
  return (
    <section className={styles.tab} aria-labelledby="historique" aria-busy={!rows && !hasFailed}>
      <div className={styles.head}>
        <h2 id="historique" tabIndex={-1}>
          Historique des États des Risques
        </h2>
        {!isListed && importLink}
      </div>
      {!rows && !hasFailed && <ListLoading label="Chargement de vos états des risques…" />}
      {hasFailed && (
        <Banner
          tone="error"
          role="alert"
          title="Erreur lors du chargement des données. Veuillez rafraîchir la page."
          action={
            <Button variant="secondary" loading={isFetching} onClick={retry}>
              Réessayer
            </Button>
          }
        />
      )}
      {rows?.length === 0 && (
        <ListEmpty
          count="0 / 0 rapport(s)"
          action={<ButtonLink to={paths.wizard}>Réaliser un état des risques</ButtonLink>}
        >
          Aucun état des risques pour l’instant. En établir un prend moins d’une minute.
        </ListEmpty>
      )}
      {isListed && <StatementList {...statements} rows={rows} importLink={importLink} />}
    </section>
  );
}
