import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { IN_VIEW_WAITING } from './enclose-tool.tsx';
import type { Point } from './map/geometry.ts';
import styles from './parcels-seen.module.css';
import { areaOf } from './property-parcels.ts';
import { seenFrom, type SeenParcel } from './seen-parcels.ts';
import type { ParcelsInView } from './use-parcels-in-view.ts';

const AT_ONCE = 10;

type ParcelsSeenProps = {
  /** Middle of the map; null while there is no map. */
  cross: Point | null;
  inView: ParcelsInView;
  chosen: readonly string[];
  /** The outlines are asked only while the list is open. */
  onOpen: (isOpen: boolean) => void;
  onChoose: (seen: SeenParcel) => void;
  onHighlight: (code: string | null) => void;
};

/** What the map shows, as a list: the same choice for a reader who does not see the map, or does not point. */
export function ParcelsSeen({ cross, ...list }: ParcelsSeenProps) {
  if (cross === null) return null;
  return (
    <Disclosure look="line" lazy label="Liste des parcelles affichées sur la carte">
      <Seen cross={cross} {...list} />
    </Disclosure>
  );
}

function Seen({ cross, inView, chosen, onOpen, onChoose, onHighlight }: ParcelsSeenProps & { cross: Point }) {
  const { state, parcels, retry } = inView;
  const [shown, setShown] = useState(AT_ONCE);
  useEffect(() => {
    onOpen(true);
    return () => onOpen(false);
  }, [onOpen]);
  const seen = useMemo(() => seenFrom(cross, parcels), [cross, parcels]);
  const left = seen.length - shown;
  return (
    <div className={styles.seen}>
      <output className={styles.state}>{state === 'ready' ? countOf(seen.length) : IN_VIEW_WAITING[state]}</output>
      {state === 'failed' && (
        <Button variant="secondary" onClick={retry}>
          Réessayer
        </Button>
      )}
      <ul className={styles.list} aria-label="Parcelles affichées sur la carte">
        {seen.slice(0, shown).map((one) => (
          <li key={one.code}>
            <button
              type="button"
              className={styles.parcel}
              aria-pressed={chosen.includes(one.code)}
              onClick={() => onChoose(one)}
              onFocus={() => onHighlight(one.code)}
              onBlur={() => onHighlight(null)}
            >
              <strong>{shortParcel(one.code)}</strong>
              <span>
                {one.parcel.nom_commune}, {areaOf(one.parcel)}, {one.where}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="quiet" onClick={() => setShown(shown + AT_ONCE)}>
          Voir plus de parcelles ({left} {left === 1 ? 'restante' : 'restantes'})
        </Button>
      )}
    </div>
  );
}

const countOf = (count: number): string => {
  if (count === 0) return 'Aucune parcelle affichée.';
  return count === 1
    ? '1\u00A0parcelle affichée.'
    : `${count}\u00A0parcelles affichées, de la plus proche de la croix à la plus éloignée.`;
};
