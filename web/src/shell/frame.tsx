import { BrandMark } from './brand.tsx';
import styles from './header.module.css';
import { ScreenLoading } from './screen-loading.tsx';

/** What a page that is not printed shows until its code is there, whoever comes: the head of the header, in its place. */
export function Frame() {
  return (
    <>
      <div className={styles.header}>
        <div className={styles.bar}>
          <span className={styles.brand}>
            <BrandMark />
            Clairisque
          </span>
        </div>
      </div>
      <ScreenLoading />
    </>
  );
}
