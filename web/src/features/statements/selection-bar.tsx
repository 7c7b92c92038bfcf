import { Download, Handshake, SearchCheck, Send, Sheet, Undo2, X } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { HandoversDialog } from '#features/handovers/handovers-dialog.tsx';
import { announce } from '#lib/announce.ts';
import { showToast } from '#lib/toasts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ACTIONS_ID, countWords } from './selection.tsx';
import styles from './selection.module.css';
import { saveStatementsTable } from './statements-table.ts';
import type { StatementRow } from './statement-row.ts';
import { ARCHIVE_BEGUN, progressWords, useArchive } from './use-archive.ts';
import { useConclusion } from './use-conclusion.ts';

const ChecksDialog = lazy(async () => ({
  default: (await import('#features/documents/document-pages.tsx')).ChecksDialog,
}));

type SelectionBarProps = { rows: readonly StatementRow[]; onClear: () => void };

/** What can be done with several statements; stays at the foot of the window while the list is longer. */
export function SelectionBar({ rows, onClear }: SelectionBarProps) {
  const items = rows.map(({ item }) => item);
  const [isHandingOver, setHandingOver] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { conclude, isSaving } = useConclusion();
  const isConcluded = items.every(({ conclu }) => conclu === true);
  const leave = () => {
    onClear();
    document.getElementById('historique')?.focus();
  };
  return (
    <section id={ACTIONS_ID} tabIndex={-1} className={styles.bar} aria-label="Actions sur la sélection">
      <div className={styles.count}>
        <span>{countWords(items.length)}</span>
        <IconButton label="Tout désélectionner" onClick={leave}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.actions}>
        <Archive ids={items.map(({ id }) => id)} />
        <Action icon={<Send aria-hidden="true" />} onClick={() => setHandingOver(true)}>
          Remettre
        </Action>
        <Action icon={<SearchCheck aria-hidden="true" />} onClick={() => setChecking(true)}>
          Vérifier
        </Action>
        <Action
          icon={<Sheet aria-hidden="true" />}
          onClick={() => {
            saveStatementsTable(rows);
            announce('Tableau enregistré.');
          }}
        >
          Exporter <span className={styles.more}>(CSV)</span>
        </Action>
        <Action
          icon={isConcluded ? <Undo2 aria-hidden="true" /> : <Handshake aria-hidden="true" />}
          loading={isSaving}
          onClick={() =>
            conclude({ items: items.filter((item) => isConcluded || item.conclu !== true), conclu: !isConcluded })
          }
        >
          <span className={styles.more}>{isConcluded ? 'Reprendre les rappels' : 'Marquer comme conclus'}</span>
          <span className={styles.less}>{isConcluded ? 'Rappels' : 'Conclure'}</span>
        </Action>
      </div>
      <Suspense>{isChecking && <ChecksDialog statements={items} open onOpenChange={setChecking} />}</Suspense>
      <HandoversDialog statements={items} open={isHandingOver} onOpenChange={setHandingOver} />
    </section>
  );
}

function Archive({ ids }: { ids: readonly number[] }) {
  const { isPending, progress, start, cancel } = useArchive('états des risques', () =>
    showToast('error', 'Erreur lors du téléchargement. Veuillez réessayer.'),
  );
  return (
    <>
      <Action icon={<Download aria-hidden="true" />} loading={isPending} onClick={() => start(ids)}>
        Télécharger <span className={styles.more}>(ZIP)</span>
      </Action>
      {isPending && (
        <div className={styles.progress}>
          <ProgressBar label={ARCHIVE_BEGUN} done={progress?.done ?? 0} total={progress?.total ?? null} />
          <span>{progressWords(progress)}</span>
          <Button variant="quiet" onClick={cancel}>
            Annuler le téléchargement
          </Button>
        </div>
      )}
    </>
  );
}

type ActionProps = { icon: ReactNode; loading?: boolean; onClick: () => void; children: ReactNode };

function Action({ icon, loading = false, onClick, children }: ActionProps) {
  return (
    <Button variant="secondary" icon={icon} loading={loading} className={styles.action} onClick={onClick}>
      <span>{children}</span>
    </Button>
  );
}
