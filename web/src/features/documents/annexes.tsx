import type { PrintedStatement } from '@clairisque/contract/common/printed-document.ts';
import { DataTable } from './data-table.tsx';
import styles from './document.module.css';

export function Annexes({ annexes: { intro, sections } }: { annexes: PrintedStatement['annexes'] }) {
  return (
    <>
      <p className={styles.quiet}>{intro}</p>
      {sections.map(({ title, sentence, duty, table, after }) => (
        <section key={title} className={styles.topic}>
          <h3>{title}</h3>
          <p className={styles.sentence}>{sentence}</p>
          {duty !== null && <p>{duty}</p>}
          {table !== null && <DataTable table={table} caption={title} />}
          {after.map((paragraph) => (
            <p key={paragraph} className={styles.small}>
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}

type ExplanationsProps = { explanations: PrintedStatement['explanations'] };

export function Explanations({ explanations: { intro, sections } }: ExplanationsProps) {
  return (
    <>
      {intro !== '' && <p className={styles.quiet}>{intro}</p>}
      {sections.map(({ title, yours, paragraphs, address }) => (
        <section key={title} className={styles.topic}>
          <h3>{title}</h3>
          {yours !== null && <p className={styles.sentence}>{yours}</p>}
          {paragraphs.map(({ lead, text }) => (
            <p key={text}>
              {lead !== null && <strong>{lead}</strong>} {text}
            </p>
          ))}
          <p className={styles.small}>
            Fiche et informations officielles&nbsp;: <a href={address.href}>{address.text}</a>
          </p>
        </section>
      ))}
    </>
  );
}

export function Glossary({ glossary }: { glossary: PrintedStatement['glossary'] }) {
  if (glossary.length === 0) return null;
  return (
    <section className={styles.topic}>
      <h3>Glossaire</h3>
      <dl className={styles.glossary}>
        {glossary.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Sources({ sources: { table, method } }: { sources: PrintedStatement['sources'] }) {
  return (
    <>
      <DataTable table={table} caption="Sources consultées" />
      {method.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  );
}
