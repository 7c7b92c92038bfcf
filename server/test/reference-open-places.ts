import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { PropertyAddress } from '#domain/geo/property-address.ts';
import { declared, disaster, FLOOD_PLAN, obtained, square } from '#test/statement-input.ts';

/** Four properties whose sources leave an answer open. */

const CAYENNE: [number, number] = [-52.3261, 4.9372];
const PARIS: [number, number] = [2.3412, 48.8861];
const FOS: [number, number] = [4.9441, 43.4378];
const LACANAU: [number, number] = [-1.1936, 44.9812];

const quiet = { seismicZone: obtained({ zone: 1 as const }, 'zonage sismique') };

export const OPEN_REFERENCES: {
  name: string;
  town: { address: string; commune: string; code: string; at: [number, number]; metres?: number };
  address?: PropertyAddress;
  facts: Partial<Facts>;
  transaction?: TransactionType;
}[] = [
  {
    name: '13-bruit-sans-zones',
    town: { address: '6 rue Lallouette, 97300 Cayenne', commune: 'Cayenne', code: '97302', at: CAYENNE },
    facts: {
      ...quiet,
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
      clay: obtained({ exposure: 0 }, 'argiles'),
      catnat: obtained([disaster(0), disaster(1)], 'arrêtés de catastrophe naturelle'),
    },
  },
  {
    name: '14-location-argiles-non-cartographiees',
    town: { address: '31 rue Custine, 75018 Paris', commune: 'Paris 18e', code: '75118', at: PARIS, metres: 16 },
    facts: { ...quiet, clay: obtained({ exposure: 0 }, 'argiles') },
    transaction: 'Location',
  },
  {
    name: '15-pprt-delaissement',
    town: { address: '2 chemin du Ventillon, 13270 Fos-sur-Mer', commune: 'Fos-sur-Mer', code: '13039', at: FOS },
    facts: {
      ...quiet,
      pprt: obtained([
        {
          ...FLOOD_PLAN,
          family: 'pprt',
          gasparId: '13DDTM20130002',
          name: 'PPRT de Fos-sur-Mer Ouest',
          procedure: 'PPRT',
          statusDate: '2016-07-29',
          underRevision: false,
          hazards: ['Effet toxique', 'Effet de surpression'],
          zones: [
            { code: 'De1', name: 'Secteur de délaissement', rule: 'delaissement', ruleLabel: 'Délaissement possible' },
          ],
        },
      ]),
    },
  },
  {
    name: '16-littoral-prefiguration-seule',
    // The attack: a genuine document of one parcel with the address of another commune.
    address: declared('3 Rue de la Raffinerie 69320 Feyzin', { kind: 'other-commune', communeName: 'Feyzin' }),
    town: { address: '9 boulevard de la Plage, 33680 Lacanau', commune: 'Lacanau', code: '33214', at: LACANAU },
    facts: {
      ...quiet,
      shoreline: obtained(
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
