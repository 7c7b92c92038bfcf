import {
  createPaginatedRowModel,
  createSortedRowModel,
  functionalUpdate,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type RowData,
  type SortingState,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { memo, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './table.module.css';

/** A full-width row below its row, which one of its cells opens. */
export type RowDetails = { id: string; isOpen: boolean; setOpen: (isOpen: boolean) => void };

export type Column<Row> = {
  title: string;
  cell: (row: Row, details: RowDetails) => ReactNode;
  /** Sort key of the column; null for a row without one, which comes last both ways. */
  sortKey?: (row: Row) => number | string | null;
  /** Numbers are aligned at the end of their column. */
  isNumber?: boolean;
  /** Its button takes the full width of a card. */
  isAction?: boolean;
};

/** `sorting` names columns by their title; empty: the given order. */
export type TableView = { sorting: SortingState; shown: number };

/** Five rows, and five more each time. */
export const PAGE_ROWS = 5;
export const FIRST_VIEW: TableView = { sorting: [], shown: PAGE_ROWS };

type TableProps<Row> = {
  /** Id of the heading that names the table. */
  labelledBy: string;
  /** The first one names the row. Must be constant: a new array sorts again. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  view: TableView;
  onView: (view: TableView) => void;
  moreLabel: (hidden: number) => string;
  /** Must be constant, as `columns`. */
  details?: (row: Row) => ReactNode;
  /** Before each row, a box to select it. Must be constant too. */
  select?: (row: Row) => ReactNode;
  className?: string | undefined;
};

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

/**
 * Sortable rows, five at a time. A table at every width: it keeps its roles when the phone layout shows each row as a
 * card, under a bar of sort buttons.
 */
export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { labelledBy, columns, rows, rowKey, view, onView, moreLabel, details, select, className } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(() => columns.map(sorterOf), [columns]),
    getRowId: rowKey,
    state: { sorting: view.sorting, pagination: { pageIndex: 0, pageSize: view.shown } },
    onSortingChange: (change) => onView({ ...view, sorting: functionalUpdate(change, view.sorting) }),
    enableSortingRemoval: false,
    sortDescFirst: true,
    autoResetPageIndex: false,
  });
  const shown = table.getRowModel().rows;
  const hidden = rows.length - shown.length;
  const firstNew = useRef<number | null>(null);
  const showMore = () => {
    firstNew.current = shown.length;
    onView({ ...view, shown: view.shown + PAGE_ROWS });
  };
  // The button disappears with the last rows: the keyboard continues from the first new one, once it is there.
  useEffect(() => {
    const names = body.current?.querySelectorAll<HTMLElement>('th');
    const name = firstNew.current === null ? undefined : names?.[firstNew.current];
    if (name === undefined) return;
    firstNew.current = null;
    name.focus({ preventScroll: true });
  });
  return (
    <>
      <table className={[styles.table, className].filter(Boolean).join(' ')} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {select && (
              <td>
                <span className="visually-hidden">Sélection</span>
              </td>
            )}
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorter={table.getColumn(column.title)} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map(({ id, original }) => (
            <BodyRow key={id} columns={columns} row={original} details={details} select={select} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button variant="secondary" className={styles.more} onClick={showMore}>
          {moreLabel(hidden)}
        </Button>
      )}
    </>
  );
}

/** The library sorts and slices; the markup is ours. */
function sorterOf<Row>({ title, sortKey }: Column<Row>) {
  return {
    id: title,
    accessorFn: (row: Row) => sortKey?.(row) ?? undefined,
    enableSorting: sortKey !== undefined,
    sortFn: sortFn_basic,
    sortUndefined: 'last' as const,
  };
}

type Sorter = { getIsSorted: () => false | 'asc' | 'desc'; toggleSorting: () => void };
const ICONS = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown };
const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const;

function Heading<Row>({ column, sorter }: { column: Column<Row>; sorter: Sorter | undefined }) {
  const { title, sortKey, isNumber } = column;
  if (!sortKey || !sorter) {
    return (
      <th scope="col" data-number={isNumber}>
        {title}
      </th>
    );
  }
  const sorted = sorter.getIsSorted();
  const state = sorted ? DIRECTIONS[sorted] : 'none';
  const Icon = ICONS[state];
  return (
    <th scope="col" data-number={isNumber} data-sortable aria-sort={state}>
      <button type="button" className={styles.sort} onClick={() => sorter.toggleSorting()}>
        {title}
        <Icon aria-hidden="true" />
      </button>
    </th>
  );
}

/** Memoised: typing in a filter stays fast while other rows come and go. */
const BodyRow = memo(Cells) as typeof Cells;

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row } & Record<
  'details' | 'select',
  ((row: Row) => ReactNode) | undefined
>;

function Cells<Row>({ columns, row, details, select }: CellsProps<Row>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const props = { row, details: { id, isOpen, setOpen } };
  return (
    <>
      <tr>
        {select && <td className={styles.select}>{select(row)}</td>}
        {columns.map((column, index) => (
          <Cell key={column.title} column={column} isName={index === 0} {...props} />
        ))}
      </tr>
      {details && isOpen && (
        <tr id={id} className={styles.details}>
          <td colSpan={columns.length + (select ? 1 : 0)}>{details(row)}</td>
        </tr>
      )}
    </>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; details: RowDetails; isName: boolean };

function Cell<Row>({ column, row, details, isName }: CellProps<Row>) {
  const props = { 'data-label': column.title, 'data-number': column.isNumber, 'data-action': column.isAction };
  if (isName) {
    return (
      <th scope="row" tabIndex={-1} {...props}>
        {column.cell(row, details)}
      </th>
    );
  }
  return (
    <td {...props}>
      <div>{column.cell(row, details)}</div>
    </td>
  );
}
