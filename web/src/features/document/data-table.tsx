import type { PrintedCell, PrintedTable } from '@clairisque/contract/document.ts';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** A table that becomes cards where its columns do not fit; it keeps its roles. */
export function DataTable({ table, caption }: { table: PrintedTable; caption: string }) {
  const { head, rows } = table;
  if (rows.length === 0) return null;
  return (
    <TableFrame head={head} caption={caption}>
      {rows.map((row, index) => (
        <tr key={index}>
          {row.map((cell, column) => (
            <td key={head[column]} data-label={head[column]}>
              <CellContent cell={cell} />
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  );
}

export function TableFrame({ head, caption, children }: { head: string[]; caption: string; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function CellContent({ cell: { text, detail, href } }: { cell: PrintedCell }) {
  return (
    <div>
      {href === null ? text : <a href={href}>{text}</a>}
      {detail !== null && <small>{detail}</small>}
    </div>
  );
}
