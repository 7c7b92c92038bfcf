import type { PrintedMap } from '@clairisque/contract/document.ts';
import { useId } from 'react';
import styles from './map-figure.module.css';

/** Units of the drawing's width; its height follows the picture's. */
const WIDTH = 1000;

type MapFigureProps = {
  map: PrintedMap;
  /** JPEG in base64. */
  picture: string | undefined;
  /** Without title nor legend, at the head of the document. */
  isBare?: boolean;
};

/** The picture of the map with its outlines drawn over it, hatched: they are told apart in black and white. */
export function MapFigure({ map, picture, isBare = false }: MapFigureProps) {
  const hatching = useId();
  const height = WIDTH * map.ratio;
  const path = map.outlines
    .map((ring) => `M${ring.map(([x, y]) => `${round(x * WIDTH)} ${round(y * height)}`).join('L')}Z`)
    .join('');
  return (
    <figure className={styles.figure}>
      {!isBare && <h3>{map.title}</h3>}
      <div className={styles.frame} style={{ aspectRatio: 1 / map.ratio }}>
        <img src={`data:image/jpeg;base64,${picture}`} alt={map.alt} />
        <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
          <Hatching id={hatching} />
          {path === '' ? (
            <ChosenPoint x={WIDTH / 2} y={height / 2} />
          ) : (
            <>
              <path d={path} className={styles.halo} />
              <path d={path} className={styles.parcel} fill={`url(#${hatching})`} />
            </>
          )}
        </svg>
        {!isBare && <NorthAndScale scale={map.scale} />}
        <small className={styles.attribution}>{map.attribution}</small>
      </div>
      {!isBare && (
        <figcaption>
          <span className={styles.swatch} aria-hidden="true" /> {map.legend}. <span>{map.caption}</span>
          {map.warning !== null && <strong>{map.warning}</strong>}
        </figcaption>
      )}
    </figure>
  );
}

function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="12" height="12" className={styles.wash} />
        <line y2="12" className={styles.stripe} />
      </pattern>
    </defs>
  );
}

function ChosenPoint({ x, y }: { x: number; y: number }) {
  return (
    <g className={styles.point}>
      <circle cx={x} cy={y} r={14} />
      <circle cx={x} cy={y} r={4} />
    </g>
  );
}

function NorthAndScale({ scale }: { scale: PrintedMap['scale'] }) {
  return (
    <>
      <span className={styles.north}>
        <span className="visually-hidden">Le nord est en haut.</span>
        <span aria-hidden="true">▲ N</span>
      </span>
      <span className={styles.scale} style={{ width: `${scale.share * 100}%` }}>
        {scale.label}
      </span>
    </>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
