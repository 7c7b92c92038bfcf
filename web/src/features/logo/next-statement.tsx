import styles from './logo.module.css';

type NextStatementProps = {
  /** URL of the picture to print; null prints our name only. */
  logo: string | null;
  caption: string;
};

/** The top of a statement's first page, to scale: the logo has 50 by 18 millimetres. */
export function NextStatement({ logo, caption }: NextStatementProps) {
  return (
    <figure className={styles.next}>
      <div className={styles.sheet} data-scheme="light" aria-hidden="true">
        <div className={styles.head}>
          <span className={styles.name}>Clairisque</span>
          <span>
            État des risques · <strong>ERP-2026-000123</strong>
          </span>
        </div>
        {logo !== null && <img src={logo} alt="" />}
        <p className={styles.title}>État des risques</p>
        <p className={styles.address}>14 quai de la Rivière, 37000 Tours</p>
        <div className={styles.plan} />
        <div className={styles.lines} />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
