import { ScreenLoading } from '#shell/screen-outlet.tsx';
import styles from './space-page.module.css';
import { TABS } from './tabs.ts';

/** Static outline of the account area until its code is loaded, for any tab. */
export function SpaceSkeleton() {
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.top}>
        <h1>Mon espace</h1>
        <div className={styles.overview} />
      </div>
      <div className={styles.list}>
        {TABS.map(({ value, label }) => (
          <span key={value} className={styles.tab}>
            {label}
          </span>
        ))}
      </div>
      <ScreenLoading />
    </div>
  );
}
