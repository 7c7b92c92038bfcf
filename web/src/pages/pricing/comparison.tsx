import { Check, Minus } from 'lucide-react';
import { typeset } from '#lib/typeset.ts';
import { formatEuros, PACKS, UNIT_PRICE } from '#lib/packs.ts';
import { ReadingTable } from '#ui/reading-table.tsx';
import styles from './comparison.module.css';

const LOWEST_PRICE = formatEuros(Math.min(...PACKS.map(({ priceCents, credits }) => priceCents / credits)));

/** From the State's public source code and ours (docs/comparison.md). */
const LINES: readonly { what: string; official: boolean | string; ours: boolean | string }[] = [
  { what: 'Prix', official: 'Gratuit', ours: `De ${UNIT_PRICE} à ${LOWEST_PRICE} TTC l’état` },
  { what: 'Données officielles de Géorisques', official: true, ours: true },
  { what: 'Bruit des aérodromes', official: 'Une mention', ours: 'Un état distinct, à signer' },
  { what: 'Plusieurs parcelles dans un document', official: true, ours: 'Jusqu’à 50, pour un crédit' },
  {
    what: 'Carte et règlement des plans de prévention',
    official: 'À joindre vous-même',
    ours: 'Joints au PDF si Géorisques les publie',
  },
  { what: 'Source et date de chaque constat', official: 'En partie', ours: true },
  { what: 'Document conservé, à retélécharger', official: false, ours: true },
  { what: 'Récépissé de remise à la visite', official: false, ours: true },
  { what: 'Page de vérification du document', official: 'Les valeurs seulement', ours: true },
  { what: 'Rappels avant la fin de validité', official: false, ours: true },
  { what: 'Vérification jusqu’à la signature', official: false, ours: 'Pendant un an' },
];

/** Honest both ways: the free service is enough for a user who has time. */
export function Comparison() {
  return (
    <section className={styles.section} aria-labelledby="comparaison">
      <h2 id="comparaison">Et le service gratuit de l’État&nbsp;?</h2>
      <p className={styles.lead}>
        ERRIAL, sur georisques.gouv.fr, aide à remplir un état des risques sans payer, à partir des mêmes données. Il
        vous suffit si vous avez le temps de le compléter et de le suivre.
      </p>
      <div className={styles.table}>
        <ReadingTable
          labelledBy="comparaison"
          headings={['Point comparé', 'Service de l’État', 'Clairisque']}
          rows={LINES.map(({ what, official, ours }) => [
            what,
            <Answer key="official" value={official} />,
            <Answer key="ours" value={ours} />,
          ])}
          isNamed
          onPhone="columns"
        />
      </div>
      <p className={styles.note}>
        Relevé sur le code source public du service de l’État (version de 2021) et sur ce qui en est dit en 2026&nbsp;:
        il a pu évoluer.
      </p>
    </section>
  );
}

function Answer({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return typeset(value);
  const Icon = value ? Check : Minus;
  return (
    <span className={styles.answer} data-yes={value}>
      <Icon aria-hidden="true" />
      {value ? 'Oui' : 'Non'}
    </span>
  );
}
