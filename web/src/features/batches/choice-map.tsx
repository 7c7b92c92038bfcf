import type { BatchRow } from '@clairisque/contract/batches.v3.ts';
import { chosenParcels, parcelCode } from '@clairisque/contract/parcels.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import styles from './batches.module.css';
import { pixelsAt, TILE, tilesIn, viewOf, type LngLat, type View } from './small-map.ts';

const SIZE = { width: 480, height: 280 };
const CODE = /^\w{3}-\w{2}-\w{4}@\w{5}$/;

const outlinesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ['outlines', ...codes],
    queryFn: ({ signal }) => call(chosenParcels, { query: { codes: codes.join(',') }, signal }),
    enabled: codes.length > 0,
  });

type Choices = NonNullable<NonNullable<BatchRow['problem']>['choices']>;
type Asked = NonNullable<NonNullable<BatchRow['problem']>['asked']>;
type Props = { candidates: readonly string[]; choices: Choices; asked: Asked; chosen: string };
/** A place on the map: rings of a parcel, or a door. */
type Mark = { candidate: string; number: number; rings: LngLat[][]; at: LngLat };

/** Where the candidates and the point asked for are, numbered as in the list, which says the same in words. */
export function ChoiceMap({ candidates, choices, asked, chosen }: Props) {
  const codes = candidates.filter((one) => CODE.test(one));
  const outlines = useQuery(outlinesQuery(codes));
  const marks = candidates.flatMap((candidate, index): Mark[] => {
    const parcel = outlines.data?.parcelles.find((one) => parcelCode(one) === candidate);
    const rings = (parcel?.multiPolygon.coordinates.flat() ?? []) as LngLat[][];
    const at = doorOf(choices, candidate) ?? centreOf(rings.flat());
    return at === null ? [] : [{ candidate, number: index + 1, rings, at }];
  });
  const points = asked.map(({ longitude, latitude }): LngLat => [longitude, latitude]);
  const view = viewOf([...marks.flatMap(({ rings, at }) => [...rings.flat(), at]), ...points], SIZE);
  if (view === null) return null;
  return (
    <svg className={styles.map} viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
      {tilesIn(view).map(({ x, y, left, top }) => (
        <image
          key={`${x} ${y}`}
          href={`/tuiles/plan/${view.zoom}/${x}/${y}`}
          x={left}
          y={top}
          width={TILE}
          height={TILE}
        />
      ))}
      {marks.map((mark) => (
        <Shape key={mark.candidate} mark={mark} view={view} isChosen={mark.candidate === chosen} />
      ))}
      {points.map((point) => (
        <Point key={point.join(' ')} at={placeIn(view, point)} />
      ))}
      <text x={SIZE.width - 6} y={SIZE.height - 6} textAnchor="end" className={styles.credit}>
        © IGN
      </text>
    </svg>
  );
}

function doorOf(choices: Choices, candidate: string): LngLat | null {
  const known = choices.find((one) => one.candidate === candidate);
  if (known === undefined || known.longitude === null || known.latitude === null) return null;
  return [known.longitude, known.latitude];
}

function centreOf(positions: readonly LngLat[]): LngLat | null {
  if (positions.length === 0) return null;
  const mean = (of: (position: LngLat) => number): number =>
    positions.reduce((sum, position) => sum + of(position), 0) / positions.length;
  return [mean(([longitude]) => longitude), mean(([, latitude]) => latitude)];
}

const placeIn = (view: View, position: LngLat): [x: string, y: string] => {
  const [x, y] = pixelsAt(position, view.zoom);
  return [(x - view.left).toFixed(1), (y - view.top).toFixed(1)];
};

/** A cross, which no shape of a parcel hides. */
function Point({ at: [x, y] }: { at: readonly [x: string, y: string] }) {
  return <path data-asked d={`M${x},${y}m-8,0h16m-8,-8v16`} />;
}

function Shape({ mark: { number, rings, at }, view, isChosen }: { mark: Mark; view: View; isChosen: boolean }) {
  const place = (position: LngLat): string => placeIn(view, position).join(',');
  const [x, y] = placeIn(view, at);
  return (
    <g data-chosen={isChosen}>
      {rings.length > 0 && (
        <path d={rings.map((ring) => `M${ring.map(place).join('L')}Z`).join('')} fillRule="evenodd" />
      )}
      <circle cx={x} cy={y} r={12} />
      <text x={x} y={y} dy="0.35em" textAnchor="middle">
        {number}
      </text>
    </g>
  );
}
