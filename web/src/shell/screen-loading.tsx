import styles from './layout.module.css';

/** Room for the first screen while its chunk comes: the footer waits below the fold instead of jumping there. */
export function ScreenLoading() {
  return <div className={styles.loading} aria-busy="true" />;
}
