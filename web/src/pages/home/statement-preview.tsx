import { Maximize2 } from 'lucide-react';
import { SPECIMEN } from './specimen.gen.ts';
import styles from './statement-preview.module.css';

/** The first page of a real specimen (`scripts/specimen.ts`), enlarged by a click: a picture, without any script. */
export function StatementPreview() {
  return (
    <figure className={styles.figure}>
      <a href="/specimen.webp" target="_blank" rel="noreferrer" className={styles.sheet} data-scheme="light">
        <img
          src="/specimen-petit.webp"
          width={SPECIMEN.width}
          height={SPECIMEN.height}
          loading="lazy"
          decoding="async"
          alt="Première page d’un état des risques, pour une adresse d’essai à Saint-Malo : le plan de la parcelle, puis « Votre bien est concerné par 2 des 10 points que la loi impose de vérifier »."
        />
        <span className={styles.open}>
          <Maximize2 aria-hidden="true" />
          Lire cette page
          <span className="visually-hidden"> (nouvel onglet)</span>
        </span>
      </a>
      <figcaption className={styles.caption}>
        Un vrai document, sur des données d’essai, établi en {SPECIMEN.seconds}&nbsp;s (mesuré le&nbsp;
        {SPECIMEN.measuredOn}
        ).
      </figcaption>
    </figure>
  );
}
