import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import { Temporal } from 'temporal-polyfill';
import type { Facts, Installation, NearbySite, NoiseZone, Place, Ppr, RetreatZone } from '#domain/risks/facts.ts';
import {
  confirmed,
  declared,
  disaster,
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  HOSTILE,
  obtained,
  square,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';
import type { PropertyAddress } from '#domain/geo/property-address.ts';
import { placePerimeters } from '#domain/risks/plan-perimeters.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { OPEN_REFERENCES } from '#test/reference-open-places.ts';
import { REFERENCE_PERIMETERS } from '#test/reference-perimeters.ts';

/** Properties as different as possible; their whole statements are in `test/reference`. */

type Town = { address: string; commune: string; code: string; at: [number, number]; metres?: number; parcels?: number };

function placeIn({ commune, code, at, metres = 34, parcels = 1 }: Omit<Town, 'address'>): Place {
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

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Around a town; one in five is at its commune's default point. */
const sites = (count: number, name: string, [longitude, latitude]: [number, number]): NearbySite[] =>
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

const installations = (count: number, at: [number, number]): Installation[] =>
  sites(count, 'Blanchisserie', at).map((site, index) => ({
    ...site,
    regime: index % 2 === 0 ? 'Autorisation' : 'Enregistrement',
    seveso: index === 0 ? 'bas' : null,
  }));

const plan = (changes: Partial<Ppr>): Ppr => ({
  ...FLOOD_PLAN,
  gasparId: '00DDT20140001',
  underRevision: false,
  zones: [],
  ...changes,
});

const QUIET: Facts = {
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

const noise = (zone: Pick<NoiseZone, 'aerodrome' | 'aerodromeName' | 'zone' | 'index'>, at: [number, number]) => ({
  ...zone,
  decreeDate: '2007-04-03',
  documentUrl: 'https://www.geoportail.gouv.fr/donnees/plan-dexposition-au-bruit-peb',
  outline: square(at, 3000),
});

const shore = (horizon: RetreatZone['horizon'], provisional: boolean, at: [number, number]): RetreatZone => ({
  horizon,
  provisional,
  label: `Zone exposée au recul du trait de côte à l’horizon ${horizon === '0-30' ? '30' : '100'} ans`,
  documentUrl: 'https://www.geoportail-urbanisme.gouv.fr/document/33529',
  outline: square([at[0] - 0.001, at[1]], horizon === '0-30' ? 160 : 420),
});

const DECLARED: Declarations = {
  travaux_prescrits: true,
  travaux_realises: false,
  sinistres_indemnises: false,
  travaux_rga_non_realises: 'Reprise en sous-œuvre du pignon est, devis du 12/03/2024.',
};

type Reference = {
  name: string;
  town: Town;
  /** Confirmed by default. */
  address?: PropertyAddress;
  facts: Partial<Facts>;
  transaction?: TransactionType;
  declarations?: Declarations;
};

const PARIS: [number, number] = [2.3789, 48.8589];
const LACQ: [number, number] = [-0.6103, 43.4131];
const GUJAN: [number, number] = [-1.0723, 44.6371];
const GOUSSAINVILLE: [number, number] = [2.4745, 49.0325];
const PAUVRES: [number, number] = [3.0573, 50.6292];

const REFERENCES: Reference[] = [
  {
    name: '01-ville-dense',
    town: { address: '14 rue de la Roquette, 75011 Paris', commune: 'Paris 11e', code: '75111', at: PARIS, metres: 18 },
    facts: {
      casias: obtained(sites(38, 'Atelier', PARIS), 'anciens sites industriels'),
      installations: obtained(installations(5, PARIS), 'installations classées'),
      clay: obtained({ exposure: 1 }, 'argiles'),
      catnat: obtained(many(9, disaster), 'arrêtés de catastrophe naturelle'),
    },
  },
  {
    name: '02-inondation',
    town: { address: '3 quai des Pêcheurs, 47000 Agen', commune: 'Agen', code: '47001', at: [0.6167, 44.2033] },
    facts: {
      pprn: obtained([
        plan({
          name: 'PPRI de la Garonne — secteur des confluents',
          gasparId: '47DDT20140001',
          statusDate: '2018-09-07',
          underRevision: true,
          zones: [{ code: 'Rc', name: 'Zone rouge clair', rule: 'interdiction', ruleLabel: 'Interdiction' }],
        }),
        plan({
          name: 'PPR mouvement de terrain',
          procedure: 'PPRN-Mvt',
          status: 'prescribed',
          zoned: null,
          hazards: ['Éboulement'],
        }),
      ]),
    },
    declarations: DECLARED,
  },
  {
    name: '03-pprt-expropriation',
    town: { address: '8 chemin de la Saligue, 64170 Lacq', commune: 'Lacq', code: '64300', at: LACQ },
    facts: {
      pprt: obtained([
        plan({
          family: 'pprt',
          name: 'PPRT des établissements de la plate-forme de Lacq',
          procedure: 'PPRT',
          statusDate: '2014-05-06',
          hazards: ['Effet toxique', 'Effet thermique', 'Effet de surpression'],
          zones: [
            {
              code: 'Ex1',
              name: 'Secteur d’expropriation',
              rule: 'expropriation',
              ruleLabel: 'Expropriation possible',
            },
            { code: 'R', name: null, rule: 'interdiction-stricte', ruleLabel: 'Interdiction stricte' },
          ],
        }),
      ]),
      installations: obtained(installations(3, LACQ), 'installations classées'),
    },
  },
  {
    name: '04-mines',
    town: {
      address: '21 rue de la Mine, 57480 Moyeuvre-Grande',
      commune: 'Moyeuvre-Grande',
      code: '57491',
      at: [6.0447, 49.2524],
    },
    facts: {
      pprm: obtained([
        plan({
          family: 'pprm',
          name: 'PPRM du bassin ferrifère',
          procedure: 'PPRM',
          statusDate: '2011-12-30',
          hazards: ['Affaissement progressif', 'Fontis'],
          zones: [{ code: 'O1', name: 'Zone orange', rule: 'prescriptions', ruleLabel: 'Prescriptions' }],
        }),
      ]),
      cavities: obtained(sites(6, 'Ancienne galerie', [6.0447, 49.2524]), 'cavités'),
    },
  },
  {
    name: '05-sismicite-5-outre-mer',
    town: {
      address: '5 rue Frébault, 97110 Pointe-à-Pitre',
      commune: 'Pointe-à-Pitre',
      code: '97120',
      at: [-61.5331, 16.2411],
    },
    facts: {
      seismicZone: obtained({ zone: 5 }, 'zonage sismique'),
      pprn: obtained([
        plan({
          name: 'PPR multirisques de Pointe-à-Pitre',
          procedure: 'PPRN',
          statusDate: '2008-09-01',
          hazards: ['Cyclone / ouragan', 'Séisme', 'Submersion marine', 'Volcan'],
        }),
      ]),
      shoreline: obtained({ coastalCommune: true, unpublished: false, zones: [] }, 'trait de côte'),
      catnat: obtained(many(4, disaster), 'arrêtés de catastrophe naturelle'),
    },
  },
  {
    name: '06-radon-3',
    town: {
      address: '2 place Denis-Dussoubs, 87000 Limoges',
      commune: 'Limoges',
      code: '87085',
      at: [1.2578, 45.8315],
    },
    facts: {
      radon: obtained({ potential: 3 }, 'potentiel radon'),
      seismicZone: obtained({ zone: 2 }, 'zonage sismique'),
    },
    transaction: 'Location',
  },
  {
    name: '07-littoral-deux-horizons',
    town: { address: '40 allée du Haurat, 33470 Gujan-Mestras', commune: 'Gujan-Mestras', code: '33199', at: GUJAN },
    facts: {
      shoreline: obtained(
        {
          coastalCommune: true,
          unpublished: false,
          zones: [shore('0-30', false, GUJAN), shore('30-100', true, GUJAN)],
        },
        'trait de côte',
      ),
    },
  },
  {
    name: '08-debroussaillement',
    town: {
      address: '12 chemin des Restanques, 83340 Le Cannet-des-Maures',
      commune: 'Le Cannet-des-Maures',
      code: '83031',
      at: [6.3409, 43.3919],
    },
    facts: {
      brushClearing: obtained(
        {
          departement: '83',
          sheetUrl: 'https://www.georisques.gouv.fr/old',
          decreeDate: '2024-03-29',
          communeOnly: false,
        },
        'débroussaillement',
      ),
      pprn: obtained([
        plan({
          name: 'PPR incendie de forêt',
          procedure: 'PPRN-If',
          status: 'anticipated',
          statusDate: '2023-06-01',
          hazards: ['Feu de forêt'],
        }),
      ]),
    },
  },
  {
    name: '09-deux-aerodromes',
    town: {
      address: '4 rue des Lilas, 95190 Goussainville',
      commune: 'Goussainville',
      code: '95280',
      at: GOUSSAINVILLE,
    },
    facts: {
      noise: obtained(
        [
          noise(
            {
              aerodrome: 'LFPG',
              aerodromeName: 'Paris-Charles-de-Gaulle',
              zone: 'C',
              index: { kind: 'lden', low: 56, high: 65 },
            },
            GOUSSAINVILLE,
          ),
          noise(
            {
              aerodrome: 'LFPB',
              aerodromeName: 'Paris-Le Bourget',
              zone: 'A',
              index: { kind: 'psophique', low: 89, high: 96 },
            },
            GOUSSAINVILLE,
          ),
        ],
        'plans d’exposition au bruit',
      ),
    },
    transaction: 'Location',
  },
  {
    name: '10-sis',
    town: { address: '9 rue de la Gare-aux-Marchandises, 59000 Lille', commune: 'Lille', code: '59350', at: PAUVRES },
    facts: {
      sis: obtained(
        [
          {
            id: 'SSP00012340101',
            name: 'Ancienne usine à gaz',
            address: '3 quai de l’Ouest',
            sheetUrl: 'https://www.georisques.gouv.fr/sis/1',
            outline: square(PAUVRES, 90),
          },
          {
            id: 'SSP00012340102',
            name: 'Dépôt de goudron',
            address: null,
            sheetUrl: null,
            outline: square([PAUVRES[0] + 0.0008, PAUVRES[1]], 50),
          },
        ],
        'secteurs d’information sur les sols',
      ),
    },
  },
  {
    name: '11-rien',
    town: { address: '1 route de Saint-Chély, 48000 Mende', commune: 'Mende', code: '48095', at: [3.5012, 44.5181] },
    facts: {},
  },
];

const LORAY: [number, number] = [6.4967, 47.1531];

/** Every heading at once, renewed, with hostile names, 60 decrees, 400 sites and six parcels. */
function everything(): StatementInput {
  const town = {
    commune: 'Loray',
    code: '25349',
    at: LORAY,
    parcels: 6,
  };
  const input = statementInput(
    {
      ...EVERYTHING_FACTS,
      casias: obtained(sites(400, 'Ancien site', LORAY), 'anciens sites industriels'),
      catnat: obtained(many(60, disaster), 'arrêtés de catastrophe naturelle'),
    },
    placeIn(town),
    declared(`12 rue des Fontaines ${HOSTILE}, 25390 Loray`),
  );
  return {
    ...input,
    statement: {
      ...input.statement,
      seller: HOSTILE,
      buyer: 'SCI « L’#1 & Cie »',
      specimen: true,
      declarations: DECLARED,
    },
    replaces: { reference: 'ERP-2026-000042', issuedOn: Temporal.PlainDate.from('2026-05-02') },
    changes: ['Sismicité : le bien est désormais en zone 5.', 'Deux arrêtés de catastrophe naturelle de plus.'],
  };
}

function referenceInput({
  name,
  town,
  address,
  facts,
  transaction = 'Vente',
  declarations,
}: Reference): StatementInput {
  const place = placeIn(town);
  const input = statementInput({ ...QUIET, ...facts }, place, address ?? confirmed(town.address));
  const perimeters = REFERENCE_PERIMETERS[name];
  const published = perimeters && obtained(perimeters, 'périmètres des plans');
  return {
    ...input,
    planPerimeters: published ? placePerimeters(published, input.findings, place) : null,
    statement: { ...input.statement, transaction, declarations: declarations ?? null },
  };
}

/** Without their maps, which the test draws. */
export const REFERENCE_STATEMENTS: { name: string; input: StatementInput }[] = [
  ...[...REFERENCES, ...OPEN_REFERENCES].map((reference) => ({
    name: reference.name,
    input: referenceInput(reference),
  })),
  { name: '12-tout', input: everything() },
];
