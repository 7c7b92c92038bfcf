import type { ReactNode } from 'react';
import styles from './components-page.module.css';

/** One component in one state, by day and by night. `children` is called for each, with a name that tells them apart. */
export function Specimen({
  name,
  note,
  children,
}: {
  name: string;
  note?: string;
  children: (scheme: string) => ReactNode;
}) {
  return (
    <div className={styles.specimen}>
      <h3>{name}</h3>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.schemes}>
        {['light', 'dark'].map((scheme) => (
          <div key={scheme} data-scheme={scheme} className={styles.scheme}>
            {children(scheme)}
          </div>
        ))}
      </div>
    </div>
  );
}

export function Family({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.family}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
