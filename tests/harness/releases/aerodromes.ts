import type { Feature } from 'geojson';
import { ministryDocument } from '../../../simulators/src/geopf-wfs.ts';
import type { Point } from '../../../simulators/src/territory/geometry.ts';
import {
  AERODROMES,
  AERODROMES_WITHOUT_ZONES,
  noiseZonesNear,
  type NoiseZone,
} from '../../../simulators/src/territory/hazards-noise.ts';
import { squareAt } from './territory.ts';

/** Noise plans: those of the simulators, and enough others at sea for a national layer and its index. */
type Files = Record<string, string>;
type Aerodrome = { oaci: string; name: string; date: string; at: Point };

const OTHERS = 200;
/** Farther than every zone. */
const NEAR_METRES = 60_000;

const elsewhere = Array.from({ length: OTHERS }, (_, index): Aerodrome => {
  const at: Point = [-5.9 + 0.1 * (index % 20), 44.5 + 0.1 * Math.floor(index / 20)];
  return { oaci: `LZ${String(index).padStart(3, '0')}`, name: `AERODROME ${index}`, date: '2000-01-01', at };
});

export const noiseLayers = (): Files => ({
  'peb.geojson': collection([...knownZones().map(zoneFeature), ...elsewhere.map(oneZone)]),
  'peb_arrete.geojson': collection(
    [
      ...AERODROMES.map(({ aerodrome: { oaci, name, documentDate: date }, at }) => ({ oaci, name, date, at })),
      ...AERODROMES_WITHOUT_ZONES.map(({ documentDate: date, ...known }) => ({ ...known, date })),
      ...elsewhere,
    ].map(decree),
  ),
});

function knownZones(): NoiseZone[] {
  const near = AERODROMES.flatMap(({ at }) => noiseZonesNear(at, NEAR_METRES));
  return [...new Map(near.map((zone) => [zone.mapId, zone])).values()];
}

const zoneFeature = ({ letter, outerIndex, innerIndex, aerodrome, outline }: NoiseZone): Feature => ({
  type: 'Feature',
  geometry: outline,
  properties: {
    zone: letter,
    indldenext: outerIndex,
    indldenint: innerIndex,
    code_oaci: aerodrome.oaci,
    nom: aerodrome.name,
    date_arret: `${aerodrome.layerDate}Z`,
    ref_doc: ministryDocument(aerodrome.oaci, aerodrome.documentDate),
  },
});

const oneZone = ({ oaci, name, date, at }: Aerodrome): Feature => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [squareAt(at).ring] },
  properties: {
    zone: 'D',
    indldenext: '50',
    indldenint: '56',
    code_oaci: oaci,
    nom: name,
    date_arret: `${date}Z`,
    ref_doc: ministryDocument(oaci, date),
  },
});

const decree = ({ oaci, name, date, at }: Aerodrome): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: at },
  properties: { nom: `${oaci} - ${name}`, oaci, arrete_peb: ministryDocument(oaci, date) },
});

const collection = (features: Feature[]): string => JSON.stringify({ type: 'FeatureCollection', features });
