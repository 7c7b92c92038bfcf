import { Landmark, Map } from 'lucide-react';
import type { ReactNode } from 'react';
import { HazardIcon } from '#ui/hazard-icon.tsx';
import styles from './contents.module.css';

const ITEMS: readonly { icon: ReactNode; title: string; text: string }[] = [
  {
    icon: <Map aria-hidden="true" strokeWidth={1.7} />,
    title: 'Localisation',
    text: 'L’adresse, la parcelle et ses références cadastrales, sur un plan lisible.',
  },
  {
    icon: <HazardIcon name="wave" />,
    title: 'Risques naturels',
    text: 'Inondation, mouvements de terrain, argiles, feux de forêt, recul du trait de côte.',
  },
  {
    icon: <HazardIcon name="quake" />,
    title: 'Sismicité, radon, mines',
    text: 'Le zonage réglementaire de la commune et les plans miniers.',
  },
  {
    icon: <HazardIcon name="factory" />,
    title: 'Risques technologiques et sols',
    text: 'Plans de prévention autour des sites industriels, secteurs d’information sur les sols.',
  },
  {
    icon: <HazardIcon name="plane" />,
    title: 'Bruit des aérodromes',
    text: 'Un document distinct, d’après les plans d’exposition au bruit, zones A à D.',
  },
  {
    icon: <Landmark aria-hidden="true" strokeWidth={1.7} />,
    title: 'Sources et dates',
    text: 'Chaque constat porte sa source officielle et sa date. Rien n’est supposé\u00A0: ce qui manque est signalé.',
  },
];

export function Contents() {
  return (
    <section className={styles.section} aria-labelledby="contenu-du-document">
      <div className={styles.intro}>
        <h2 id="contenu-du-document" className={styles.title}>
          Un verdict lisible en dix secondes, puis toutes les preuves
        </h2>
        <p>
          La première page dit en langage clair ce qui concerne votre terrain. Viennent ensuite les rubriques du code de
          l’environnement, les cartes et les annexes.
        </p>
      </div>
      <ul className={styles.items}>
        {ITEMS.map(({ icon, title, text }) => (
          <li key={title}>
            {icon}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
