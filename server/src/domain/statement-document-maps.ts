import { frenchNumber } from './french.ts';
import type { PrintedMap } from './statement-document-parts.ts';

/** A map's picture as the adapter made it, without its bytes; positions are shares of its width and height, from the top left. */
export type MapFrame = {
  /** Name of the JPEG among the files of the render. */
  file: string;
  widthPixels: number;
  heightPixels: number;
  /** Ground width at the latitude of the place. */
  widthMetres: number;
  zoom: number;
  /** Outer rings and holes of the parcels. */
  outlines: [number, number][][];
  attribution: string;
  tiles: number;
  missingTiles: number;
};
export type MapFrames = { situation: MapFrame; cadastral: MapFrame };

const WARNING =
  'Une partie du fond de carte n’a pas pu être obtenue : elle est laissée en gris. Le contour de la parcelle et l’échelle restent exacts.';

export function maps({ situation, cadastral }: MapFrames, references: string): PrintedMap[] {
  return [
    {
      ...printedMap(situation),
      title: 'Plan de situation',
      caption: 'Le bien dans son quartier.',
      alt: `Plan de situation centré sur le bien : ${references}.`,
    },
    {
      ...printedMap(cadastral),
      title: 'Plan cadastral',
      caption: 'Contour issu du plan cadastral informatisé : il n’a pas valeur de bornage.',
      alt: `Plan cadastral : contour de ${references} et des parcelles voisines.`,
    },
  ];
}

function printedMap(frame: MapFrame): Omit<PrintedMap, 'title' | 'caption' | 'alt'> {
  return {
    file: frame.file,
    ratio: frame.heightPixels / frame.widthPixels,
    outlines: frame.outlines,
    scale: scaleBar(frame.widthMetres),
    attribution: frame.attribution,
    legend: frame.outlines.length > 0 ? 'Parcelle du bien' : 'Point choisi',
    warning: frame.missingTiles > 0 ? WARNING : null,
  };
}

/** The longest round length that fits in a quarter of the map. */
export function scaleBar(widthMetres: number): PrintedMap['scale'] {
  const longest = widthMetres / 4;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = ([5, 2, 1].find((digit) => digit * power <= longest) ?? 1) * power;
  const label = length < 1000 ? `${length} m` : `${frenchNumber(length / 1000)} km`;
  return { label, share: length / widthMetres };
}
