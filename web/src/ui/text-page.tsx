import type { ReactNode } from 'react';
import styles from './text-page.module.css';

type TextPageProps = { title: string; lead?: ReactNode; children: ReactNode };

/** A page to read: one column, sections under their headings. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </div>
  );
}

type TextSectionProps = { id: string; title: string; children: ReactNode };

/** `id` is also its anchor. */
export function TextSection({ id, title, children }: TextSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
