import type { ReactNode } from 'react';
import styles from './card-table.module.css';

type CardTableProps = { labelledBy: string; headings: readonly string[]; rows: readonly ReactNode[][] };

/** Rows to read, of which the first cell names each; a card a row on phones. */
export function CardTable({ labelledBy, headings, rows }: CardTableProps) {
  const [, ...others] = headings;
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
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
        {rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {others.map((heading, index) => (
              <td key={heading} data-label={heading}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
