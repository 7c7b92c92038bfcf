import type { PrintedCell, PrintedTable } from '@clairisque/contract/common/printed-document.ts';
import { ReadingTable } from '#ui/reading-table.tsx';

/** A table of the PDF; nothing when it has no rows. */
export function DataTable({ table: { head, rows }, caption }: { table: PrintedTable; caption: string }) {
  if (rows.length === 0) return null;
  return (
    <ReadingTable
      caption={caption}
      headings={head}
      rows={rows.map((row) => row.map((cell, column) => <CellContent key={head[column]} cell={cell} />))}
    />
  );
}

export function CellContent({ cell: { text, detail, href } }: { cell: PrintedCell }) {
  return (
    <>
      {href === null ? text : <a href={href}>{text}</a>}
      {detail !== null && <small>{detail}</small>}
    </>
  );
}
