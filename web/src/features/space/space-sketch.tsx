import styles from './space-page.module.css';
import { TABS } from './tabs.ts';

/** What the account area shows of itself until its code is there, whichever tab is asked. */
export function SpaceSketch() {
  return (
    <div className="page">
      <h1>Mon espace</h1>
      <div className={styles.list}>
        {TABS.map(({ value, label }) => (
          <span key={value} className={styles.tab}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
