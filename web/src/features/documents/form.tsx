import type {
  PrintedBlock,
  PrintedBox,
  PrintedRow,
  PrintedStatement,
} from '@clairisque/contract/common/printed-document.ts';
import { Square, SquareX } from 'lucide-react';
import styles from './form.module.css';

/** One block of the form, A to K, or one aerodrome. */
export function FormBlock({ block }: { block: PrintedBlock }) {
  return (
    <section className={styles.block}>
      <h3>
        {block.letter !== null && <span className={styles.letter}>{block.letter}</span>}
        <span>{block.title}</span>
      </h3>
      {block.article !== null && <p className={styles.article}>{block.article}</p>}
      <FormRows rows={block.rows} />
    </section>
  );
}

export function FormRows({ rows }: { rows: PrintedRow[] }) {
  return (
    <div className={styles.rows}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row} data-kind={row.kind}>
          <FormRow row={row} />
        </div>
      ))}
    </div>
  );
}

function FormRow({ row }: { row: PrintedRow }) {
  switch (row.kind) {
    case 'question':
      return (
        <>
          <p>{row.label}</p>
          <Answer boxes={row.boxes} label={row.label} />
          <p className={styles.sentence} data-open={isOwners(row)}>
            {row.sentence}
          </p>
        </>
      );
    case 'text':
      return (
        <>
          <p className={styles.label}>{row.label}</p>
          <p>
            {row.text} {row.link && <a href={row.link.href}>{row.link.text}</a>}
          </p>
        </>
      );
    case 'fill':
      return (
        <>
          <p className={styles.label}>{row.label}</p>
          <p>{row.text}</p>
          <div className={styles.blanks}>
            {row.blanks.map((words) => (
              <div key={words}>
                <span>{words}</span>
                <Lines count={1} />
              </div>
            ))}
          </div>
        </>
      );
    case 'blank':
      return (
        <>
          <p>{row.label}</p>
          <Lines count={row.lines} />
        </>
      );
    case 'note':
      return <p className={styles.note}>{row.text}</p>;
  }
}

/** Filled, outlined or dashed, as in print; a choice among several keeps its boxes. */
function Answer({ boxes, label }: { boxes: PrintedBox[]; label: string }) {
  if (boxes.length > 1 && boxes[0]?.label !== 'oui') return <Boxes boxes={boxes} label={label} />;
  const given = boxes.filter(({ checked }) => checked).map((box) => box.label);
  if (given.length > 0)
    return (
      <p className={styles.mark} data-answer={given.length === 1 && given[0] === 'non' ? 'no' : 'yes'}>
        {given.join(', ')}
      </p>
    );
  return (
    <div className={styles.mark} data-answer="open">
      <span>{boxes.length === 1 ? 'À joindre' : 'À compléter'}</span>
      <Boxes boxes={boxes} label={label} />
    </div>
  );
}

/** Answers left to the owner are less prominent than those of a source. */
const isOwners = ({ owner, boxes }: Extract<PrintedRow, { kind: 'question' }>): boolean =>
  owner && boxes.every(({ checked }) => !checked);

/** Left to fill in on the PDF. */
export function Lines({ count }: { count: number }) {
  return (
    <div className={styles.lines}>
      <span className="visually-hidden">À remplir sur le PDF.</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.dotted} />
      ))}
    </div>
  );
}

/** The boxes also have a text alternative. */
export function Boxes({ boxes, label }: { boxes: PrintedBox[]; label: string }) {
  return (
    <ul className={styles.boxes} aria-label={label}>
      {boxes.map((box) => (
        <li key={box.label} data-checked={box.checked}>
          {box.checked ? <SquareX aria-hidden="true" /> : <Square aria-hidden="true" />}
          <span className="visually-hidden">{box.checked ? 'Case cochée : ' : 'Case non cochée : '}</span>
          {box.label}
        </li>
      ))}
    </ul>
  );
}

export function PropertyStrip({ property }: { property: PrintedStatement['property'] }) {
  return (
    <dl className={styles.strip}>
      {property.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type SignaturesProps = { signatures: PrintedStatement['signatures'] & { title?: string }; letter?: string };

/** `letter` in the part whose blocks have letters. */
export function Signatures({ signatures, letter }: SignaturesProps) {
  const { title = 'Signatures', statement, owner, ownerName, other, otherName, agent } = signatures;
  return (
    <section className={styles.block}>
      <h3>
        {letter && <span className={styles.letter}>{letter}</span>}
        <span>{title}</span>
      </h3>
      <p>{statement}</p>
      <div className={styles.done}>
        <span>Fait à</span>
        <Lines count={1} />
        <span>le</span>
        <Lines count={1} />
      </div>
      <div className={styles.signatures}>
        {[
          [owner, ownerName],
          [other, otherName],
          [agent, ''],
        ].map(([title, name]) => (
          <div key={title}>
            <p className={styles.label}>{title}</p>
            <p>{name}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
