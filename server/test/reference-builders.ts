import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { PropertyAddress } from '#domain/property/property-address.ts';
import type { Place } from '#domain/geometry/place.ts';
import type {
  Building,
  Facts,
  Installation,
  NearbySite,
  NoiseZone,
  PlanPerimeter,
  Ppr,
  RetreatZone,
} from '#domain/risks/facts.ts';
import { FLOOD_PLAN, obtained, square, TYPICAL_FACTS } from '#test/statement-input.ts';

type Town = { address: string; commune: string; code: string; at: [number, number]; metres?: number; parcels?: number };

export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Around a town; one in five is at its commune's default point. */
export const sites = (count: number, name: string, [longitude, latitude]: [number, number]): NearbySite[] =>
  many(count, (index) => ({
    id: `SSP${4_000_000 + index}`,
    name: `${name} n° ${index + 1}`,
    activity: index % 2 === 0 ? 'Garage, atelier mécanique et soudure' : null,
    status: index % 3 === 0 ? 'Activité terminée' : 'Indéterminé',
    address: `${index + 1} rue des Ateliers`,
    sheetUrl: `https://www.georisques.gouv.fr/fiche/SSP${4_000_000 + index}`,
    ...(index % 5 === 4
      ? { distanceMetres: null }
      : { distanceMetres: 20 + index, position: [longitude + index * 1e-5, latitude + 2e-4] as [number, number] }),
  }));

export const installations = (count: number, at: [number, number]): Installation[] =>
  sites(count, 'Blanchisserie', at).map((site, index) => ({
    ...site,
    regime: index % 2 === 0 ? 'Autorisation' : 'Enregistrement',
    seveso: index === 0 ? 'bas' : null,
  }));

export const plan = (changes: Partial<Ppr>): Ppr => ({
  ...FLOOD_PLAN,
  gasparId: '00DDT20140001',
  underRevision: false,
  zones: [],
  ...changes,
});

export const noise = (
  zone: Pick<NoiseZone, 'aerodrome' | 'aerodromeName' | 'zone' | 'index'>,
  at: [number, number],
) => ({
  ...zone,
  decreeDate: '2007-04-03',
  documentUrl: 'https://www.geoportail.gouv.fr/donnees/plan-dexposition-au-bruit-peb',
  outline: square(at, 3000),
});

export const shore = (horizon: RetreatZone['horizon'], provisional: boolean, at: [number, number]): RetreatZone => ({
  horizon,
  provisional,
  label: `Zone exposée au recul du trait de côte à l’horizon ${horizon === '0-30' ? '30' : '100'} ans`,
  documentUrl: 'https://www.geoportail-urbanisme.gouv.fr/document/33529',
  outline: square([at[0] - 0.001, at[1]], horizon === '0-30' ? 160 : 420),
});

export const DECLARED: Declarations = {
  travaux_prescrits: true,
  travaux_realises: false,
  sinistres_indemnises: true,
  travaux_rga_non_realises: 'Reprise en sous-œuvre du pignon est, devis du 12/03/2024.',
};

export type Reference = {
  name: string;
  town: Town;
  /** Confirmed by default. */
  address?: PropertyAddress;
  facts: Partial<Facts>;
  /** Published perimeters of plans; none by default. */
  perimeters?: PlanPerimeter[];
  /** Published footprints; not requested by default. */
  buildings?: Building[];
  transaction?: TransactionType;
  declarations?: Declarations;
};

export function placeIn({ commune, code, at, metres = 34, parcels = 1 }: Omit<Town, 'address'>): Place {
  const [longitude, latitude] = at;
  return {
    longitude,
    latitude,
    inseeCodes: [code],
    communeName: commune,
    parcels: Array.from({ length: parcels }, (_, index) => ({
      commune: code,
      communeName: commune,
      prefix: '000',
      section: 'AB',
      number: String(100 + index).padStart(4, '0'),
      areaSquareMetres: metres * metres,
      outline: square([longitude + index * metres * 1.4e-5, latitude], metres),
    })),
  };
}

export const QUIET: Facts = {
  ...TYPICAL_FACTS,
  pprn: obtained([], 'plans de prévention naturels'),
  seismicZone: obtained({ zone: 1 }, 'zonage sismique'),
  clay: obtained({ exposure: 0 }, 'argiles'),
  casias: obtained([], 'anciens sites industriels'),
  installations: obtained([], 'installations classées'),
  cavities: obtained([], 'cavités'),
  catnat: obtained([], 'arrêtés de catastrophe naturelle'),
  report: obtained(
    {
      groundwater: { present: false, commune: 'Risque non Concerne', address: 'Risque non Concerne' },
      pipelines: { present: false, commune: 'Risque non Concerne', address: 'Risque non Concerne' },
    },
    'rapport de risques',
  ),
};
