import styles from './layout.module.css';

/**
 * Reserves room for the first screen while its chunk loads: the footer waits below the fold instead of jumping there.
 */
export function ScreenLoading() {
  return <div className={styles.loading} aria-busy="true" />;
}
