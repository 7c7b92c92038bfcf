import { FileText, Landmark, MapPinned, Mountain, Plane, Sprout } from 'lucide-react';
import { Card } from '#ui/card.tsx';
import styles from './content-card.module.css';

const CONTENT = [
  [MapPinned, 'Localisation du bien', 'Son adresse, son plan et sa carte.'],
  [Landmark, 'Références cadastrales', 'La parcelle et sa surface.'],
  [
    Mountain,
    'Risques naturels, technologiques et miniers',
    'Plans de prévention, sismicité, radon, recul du trait de côte, débroussaillement.',
  ],
  [Sprout, 'Pollution des sols', 'Secteurs d’information sur les sols.'],
  [Plane, 'Nuisances sonores aériennes', 'Zones A à D des plans d’exposition au bruit (PEB), dans une partie séparée.'],
  [FileText, 'Annexes réglementaires', 'Cartes, extraits de règlements, sources et dates.'],
] as const;

/** What one credit gives. */
export function ContentCard() {
  return (
    <Card className={styles.card}>
      <h2>Votre document contient</h2>
      <ul className={styles.list}>
        {CONTENT.map(([Icon, title, text]) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
