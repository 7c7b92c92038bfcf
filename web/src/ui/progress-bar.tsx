import styles from './progress-bar.module.css';

type ProgressBarProps = {
  /** What advances. */
  label: string;
  done: number;
  /** In the unit of `done`; null when nobody knows. */
  total: number | null;
};

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return <progress aria-label={label} className={styles.bar} {...(total !== null && { max: total, value: done })} />;
}
