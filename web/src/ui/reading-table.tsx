import type { ReactNode } from 'react';
import styles from './reading-table.module.css';

type ReadingTableProps = {
  /** Id of the heading that names the table; a table without a heading has a `caption`, for screen readers. */
  labelledBy?: string;
  caption?: string;
  headings: readonly string[];
  /** Cells, in the order of the headings. */
  rows: readonly (readonly ReactNode[])[];
  /** The first cell of each row is its header. */
  isNamed?: boolean;
  /** One card per row, each value after its column's name; or the values side by side, under the row's header. */
  onPhone?: 'cards' | 'columns';
};

/** A table to read; `table.tsx` is for sortable ones. It keeps its roles on a phone. */
export function ReadingTable(props: ReadingTableProps) {
  const { labelledBy, caption, headings, rows, isNamed = false, onPhone = 'cards' } = props;
  return (
    <table className={styles.table} data-on-phone={onPhone} aria-labelledby={labelledBy}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) =>
              isNamed && column === 0 ? (
                <th key={headings[column]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={headings[column]} data-label={headings[column]}>
                  <div>{cell}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
