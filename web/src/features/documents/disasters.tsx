import type { PrintedStatement } from '@clairisque/contract/common/printed-document.ts';
import { ReadingTable } from '#ui/reading-table.tsx';
import { CellContent } from './data-table.tsx';
import { Boxes, FormBlock, Lines, PropertyStrip, Signatures } from './form.tsx';
import styles from './form.module.css';

/** Only the decrees that the owner ticks are part of the statement (R125-24, 5°). */
export function Disasters({
  document: { disasters, property, regulatory, signatures },
}: {
  document: PrintedStatement;
}) {
  const { intro, none, head, rows, empty, other, title } = disasters;
  const last = head.at(-1) ?? '';
  return (
    <>
      <PropertyStrip property={property} />
      {intro.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {none && (
        <div className={styles.row} data-kind="question">
          <Boxes boxes={[none.box]} label={title} />
          <p className={styles.sentence}>{none.sentence}</p>
        </div>
      )}
      {empty !== null && <p className={styles.sentence}>{empty}</p>}
      {other !== '' && (
        <div className={styles.row} data-kind="blank">
          <p>{other}</p>
          <Lines count={empty === null ? 1 : 3} />
        </div>
      )}
      {rows.length > 0 && (
        <ReadingTable
          caption={title}
          headings={head}
          rows={rows.map(({ cells, boxes }) => [
            ...cells.map((cell, column) => <CellContent key={head[column]} cell={cell} />),
            <Boxes key={last} boxes={boxes} label={`${last} : ${cells[0]?.text ?? ''}`} />,
          ])}
        />
      )}
      {signatures.together !== null && <Enclosed regulatory={regulatory} />}
      <Signatures signatures={{ ...signatures, ...signatures.together }} />
    </>
  );
}

/** Read before signing. */
function Enclosed({ regulatory: { blocks, warnings } }: { regulatory: PrintedStatement['regulatory'] }) {
  const pieces = blocks.at(-1);
  return (
    <>
      {pieces && <FormBlock block={pieces} />}
      {warnings.map((warning) => (
        <p key={warning} className={styles.note}>
          {warning}
        </p>
      ))}
    </>
  );
}
