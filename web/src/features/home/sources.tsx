import styles from './sources.module.css';

/** Word marks only: a private service does not wear the State's logos. */
const SOURCES = [
  'Géorisques',
  'Cadastre',
  'Base Adresse Nationale',
  'Géoplateforme IGN',
  'Géoportail de l’urbanisme',
  'Plans d’exposition au bruit',
];

export function Sources() {
  return (
    <section className={styles.section} aria-labelledby="sources">
      <h2 id="sources" className={styles.title}>
        Nos sources, publiques et officielles
      </h2>
      <ul className={styles.marks}>
        {SOURCES.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
      <p className={styles.note}>
        Clairisque est indépendant des administrations qui publient ces données, et cite chacune dans le document.
      </p>
    </section>
  );
}
