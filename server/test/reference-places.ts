import { building } from '#test/facts.ts';
import { declared, disaster, obtained, square } from '#test/statement-input.ts';
import { DECLARED, installations, many, noise, plan, shore, sites, type Reference } from '#test/reference-builders.ts';

const PARIS: [number, number] = [2.3789, 48.8589];
const LACQ: [number, number] = [-0.6103, 43.4131];
const GUJAN: [number, number] = [-1.0723, 44.6371];
const GOUSSAINVILLE: [number, number] = [2.4745, 49.0325];
const PAUVRES: [number, number] = [3.0573, 50.6292];
const CAYENNE: [number, number] = [-52.3261, 4.9372];
const MONTMARTRE: [number, number] = [2.3412, 48.8861];
const FOS: [number, number] = [4.9441, 43.4378];
const LACANAU: [number, number] = [-1.1936, 44.9812];

/** Properties as different as possible; the sources of the last four leave an answer open. */
export const REFERENCES: Reference[] = [
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
    perimeters: [
      // Its edge crosses the property.
      {
        servitude: 'PM1',
        gasparId: '47DDT20140001',
        name: 'PM1_PPRI_Garonne',
        outline: square([0.6223, 44.2043], 900),
      },
      { servitude: 'PM1', gasparId: null, name: 'Zone d’éboulement', outline: square([0.6155, 44.2033], 130) },
    ],
    // The edge of the flood crosses the house; the shed is within.
    buildings: [
      building(square([0.61667, 44.2034], 12)),
      building(square([0.61682, 44.20318], 6), { id: 'BATIMENT2', use: 'Annexe', isLight: true, rnbIds: [] }),
    ],
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
    perimeters: [
      { servitude: 'PM3', gasparId: '00DDT20140001', name: 'PPRT Lacq', outline: square([-0.6103, 43.4231], 5000) },
    ],
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
      coastlineRetreat: obtained({ coastalCommune: true, unpublished: false, zones: [] }, 'trait de côte'),
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
      coastlineRetreat: obtained(
        {
          coastalCommune: true,
          unpublished: false,
          zones: [shore('0-30', false, GUJAN), shore('30-100', false, GUJAN)],
        },
        'trait de côte',
      ),
    },
    // Five metres from the first zone, within the second.
    buildings: [building(square([GUJAN[0] + 0.00014, GUJAN[1]], 10), { accuracyMetres: null, updatedOn: null })],
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
  {
    name: '13-bruit-sans-zones',
    town: { address: '6 rue Lallouette, 97300 Cayenne', commune: 'Cayenne', code: '97302', at: CAYENNE },
    facts: {
      noisePlans: obtained(
        [
          {
            aerodrome: 'SOCA',
            aerodromeName: 'CAYENNE',
            decreeDate: '1995-11-09',
            documentUrl: 'https://www.geoportail.gouv.fr/PEB_SOCA_09_11_1995.pdf',
            distanceMetres: 13_400,
          },
        ],
        'index des plans d’exposition au bruit',
      ),
      coastlineRetreat: obtained({ coastalCommune: true, unpublished: false, zones: [] }, 'trait de côte'),
      clay: obtained({ exposure: 0 }, 'argiles'),
      catnat: obtained([disaster(0), disaster(1)], 'arrêtés de catastrophe naturelle'),
    },
  },
  {
    name: '14-location-argiles-non-cartographiees',
    town: { address: '31 rue Custine, 75018 Paris', commune: 'Paris 18e', code: '75118', at: MONTMARTRE, metres: 16 },
    facts: { clay: obtained({ exposure: 0 }, 'argiles') },
    transaction: 'Location',
  },
  {
    name: '15-pprt-delaissement',
    town: { address: '2 chemin du Ventillon, 13270 Fos-sur-Mer', commune: 'Fos-sur-Mer', code: '13039', at: FOS },
    facts: {
      coastlineRetreat: obtained({ coastalCommune: true, unpublished: false, zones: [] }, 'trait de côte'),
      pprt: obtained([
        plan({
          family: 'pprt',
          gasparId: '13DDTM20130002',
          name: 'PPRT de Fos-sur-Mer Ouest',
          procedure: 'PPRT',
          statusDate: '2016-07-29',
          hazards: ['Effet toxique', 'Effet de surpression'],
          zones: [
            { code: 'De1', name: 'Secteur de délaissement', rule: 'delaissement', ruleLabel: 'Délaissement possible' },
          ],
        }),
      ]),
    },
  },
  {
    name: '16-littoral-prefiguration-seule',
    // The attack: a genuine document of one parcel with the address of another commune.
    address: declared('3 Rue de la Raffinerie 69320 Feyzin', { kind: 'other-commune', communeName: 'Feyzin' }),
    town: { address: '9 boulevard de la Plage, 33680 Lacanau', commune: 'Lacanau', code: '33214', at: LACANAU },
    facts: {
      coastlineRetreat: obtained(
        {
          coastalCommune: true,
          unpublished: false,
          zones: [
            {
              horizon: null,
              provisional: true,
              label: 'pre-ZERTC',
              documentUrl: 'https://www.geoportail-urbanisme.gouv.fr/document/33214',
              outline: square(LACANAU, 120),
            },
          ],
        },
        'trait de côte',
      ),
    },
  },
];
