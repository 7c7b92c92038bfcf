import type { ReactNode } from 'react';
import { paths } from '#paths.ts';
import { BrandMark } from '#shell/brand.tsx';
import header from '#shell/header.module.css';
import layout from '#shell/layout.module.css';
import styles from './frame.module.css';

/** Frame of the separate page: its visitor came for the questions of one property, and has no account. Links leave it. */
export function AloneFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={header.header}>
        <div className={header.bar}>
          <a href={paths.home} className={header.brand}>
            <BrandMark />
            Clairisque
          </a>
        </div>
      </div>
      <main className={layout.main}>{children}</main>
      <footer className={styles.footer}>
        <nav aria-label="Pied de page">
          <a href={paths.legal}>Mentions légales</a>
          <a href={paths.privacy}>Confidentialité</a>
          <a href={paths.accessibility}>Accessibilité</a>
        </nav>
      </footer>
    </>
  );
}
