import { landUseOf } from '#tiles/land-use.ts';
import type { Point } from '#territory/geometry.ts';
import { BANDS, lotRing, type Lot } from '#territory/grid.ts';
import { hash3 } from '#territory/hash.ts';
import { HOUSE, plotIn, type Plot } from '#territory/houses.ts';
import { lotsAround } from '#territory/parcels.ts';
import { meets, shapeOf } from '#territory/shapes.ts';
import type { Feature } from 'geojson';

/**
 * Table `batiment` of the BD TOPO at `/geopf/wfs/ows`: the houses that the tiles draw, one lot in twenty without any.
 * Some extend over the next lot, stand on a limit, are light, planned, being built or in ruins; identifiers of the RNB
 * are missing, or several.
 */
type Footprint = { lot: Lot; rank: number; ring: Point[]; isLight: boolean };

const SHED: Plot = { across: [0.6, 0.85], deep: [0.62, 0.8] };
/** Astride the limit with the lot before. */
const LIMIT_SHED: Plot = { across: [-0.04, 0.06], deep: [0.62, 0.8] };
/** Its wall stands a few metres into the next lot. */
const SHARED_HOUSE: Plot = { ...HOUSE, across: [0.14, 1.12] };

function footprintsOf(lot: Lot): Footprint[] {
  const chance = chanceOf(lot, 31) % 40;
  if (chance < 2) return [];
  const plots: [Plot, isLight: boolean][] = [[chance < 6 ? SHARED_HOUSE : HOUSE, false]];
  if (chance >= 6 && chance < 14) plots.push([SHED, true]);
  if (chance >= 14 && chance < 17) plots.push([LIMIT_SHED, false]);
  const corners = lotRing(lot).slice(0, 4);
  return plots.map(([plot, isLight], rank) => {
    const ring = plotIn(corners, lot.side, plot);
    return { lot, rank, isLight, ring: [...ring, ...ring.slice(0, 1)] };
  });
}

const USES = ['Résidentiel', 'Résidentiel', 'Résidentiel', 'Commercial et services', 'Indifférencié'] as const;
const STATES = ['En projet', 'En construction', 'En ruine'] as const;
/** 9999: unknown. */
const ACCURACIES = [3, 3, 3, 5, 1, 2.5, 9999] as const;

function feature({ lot, rank, ring, isLight }: Footprint): Feature {
  const number = chanceOf(lot, 32 + rank);
  const state = number % 30;
  const key = String(number).padStart(16, '0');
  return {
    type: 'Feature',
    id: `batiment.${number % 60_000_000}`,
    // The BD TOPO gives the altitude of the eaves.
    geometry: { type: 'MultiPolygon', coordinates: [[ring.map((point) => [...point, 104.5])]] },
    properties: {
      cleabs: `BATIMENT${key}`,
      nature: 'Indifférenciée',
      usage_1: rank === 0 ? USES[number % USES.length] : 'Annexe',
      usage_2: null,
      construction_legere: isLight,
      etat_de_l_objet: rank === 0 ? (STATES[state] ?? 'En service') : 'En service',
      date_creation: '2012-08-28T21:05:21Z',
      date_modification: `20${20 + (number % 6)}-03-1${number % 10}T09:59:00Z`,
      date_d_apparition: null,
      date_de_confirmation: null,
      sources: null,
      identifiants_sources: '',
      methode_d_acquisition_planimetrique: 'BDParcellaire recalée',
      methode_d_acquisition_altimetrique: 'Corrélation',
      precision_planimetrique: ACCURACIES[number % ACCURACIES.length],
      precision_altimetrique: 1,
      nombre_de_logements: rank === 0 ? 1 : null,
      nombre_d_etages: null,
      hauteur: isLight ? 2.4 : 6.1,
      origine_du_batiment: 'Cadastre',
      appariement_fichiers_fonciers: null,
      identifiants_rnb: rnbOf(number),
    },
  };
}

/** The real codes have no 0, 1, I, L, O or U either. */
const RNB_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function rnbOf(number: number): string | null {
  const one = (seed: number): string =>
    Array.from({ length: 12 }, (_, i) => RNB_LETTERS[hash3(number, seed, i) % RNB_LETTERS.length]).join('');
  if (number % 10 === 0) return number % 20 === 0 ? null : '';
  return number % 25 === 1 ? `${one(1)}/${one(2)}` : one(1);
}

const chanceOf = ({ column, band, index, side }: Lot, salt: number): number =>
  hash3(column, band * 64 + index * 2 + side, salt);

/** The polygons of a CQL filter `INTERSECTS(geometrie,…)`, latitude first; null for any other filter. */
export function polygonsOf(filter: string): Point[][] | null {
  const text = /^\s*INTERSECTS\(\s*geometrie\s*,\s*(?:MULTI)?POLYGON\s*(\(.*\))\s*\)\s*$/iu.exec(filter)?.[1];
  const rings = text
    ?.match(/\([^()]+\)/gu)
    ?.map((ring) =>
      [...ring.matchAll(/(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/gu)].map(([, latitude, longitude]): Point => [
        Number(longitude),
        Number(latitude),
      ]),
    );
  return rings === undefined || rings.some((ring) => ring.length < 4) ? null : rings;
}

/** Footprints that meet one of the polygons. */
export function buildingsWithin(polygons: Point[][]): Feature[] {
  const found = polygons.flatMap((ring) => {
    const shape = shapeOf({ type: 'Polygon', coordinates: [ring] });
    return lotsAround(shape.box)
      .filter(({ column, band }) => landUseOf({ column, row: Math.floor(band / BANDS) }) === 'town')
      .flatMap(footprintsOf)
      .filter((footprint) => meets(shape, [[footprint.ring]]));
  });
  const features = found.map(feature);
  return [...new Map(features.map((one) => [one.id, one])).values()];
}
