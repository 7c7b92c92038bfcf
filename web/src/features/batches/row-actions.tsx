import { leaveOutRow, takeBackRow, type Batch, type BatchRow } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDownload } from '#features/statements/use-download.ts';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { numberOf, oncePerPress, refreshBatch } from './batch-query.ts';
import styles from './batches.module.css';
import { ChoiceForm } from './choice-form.tsx';
import { faultOf } from './row-fault.ts';
import { RowForm } from './row-form.tsx';

/** `onChanged`: the row may leave the page, with the button that has the focus. */
type OfRow = { batch: Batch; row: BatchRow; onChanged: () => void };

/** What its owner may do with a row: choose, correct, leave out, take back. */
export function RowActions({ batch, row, onChanged }: OfRow) {
  if (row.statement_id !== null) return <IssuedPdf row={row} id={row.statement_id} />;
  if (batch.status === 'cancelled') return null;
  return (
    <div className={styles.rowActions}>
      {row.status === 'cancelled' ? (
        <RowChange
          batch={batch}
          row={row}
          onChanged={onChanged}
          route={takeBackRow}
          label={TAKE_BACK[row.problem?.code ?? ''] ?? 'Reprendre'}
        />
      ) : (
        <>
          <Corrections batch={batch} row={row} onChanged={onChanged} />
          <RowChange
            batch={batch}
            row={row}
            onChanged={onChanged}
            route={leaveOutRow}
            label={row.waiting === null ? 'Ignorer cette ligne' : 'Abandonner cette ligne'}
          />
        </>
      )}
    </div>
  );
}

function IssuedPdf({ row, id }: { row: BatchRow; id: string }) {
  const statement = { id: Number(id.slice('stm_'.length)), adresse: row.address ?? row.given };
  const { start, isLoading } = useDownload(statement);
  return (
    <div className={styles.rowActions}>
      <Button variant="secondary" icon={<Download aria-hidden="true" />} loading={isLoading} onClick={start}>
        Télécharger
        <span className="visually-hidden"> le PDF de la ligne {row.row}</span>
      </Button>
    </div>
  );
}

/** Choose among the candidates, or write the row anew. */
function Corrections({ batch, row, onChanged }: OfRow) {
  const [open, setOpen] = useState<'choice' | 'form' | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    onChanged();
    close();
  };
  const detail = row.problem?.detail;
  const isWrong = row.status === 'refused' || row.status === 'failed';
  return (
    <>
      {row.status === 'doubtful' && (
        <Button onClick={() => setOpen('choice')}>
          Choisir
          <OfLine row={row} />
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen('form')}>
        {isWrong ? 'Corriger' : 'Modifier'}
        <OfLine row={row} />
      </Button>
      <Dialog
        open={open === 'choice'}
        onOpenChange={close}
        title={`Ligne ${row.row}\u00A0: choisir le bien`}
        description={detail}
      >
        <ChoiceForm batch={batch} row={row} onDone={done} onCorrect={() => setOpen('form')} />
      </Dialog>
      <Dialog
        open={open === 'form'}
        onOpenChange={close}
        title={`Ligne ${row.row}`}
        description={faultOf(row) === null && detail}
      >
        <RowForm batch={batch} row={row} onDone={done} />
      </Dialog>
    </>
  );
}

/** Nothing else stands in the way of these. */
const TAKE_BACK: Record<string, string> = {
  already_issued: 'Émettre quand même',
  repeated_row: 'Émettre quand même',
};

const OfLine = ({ row }: { row: BatchRow }) => <span className="visually-hidden"> la ligne {row.row}</span>;

type Change = OfRow & { route: typeof leaveOutRow | typeof takeBackRow; label: string };

function RowChange({ batch, row, onChanged, route, label }: Change) {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => call(route, { params: { batch_id: batch.id, row: row.row }, headers: oncePerPress() }),
    onSuccess: () => {
      onChanged();
      return refreshBatch(queryClient, numberOf(batch));
    },
  });
  return (
    <>
      <Button variant="secondary" loading={changing.isPending} onClick={() => changing.mutate()}>
        {label}
        <span className="visually-hidden"> (ligne {row.row})</span>
      </Button>
      {changing.isError && (
        <span role="alert" className={styles.fault}>
          {refusalSentence(changing.error)}
        </span>
      )}
    </>
  );
}
