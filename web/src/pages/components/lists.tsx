import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { QrCode } from '#features/handovers/qr-code.tsx';
import { ProgressSteps } from '#features/issuance/progress-steps.tsx';
import { Button } from '#ui/button.tsx';
import { ListEmpty, ListFailed, ListLoading } from '#ui/list-states.tsx';
import { CountdownBar, ProgressBar } from '#ui/progress-bar.tsx';
import { ReadingTable } from '#ui/reading-table.tsx';
import { State } from '#ui/state.tsx';
import { FIRST_VIEW, Table, type Column } from '#ui/table.tsx';
import styles from './components-page.module.css';
import { FAMILIES, Family, Specimen } from './specimen.tsx';

const ROWS = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  address: `${index + 1} rue des Lilas, 95000 Cergy`,
}));
type Row = (typeof ROWS)[number];
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Référence', cell: ({ id }) => id, sortKey: ({ id }) => id },
  { title: 'Adresse', cell: ({ address }) => address },
  {
    title: 'État',
    cell: () => (
      <State icon={CircleCheck} tone="good">
        Actif
      </State>
    ),
  },
  { title: 'Crédits', cell: ({ id }) => id * 3, sortKey: ({ id }) => id * 3, isNumber: true },
];

const READ = ['Rubrique', 'Constat', 'Source'];
const FACTS = [
  ['Sismicité', 'Zone 3, modérée', 'Géorisques, 21/11/2026'],
  ['Radon', 'Niveau 1, faible', 'ASNR, 21/11/2026'],
];

export function Lists() {
  return (
    <Family {...FAMILIES.attendre}>
      <Specimen name="ProgressSteps, ProgressBar, CountdownBar">
        {(scheme) => (
          <>
            <ProgressSteps
              name={`Étapes, ${scheme}`}
              labels={['Adresse', 'Récapitulatif', 'Génération', 'Réception']}
              current={3}
            />
            <ProgressBar label={`Avancement, ${scheme}`} done={40} total={100} />
            <ProgressBar label={`Avancement inconnu, ${scheme}`} done={0} total={null} />
            <CountdownBar label={`Retour à l’accueil, ${scheme}`} durationMs={5_000} />
          </>
        )}
      </Specimen>
      <Specimen name="ListLoading, ListEmpty, ListFailed">
        {() => (
          <>
            <ListLoading label="Chargement de l’exemple" />
            <ListEmpty action={<Button>Réaliser un état des risques</Button>}>
              Vous n’avez pas encore de document.
            </ListEmpty>
            <ListFailed label="Réessayer" loading={false} onRetry={() => null} />
          </>
        )}
      </Specimen>
      <Specimen name="QrCode">
        {() => (
          <div className={styles.qr}>
            <QrCode text="https://clairisque.fr" label="QR code d’exemple" />
          </div>
        )}
      </Specimen>
      <ExampleTable />
      <Specimen name="ReadingTable" note="Sur un téléphone : une carte par ligne, ou les réponses sous la question.">
        {(scheme) => (
          <>
            <ReadingTable caption={`Cartes, ${scheme}`} headings={READ} rows={FACTS} isNamed />
            <ReadingTable caption={`Colonnes, ${scheme}`} headings={READ} rows={FACTS} isNamed onPhone="columns" />
          </>
        )}
      </Specimen>
    </Family>
  );
}

/** As wide as the page: on a phone each row becomes a card. */
function ExampleTable() {
  const [view, setView] = useState(FIRST_VIEW);
  return (
    <div className={styles.specimen}>
      <h3 id="exemple-de-tableau">Table</h3>
      <Table
        labelledBy="exemple-de-tableau"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ id }) => String(id)}
        view={view}
        onView={setView}
        moreLabel={(hidden) => `Voir plus (${hidden} restantes)`}
      />
    </div>
  );
}
