import type { Batch, BatchRow } from '@clairisque/contract/batches.v3.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { Badge } from '#ui/state.tsx';
import { areaOf, distanceOf, parcelsOf, ROW_STATES, ROW_STATUSES, TRANSACTIONS } from './batch-labels.ts';
import { numberOf, rowsQuery, type RowStatus } from './batch-query.ts';
import styles from './batches.module.css';
import { RowActions } from './row-actions.tsx';

/** Every row, before, during and after the run, with what its owner may do. */
export function ReviewTable({ batch }: { batch: Batch }) {
  const headingId = useId();
  const [status, setStatus] = useState<RowStatus | null>(null);
  // The last row of a state has left it.
  const shown = status !== null && batch.rows[status] > 0 ? status : null;
  const rows = useInfiniteQuery(rowsQuery(numberOf(batch), shown));
  const { heading, table, onChanged } = useFocusKept(rows.data);
  const found = rows.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.section} aria-labelledby={headingId} aria-busy={rows.isPending}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        Les lignes
      </h2>
      <Filter batch={batch} status={shown} onStatus={setStatus} />
      <QueryList
        query={{ ...rows, data: found }}
        loading="Chargement des lignes…"
        failed="Les lignes n’ont pas pu être chargées."
      >
        {(all) => (
          <table ref={table} className={styles.review} aria-labelledby={headingId}>
            <thead>
              <tr>
                {COLUMNS.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all.map((row) => (
                <Row key={row.row} batch={batch} row={row} onChanged={() => onChanged(row.row)} />
              ))}
            </tbody>
          </table>
        )}
      </QueryList>
      {rows.hasNextPage && (
        <Button
          variant="secondary"
          className={styles.start}
          loading={rows.isFetchingNextPage}
          onClick={() => void rows.fetchNextPage()}
        >
          Voir la suite
        </Button>
      )}
    </section>
  );
}

/**
 * A change of a row may take it, or its button, off the page: the focus goes on to that row, the next one with a
 * button, or the heading.
 */
function useFocusKept(rows: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const changed = useRef<number | null>(null);
  useEffect(() => {
    const from = changed.current;
    // Whoever has the focus keeps it; rows that are on their way are waited for.
    if (rows === undefined || from === null || document.activeElement !== document.body) return;
    changed.current = null;
    const buttons = [...(table.current?.querySelectorAll<HTMLElement>('[data-row] button') ?? [])];
    const next = buttons.find((button) => Number(button.closest<HTMLElement>('[data-row]')?.dataset['row']) >= from);
    (next ?? heading.current)?.focus();
  }, [rows]);
  const onChanged = (row: number) => {
    changed.current = row;
  };
  return { heading, table, onChanged };
}

const COLUMNS = ['Ligne', 'Bien', 'Parcelles', 'Surface', 'Distance', 'Transaction', 'Prix', 'État'];

type FilterProps = { batch: Batch; status: RowStatus | null; onStatus: (status: RowStatus | null) => void };

function Filter({ batch: { rows }, status, onStatus }: FilterProps) {
  const states = ROW_STATUSES.filter((one) => rows[one] > 0);
  if (states.length < 2) return null;
  return (
    <fieldset aria-label="Filtrer les lignes" className={styles.filter}>
      {[null, ...states].map((one) => (
        <Button
          key={one ?? 'all'}
          variant={one === status ? 'primary' : 'secondary'}
          aria-pressed={one === status}
          onClick={() => onStatus(one)}
        >
          {one === null ? 'Toutes' : ROW_STATES[one].label} (
          {(one === null ? rows.total : rows[one]).toLocaleString('fr-FR')})
        </Button>
      ))}
    </fieldset>
  );
}

function Row({ batch, row, onChanged }: { batch: Batch; row: BatchRow; onChanged: () => void }) {
  const { label, tone } = ROW_STATES[row.status];
  const hasPrice = row.status === 'ready' || row.status === 'issued';
  return (
    <tr data-row={row.row}>
      <th scope="row" data-label="Ligne">
        {row.row}
      </th>
      <td data-label="Bien" className={styles.place}>
        <Place row={row} />
      </td>
      <td data-label="Parcelles">{parcelsOf(row.parcels) || '–'}</td>
      <td data-label="Surface" className={styles.short}>
        {areaOf(row.area_square_metres)}
      </td>
      <td data-label="Distance" className={styles.short} data-far={(row.distance_metres ?? 0) > FAR_METRES}>
        {distanceOf(row.distance_metres)}
      </td>
      <td data-label="Transaction" className={styles.short}>
        {TRANSACTIONS[row.input.transaction]}
      </td>
      <td data-label="Prix" className={styles.short}>
        {hasPrice ? '1\u00A0crédit' : '–'}
      </td>
      <td data-label="État" className={styles.state}>
        <div>
          <Badge tone={tone}>{label}</Badge>
          <Why row={row} />
          <RowActions batch={batch} row={row} onChanged={onChanged} />
        </div>
      </td>
    </tr>
  );
}

/** What was found, and what was written when that differs. */
function Place({ row: { address, given, input } }: { row: BatchRow }) {
  const isOther = address !== null && address !== given;
  return (
    <div>
      <span className={styles.given}>{address ?? (given || 'sans adresse')}</span>
      {isOther && <span className={styles.reason}>Écrit&nbsp;: {given || '–'}</span>}
      {input.reference !== '' && <span className={styles.reason}>Réf. {input.reference}</span>}
    </div>
  );
}

/** An address that far from its parcels is worth a look. */
const FAR_METRES = 300;

function Why({ row: { problem, waiting, reference } }: { row: BatchRow }) {
  if (reference !== null) return <span className={styles.reason}>{reference}</span>;
  return (
    <>
      {problem !== null && <span className={styles.reason}>{problem.detail}</span>}
      {waiting !== null && (
        <span className={styles.reason}>
          Attend depuis le {formatMoment(waiting.since)}. Prochain essai le {formatMoment(waiting.next_try_at)}.
        </span>
      )}
    </>
  );
}
