import { downloadStatement, type StatementListItem } from '@clairisque/contract/statements.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callBlob, LONG_TIMEOUT_MS } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { saveFile, statementFileName } from '#lib/save-file.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import styles from './statements-tab.module.css';

const COLUMNS = ['Référence', 'Adresse', 'Date de création', 'Date d’expiration', 'Actions'] as const;

/** A table at every width: browsers keep its roles when the phone layout shows each row as a card. */
export function StatementsTable({ statements }: { statements: readonly StatementListItem[] }) {
  return (
    <table className={styles.table} aria-labelledby="historique">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <StatementRow key={statement.id} statement={statement} />
        ))}
      </tbody>
    </table>
  );
}

function StatementRow({ statement }: { statement: StatementListItem }) {
  const { id, adresse, date0, date_expiration_regeneration: expiry } = statement;
  return (
    <tr>
      <th scope="row" data-label="Référence">
        {id}
      </th>
      <td data-label="Adresse">{adresse}</td>
      <td data-label="Création" className={styles.nowrap}>
        {formatDay(date0)}
      </td>
      <td data-label="Expiration" className={styles.nowrap}>
        {formatDay(expiry)}
      </td>
      <td>
        <DownloadButton id={id} adresse={adresse} />
      </td>
    </tr>
  );
}

function DownloadButton({ id, adresse }: { id: number; adresse: string }) {
  const download = useMutation({
    mutationFn: () => callBlob(downloadStatement, { params: { erp_id: String(id) }, timeoutMs: LONG_TIMEOUT_MS }),
    onSuccess: (file) => saveFile(file, statementFileName(id, adresse)),
    onError: () => showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  });
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      loading={download.isPending}
      aria-label={`Télécharger l’état des risques ${id}, ${adresse}`}
      onClick={() => download.mutate()}
    >
      Télécharger
    </Button>
  );
}
