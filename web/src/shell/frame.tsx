import type { ReactNode } from 'react';
import { BrandMark } from './brand.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import styles from './header.module.css';
import layout from './layout.module.css';

/** What a page without prerendering shows until its code is loaded: the head of the header, in its place. */
export function Frame({ children }: { children: ReactNode }) {
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
      <main className={layout.main} aria-busy="true">
        {children}
      </main>
      <CookieBanner />
    </>
  );
}
