import styles from './statement-preview.module.css';

const LINES = [
  {
    heading: 'Inondation',
    finding: 'Votre terrain est en zone inondable. Votre maison ne l’est pas.',
    isConcerned: true,
  },
  { heading: 'Argiles', finding: 'Exposition moyenne au retrait-gonflement.', isConcerned: true },
  { heading: 'Sismicité', finding: 'Zone 1, très faible.', isConcerned: false },
  { heading: 'Pollution des sols', finding: 'Aucun secteur d’information à cette adresse.', isConcerned: false },
  { heading: 'Bruit des aérodromes', finding: 'Hors de tout plan d’exposition.', isConcerned: false },
];

/** The first page of a statement, as an example. Paper stays paper in the dark scheme. */
export function StatementPreview() {
  return (
    <figure className={styles.figure}>
      <div className={styles.sheet} data-scheme="light">
        <div className={styles.head}>
          <p className={styles.title}>État des risques</p>
          <p className={styles.specimen}>Exemple</p>
        </div>
        <p className={styles.address}>
          14 quai de la Rivière, 37000 Tours
          <br />
          Parcelle 000-AB-0123
        </p>
        <ParcelMap />
        <ul className={styles.lines}>
          {LINES.map(({ heading, finding, isConcerned }) => (
            <li key={heading}>
              <Mark isConcerned={isConcerned} />
              <span>
                <strong>{heading}</strong>
                <br />
                {finding}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="visually-hidden">
        Exemple de première page d’un état des risques, avec une adresse fictive
      </figcaption>
    </figure>
  );
}

/** Shape first, colour second: a filled diamond is « concerned », a ring is not. */
function Mark({ isConcerned }: { isConcerned: boolean }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {isConcerned ? (
        <path d="m10 1.500 8.500 8.500-8.500 8.500L1.500 10z" fill="#c77700" />
      ) : (
        <circle cx="10" cy="10" r="7" fill="none" stroke="#14734a" strokeWidth="2" />
      )}
    </svg>
  );
}

function ParcelMap() {
  return (
    <svg viewBox="0 0 400 170" className={styles.map} aria-hidden="true">
      <rect width="400" height="170" fill="#f1eee5" />
      <path d="M-5 128c70-26 120 14 200 2s120-46 210-34v80H-5z" fill="#cfe0e6" />
      <path
        d="M-5 112c70-26 120 14 200 2s120-46 210-34"
        fill="none"
        stroke="#7fa6b4"
        strokeDasharray="5 4"
        strokeWidth="1.5"
      />
      <g fill="none" stroke="#b9b2a1" strokeWidth="1.2">
        <path d="M30-5 52 108M108-5l14 118M176-5l10 120M246-5l-4 108M318-5l-14 96M372-5l-12 88" />
        <path d="M-5 48c90-8 180 6 410-20" strokeWidth="7" stroke="#fffdf8" />
        <path d="M-5 44c90-8 180 6 410-20M-5 52c90-8 180 6 410-20" />
      </g>
      <g fill="#d8d1c1">
        <path d="m66 62 26-3 3 22-26 3zM136 64l30-2 1 22-29 2zM262 54l28-4 3 20-28 4zM330 46l22-3 3 20-23 3z" />
      </g>
      <path
        d="m183 47 63-5-3 61c-20 6-38 11-56 12z"
        fill="#1b8a5a"
        fillOpacity=".24"
        stroke="#1b8a5a"
        strokeWidth="3"
      />
      <path d="m202 58 26-2 1 19-26 2z" fill="#14734a" />
    </svg>
  );
}
