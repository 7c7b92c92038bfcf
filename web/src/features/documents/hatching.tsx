import type { PrintedMap } from '@clairisque/contract/common/printed-document.ts';
import styles from './map-figure.module.css';

type Zone = PrintedMap['zones'][number];

/** Width of a drawing, in its own units. */
export const WIDTH = 1000;
type Pattern = 'grid' | 'vertical' | 'level' | 'falling' | 'dots';
/** Styles are those of the print (`templates/lib/map.typ`). Two zones of one style have two densities. */
const STYLES: Record<string, [pattern: Pattern, step: number]> = {
  'peb-a': ['grid', 15],
  'peb-b': ['vertical', 10],
  'peb-c': ['falling', 14],
  'peb-d': ['dots', 15],
  'cote-30': ['vertical', 9],
  'cote-100': ['level', 15],
  cote: ['level', 12],
  'ppr-rouge': ['vertical', 12],
  'ppr-rouge-strict': ['grid', 15],
  'ppr-bleu': ['level', 12],
  'ppr-bleu-clair': ['dots', 14],
  'ppr-violet': ['grid', 19],
  'ppr-autre': ['falling', 18],
  perimetre: ['vertical', 15],
  sis: ['dots', 10],
};
/** An edition made before the styles has families. */
const FAMILIES = { plan: 'perimetre', sis: 'sis', 'trait-de-cote': 'cote', bruit: 'peb-b' } as const;
const DENSITIES = [1, 1.5, 0.75, 1.25];

export const styleOf = ({ style, family }: Pick<Zone, 'style' | 'family'>): string =>
  style in STYLES ? style : FAMILIES[family];

/** The zones with the rank of each among those of its style. */
export const ranked = (zones: Zone[]): { zone: Zone; rank: number }[] =>
  zones.map((zone, index) => ({
    zone,
    rank: zones.slice(0, index).filter((other) => styleOf(other) === styleOf(zone)).length,
  }));

/** The colour of the style, and its pattern, which a black-and-white copy keeps; the parcel's slants the other way. */
export function ZoneHatching({ id, zone, rank }: { id: string; zone: Zone; rank: number }) {
  const style = styleOf(zone);
  const [pattern, spacing] = STYLES[style] ?? ['dots', 10];
  const step = spacing * (DENSITIES[rank % DENSITIES.length] ?? 1);
  const middle = step / 2;
  return (
    <pattern
      id={id}
      width={step}
      height={step}
      patternUnits="userSpaceOnUse"
      data-style={style}
      className={styles.style}
    >
      <rect width={step} height={step} className={styles.zoneWash} />
      {pattern === 'dots' && <circle cx={middle} cy={middle} r="2.4" className={styles.dot} />}
      {(pattern === 'vertical' || pattern === 'grid') && (
        <line x1={middle} x2={middle} y2={step} className={styles.line} />
      )}
      {(pattern === 'level' || pattern === 'grid') && (
        <line x2={step} y1={middle} y2={middle} className={styles.line} />
      )}
      {pattern === 'falling' && <line x2={step} y2={step} className={styles.line} />}
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
        data-style={zone && styleOf(zone)}
        data-dashed={rank % 2 === 1}
      />
    </svg>
  );
}
