import { Building2, LandPlot, Map as MapIcon, MapPinHouse, Pause, Plane, Play, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import styles from './sources.module.css';

/** Names and neutral pictograms: a private service may not wear the State's logos (decision 0057). */
const SOURCES = [
  ['Géorisques', TriangleAlert],
  ['Cadastre', LandPlot],
  ['Base Adresse Nationale', MapPinHouse],
  ['Géoplateforme IGN', MapIcon],
  ['Géoportail de l’urbanisme', Building2],
  ['Plans d’exposition au bruit', Plane],
] as const;

/** A scrolling strip with a pause button (WCAG 2.2.2); a plain list with reduced motion. */
export function Sources() {
  const [isPaused, setPaused] = useState(false);
  const Icon = isPaused ? Play : Pause;
  return (
    <section className={styles.section} aria-labelledby="sources">
      <div className={styles.head}>
        <h2 id="sources" className={styles.title}>
          Nos sources, publiques et officielles
        </h2>
        <button type="button" className={styles.pause} onClick={() => setPaused(!isPaused)}>
          <Icon aria-hidden="true" />
          {isPaused ? 'Reprendre le défilement' : 'Arrêter le défilement'}
        </button>
      </div>
      <div className={styles.strip} data-paused={isPaused}>
        <Marks />
        <div aria-hidden="true" className={styles.again}>
          <Marks />
        </div>
      </div>
      <p className={styles.note}>
        Clairisque est indépendant des administrations qui publient ces données, et cite chacune dans le document.
      </p>
    </section>
  );
}

function Marks() {
  return (
    <ul className={styles.marks}>
      {SOURCES.map(([source, Icon]) => (
        <li key={source}>
          <Icon aria-hidden="true" />
          {source}
        </li>
      ))}
    </ul>
  );
}
