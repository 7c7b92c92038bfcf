import type { PrintedMap } from '@clairisque/contract/common/printed-document.ts';
import styles from './map-figure.module.css';

type Zone = PrintedMap['zones'][number];

/** Width of a drawing, in its own units. */
export const WIDTH = 1000;
/** Each zone of a map has its own density: two of one family differ even in a photocopy. */
const DENSITIES = [12, 18, 9, 24, 15, 10];

const TURNS: Partial<Record<Zone['family'], number>> = { bruit: -45, plan: 90 };

/**
 * As in print: dots for soils, level lines for the coast, vertical ones for plans, slanted ones for noise; the parcel
 * slants the other way.
 */
export function ZoneHatching({ id, family, rank }: { id: string; family: Zone['family']; rank: number }) {
  const step = (DENSITIES[rank % DENSITIES.length] ?? 12) * (family === 'sis' ? 1 : 1.5);
  const turn = TURNS[family];
  const turned = turn === undefined ? {} : { patternTransform: `rotate(${turn})` };
  return (
    <pattern id={id} width={step} height={step} patternUnits="userSpaceOnUse" {...turned}>
      {family === 'sis' ? (
        <circle cx={step / 2} cy={step / 2} r="2.4" data-family={family} className={styles.dot} />
      ) : (
        <line x2={step} y1={step / 2} y2={step / 2} data-family={family} className={styles.line} />
      )}
    </pattern>
  );
}

export function ParcelHatching({ id }: { id: string }) {
  return (
    <pattern id={id} width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="12" height="12" className={styles.wash} />
      <line y2="12" className={styles.stripe} />
    </pattern>
  );
}

export function BuildingSwatch() {
  return (
    <svg viewBox="0 0 60 32" aria-hidden="true" className={styles.swatch}>
      <rect x="3" y="3" width="54" height="26" className={styles.building} data-largest />
    </svg>
  );
}

/** Sample of a legend line. */
export function Swatch({ fill, zone, rank = 0 }: { fill: string; zone?: Zone; rank?: number }) {
  return (
    <svg viewBox="0 0 60 32" aria-hidden="true" className={styles.swatch}>
      <rect
        x="3"
        y="3"
        width="54"
        height="26"
        fill={fill}
        className={zone ? styles.zone : styles.parcel}
        data-family={zone?.family}
        data-dashed={rank % 2 === 1}
      />
    </svg>
  );
}
