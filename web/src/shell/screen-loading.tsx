import styles from './layout.module.css';

/**
 * Reserves room for the first screen while its chunk loads: the footer waits below the fold instead of jumping there.
 * Prerendered: the style alone shows the sentence after 3 s.
 */
export function ScreenLoading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <p className={styles.awaited}>Chargement de la page…</p>
    </div>
  );
}
