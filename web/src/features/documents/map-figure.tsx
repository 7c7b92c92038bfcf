import type { PrintedMap } from '@clairisque/contract/common/printed-document.ts';
import { useId } from 'react';
import { BuildingSwatch, ParcelHatching, ranked, styleOf, Swatch, WIDTH, ZoneHatching } from './hatching.tsx';
import styles from './map-figure.module.css';

type MapFigureProps = {
  map: PrintedMap;
  /** JPEG in base64. */
  picture: string | undefined;
  /** JPEG in base64 of `map.inset`. */
  insetPicture?: string | undefined;
  /** The map at the head of the document has no title and no legend. */
  isBare?: boolean;
};

/** The picture of the map with its hatched outlines, which also differ in black and white. */
export function MapFigure({ map, picture, insetPicture, isBare = false }: MapFigureProps) {
  const id = useId();
  return (
    <figure className={styles.figure}>
      {!isBare && <h3>{map.title}</h3>}
      <div className={styles.frame} style={{ aspectRatio: 1 / map.ratio }}>
        <img src={`data:image/jpeg;base64,${picture}`} alt={map.alt} />
        <Overlay map={map} id={id} />
        {!isBare && <NorthAndScale scale={map.scale} />}
        {map.inset && insetPicture && (
          <span className={styles.inset} style={{ aspectRatio: 1 / map.inset.ratio }}>
            <img src={`data:image/jpeg;base64,${insetPicture}`} alt="" />
          </span>
        )}
        <small className={styles.attribution}>{map.attribution}</small>
      </div>
      {!isBare && (
        <figcaption>
          <p>
            <Swatch fill={`url(#${id})`} /> {map.legend}.{' '}
            {map.buildingLegend !== null && (
              <>
                <BuildingSwatch /> {map.buildingLegend}.{' '}
              </>
            )}
            {map.caption}
          </p>
          {ranked(map.zones).map(({ zone, rank }, index) => (
            <p key={index}>
              <Swatch fill={`url(#${id}-${index})`} zone={zone} rank={rank} />{' '}
              {zone.own === '' ? zone.label : <u>{zone.label}</u>}
              {zone.own}
            </p>
          ))}
          <p>{map.source}</p>
          {map.warning !== null && <strong>{map.warning}</strong>}
        </figcaption>
      )}
    </figure>
  );
}

/** The parcel's fill and the buildings are under the zones, its outline over them: none hides another. */
function Overlay({ map, id }: { map: PrintedMap; id: string }) {
  const height = WIDTH * map.ratio;
  const parcel = pathOf(map.outlines, height);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      <defs>
        <ParcelHatching id={id} />
        {ranked(map.zones).map(({ zone, rank }, index) => (
          <ZoneHatching key={index} id={`${id}-${index}`} zone={zone} rank={rank} />
        ))}
      </defs>
      {parcel !== '' && <path d={parcel} className={styles.halo} fill={`url(#${id})`} />}
      {map.buildings.map(({ isLargest, rings }, rank) => (
        <path key={rank} d={pathOf(rings, height)} className={styles.building} data-largest={isLargest} />
      ))}
      {ranked(map.zones).map(({ zone, rank }, index) => (
        <path
          key={index}
          d={pathOf(zone.rings, height)}
          fill={`url(#${id}-${index})`}
          className={styles.zone}
          // Rings of an edition before the styles turn either way.
          fillRule={zone.style === '' ? 'evenodd' : 'nonzero'}
          data-style={styleOf(zone)}
          data-dashed={rank % 2 === 1}
        />
      ))}
      {parcel === '' ? (
        <g className={styles.point}>
          <circle cx={WIDTH / 2} cy={height / 2} r={14} />
          <circle cx={WIDTH / 2} cy={height / 2} r={4} />
        </g>
      ) : (
        <path d={parcel} className={styles.parcel} fill="none" />
      )}
      {map.zones.map(({ mark, at, own }, index) =>
        mark === null || at === null ? null : (
          <text key={index} x={at[0] * WIDTH} y={at[1] * height} className={styles.mark} data-own={own !== ''}>
            {mark}
          </text>
        ),
      )}
    </svg>
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

function pathOf(rings: PrintedMap['outlines'], height: number): string {
  return rings
    .map((ring) => `M${ring.map(([x, y]) => `${round(x * WIDTH)} ${round(y * height)}`).join('L')}Z`)
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
