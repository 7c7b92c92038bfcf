import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { sortRows, useShownRows, type Sort } from './sorting.ts';
import styles from './table.module.css';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Its heading sorts the rows by this key; null for a row that has none. */
  sortKey?: (row: Row) => number | string | null;
  /** Numbers stand at the end of their column, where their units meet. */
  isNumber?: boolean;
  /** Its button takes the whole width of a card. */
  isAction?: boolean;
};

type TableProps<Row> = {
  /** Id of the heading that names the table. */
  labelledBy: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  moreLabel: (hidden: number) => string;
};

/**
 * Rows that can be sorted, five at a time. A table at every width: browsers keep its roles when the phone layout shows each
 * row as a card, under a bar of the headings that sort.
 */
export function Table<Row>({ labelledBy, columns, rows, rowKey, sort, onSort, moreLabel }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const sortKey = columns.find(({ title }) => title === sort?.column)?.sortKey;
  const { shown, hidden, more } = useShownRows(sort && sortKey ? sortRows(rows, sortKey, sort.direction) : rows);
  const showMore = () => {
    const firstNew = shown.length;
    more();
    // The button goes away with the last rows: the keyboard goes on from the first new one.
    requestAnimationFrame(() => {
      body.current?.rows[firstNew]?.cells[0]?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <table className={styles.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => (
                <Cell key={column.title} column={column} row={row} isName={index === 0} />
              ))}
            </tr>
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

const ICONS = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown };

function Heading<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>) {
  const { title, sortKey, isNumber } = column;
  if (!sortKey) {
    return (
      <th scope="col" data-number={isNumber}>
        {title}
      </th>
    );
  }
  const state = sort?.column === title ? sort.direction : 'none';
  const Icon = ICONS[state];
  return (
    <th scope="col" data-number={isNumber} data-sortable aria-sort={state}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ column: title, direction: state === 'descending' ? 'ascending' : 'descending' })}
      >
        {title}
        <Icon aria-hidden="true" />
      </button>
    </th>
  );
}

function Cell<Row>({ column, row, isName }: { column: Column<Row>; row: Row; isName: boolean }) {
  const props = { 'data-label': column.title, 'data-number': column.isNumber, 'data-action': column.isAction };
  if (isName) {
    return (
      <th scope="row" tabIndex={-1} {...props}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td {...props}>
      <span>{column.cell(row)}</span>
    </td>
  );
}
