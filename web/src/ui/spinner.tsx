import styles from './spinner.module.css';

/** Decorative: the element around it says what is loading (`aria-busy`, a status text). */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
