import { useDeferredValue, useMemo, useEffect, useRef, useState, type ReactNode } from 'react';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ListEmpty } from '#ui/list-states.tsx';
import { Table } from '#ui/table.tsx';
import { StatementFilterFields } from './statement-filter-fields.tsx';
import { filterStatements, NO_FILTERS } from './statement-filters.ts';
import type { StatementRow } from './statement-row.ts';
import { COLUMNS } from './statements-columns.tsx';
import { StatementDetails } from './statement-details.tsx';
import styles from './statements-list.module.css';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#paths.ts';
import { readView, writeView, type ListView } from './list-url.ts';
import { MOST_SELECTED } from '@clairisque/contract/statements.ts';
import { SelectBox, SelectionProvider, useSelection } from './selection.tsx';
import { SelectionBar } from './selection-bar.tsx';

/** Browsers refuse a URL change at each keystroke. */
const TYPING_MS = 250;

/** `typed`: replaces the URL a moment later; `chosen`: pushes an entry that « Back » undoes. */
type ChangeView = (view: ListView, how: 'typed' | 'chosen' | 'arranged') => void;

/** The view in the URL. The screen changes at once, the URL follows. */
function useListView(): [ListView, ChangeView] {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [view, setView] = useState(() => readView(query));
  const written = useRef(query.toString());
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => {
    // Back, forward or a link: the URL wins.
    if (query.toString() === written.current) return;
    window.clearTimeout(timer.current);
    written.current = query.toString();
    setView(readView(query));
  }, [query]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change: ChangeView = (next, how) => {
    setView(next);
    window.clearTimeout(timer.current);
    const write = () => {
      const address = writeView(query, next);
      written.current = address.toString();
      const search = `?${address}`;
      void navigate({ pathname: paths.mySpace, search }, { replace: how !== 'chosen', preventScrollReset: true });
    };
    if (how === 'typed') timer.current = window.setTimeout(write, TYPING_MS);
    else write();
  };
  return [view, change];
}

type StatementListProps = {
  rows: readonly StatementRow[];
  total: number;
  isWhole: boolean;
  /** A window of the list failed to load. */
  isRestMissing: boolean;
  isFetching: boolean;
  retry: () => void;
  importLink: ReactNode;
};

export function StatementList(props: StatementListProps) {
  const { rows, total, isWhole, isRestMissing, isFetching, retry, importLink } = props;
  const [view, change] = useListView();
  // Typing is shown at once; the list follows with low priority.
  const filters = useDeferredValue(view.filters);
  const kept = useMemo(() => filterStatements(rows, filters), [rows, filters]);
  const reset = () => change({ ...view, filters: NO_FILTERS }, 'chosen');
  const { selection, selected, selectAll, clear } = useSelection(kept);
  return (
    <SelectionProvider value={selection}>
      <div className={styles.count}>
        <output aria-live={isWhole ? 'polite' : 'off'}>
          {kept.length} / {total} rapport(s)
        </output>
        <output>{!isWhole && !isRestMissing && 'Chargement de la suite…'}</output>
        {kept.length > 1 && kept.length <= MOST_SELECTED && selected.length < kept.length && (
          <Button variant="quiet" className={styles.all} onClick={selectAll}>
            Tout sélectionner
          </Button>
        )}
        {importLink}
      </div>
      {isRestMissing && (
        <Banner
          tone="warning"
          role="alert"
          title={`${rows.length} rapports sur ${total} sont affichés.`}
          action={
            <Button variant="secondary" loading={isFetching} onClick={retry}>
              Réessayer
            </Button>
          }
        >
          La suite de la liste n’a pas pu être chargée&nbsp;: les filtres n’en tiennent pas compte.
        </Banner>
      )}
      <StatementFilterFields
        rows={rows}
        filters={view.filters}
        onChange={(next, how) => change({ ...view, filters: next }, how)}
        onReset={reset}
        onEnter={focusFirstRow}
      />
      {kept.length === 0 ? (
        <ListEmpty
          action={
            <Button variant="secondary" onClick={reset}>
              Voir tous les rapports
            </Button>
          }
        >
          Aucun état des risques ne correspond à ces filtres.
        </ListEmpty>
      ) : (
        <Table
          className={styles.table}
          labelledBy="historique"
          columns={COLUMNS}
          rows={kept}
          rowKey={({ item }) => String(item.id)}
          view={view}
          onView={(table) => change({ ...view, ...table }, 'arranged')}
          details={detailsOf}
          select={boxOf}
          moreLabel={(hidden) => `Voir plus de rapports (${hidden} restants)`}
        />
      )}
      {selected.length > 0 && <SelectionBar rows={selected} onClear={clear} />}
    </SelectionProvider>
  );
}

const boxOf = (row: StatementRow) => <SelectBox row={row} />;
const detailsOf = (row: StatementRow) => <StatementDetails row={row} />;

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('table[aria-labelledby=historique] tbody th')?.focus();
}
