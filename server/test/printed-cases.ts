import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Place } from '#domain/geometry/place.ts';
import type {
  BrushClearing,
  CoastlineRetreat,
  Fact,
  Facts,
  HazardStatus,
  LocalPlanZone,
  PlanPerimeter,
  Ppr,
  RetreatZone,
} from '#domain/risks/facts.ts';
import type { CompulsoryHeading, InformativeHeading } from '@clairisque/contract/common/headings.ts';
import { noiseZone, obtained, ppr, square } from './facts.ts';

/**
 * Heading × the source's answer → what may be printed. The records are exhaustive by type: a heading without a case
 * does not compile. « oui » and « non » are ticked boxes; « ouvert » ticks neither, and is on page 1 as « non vérifié
 * ».
 */
export type Printed = 'oui' | 'non' | 'ouvert';
export type Case = [said: string, facts: Partial<Facts>, printed: Printed, where?: Partial<Place>];

const here = square(-50, -50, 100);
const afar = square(500, 500, 100);
export const PARCEL = square(-10, -10, 20);

const plans = (...all: Partial<Ppr>[]) => obtained(all.map(ppr));
const technological = (more: Partial<Ppr>) => ({ pprt: plans({ family: 'pprt', procedure: 'PPRT', ...more }) });
const shore = (zones: Partial<RetreatZone>[], more: Partial<CoastlineRetreat>) => ({
  coastlineRetreat: obtained({
    coastalCommune: true,
    unpublished: false,
    ...more,
    zones: zones.map((zone): RetreatZone => ({
      horizon: '0-30',
      provisional: false,
      label: 'Zone',
      documentUrl: null,
      outline: here,
      ...zone,
    })),
  }),
});
const HERE_PM1: PlanPerimeter = { servitude: 'PM1', gasparId: null, name: 'PM1_PPRi', outline: here };
const perimeter = (more: Partial<PlanPerimeter>) => ({ planPerimeters: obtained([{ ...HERE_PM1, ...more }]) });
/** `edition` of a release, `live` of the service. */
const differ = <T>(edition: T, live: T): Fact<T> => {
  const { provenance } = obtained(edition);
  const other = { value: live, provenance: { ...provenance, label: 'Service', source: 'live' } };
  return { state: 'obtained', value: edition, provenance: { ...provenance, label: 'Fichier' }, contradictedBy: other };
};
const listed = (isListed: boolean | null, since?: string) => ({
  listed: { isListed, vintage: 'décret n° 2023-698', ...(since !== undefined && { since }) },
});
const localPlan = (subject: LocalPlanZone['subject'], outline: MultiPolygon = here) => ({
  coastlineRetreat: obtained({
    coastalCommune: false,
    unpublished: false,
    zones: [],
    localPlan: [{ subject, label: 'Zone du PLU', documentUrl: 'https://plu.example/a.pdf', outline }],
  }),
});
const soilSite = (outline: MultiPolygon | null) => ({
  id: 'SSP1',
  name: 'Usine à gaz',
  address: null,
  sheetUrl: null,
  outline,
});
const soil = (outline: MultiPolygon | null) => obtained([soilSite(outline)]);
const clearing = { departement: '13', sheetUrl: null, decreeDate: null, communeOnly: false };
const cayenne = {
  aerodrome: 'SOCA',
  aerodromeName: 'CAYENNE',
  decreeDate: '1995-11-09',
  documentUrl: 'http://x/PEB_SOCA_09_11_1995.pdf',
  distanceMetres: 4200,
};

export const COMPULSORY: Record<CompulsoryHeading, Case[]> = {
  pprn: [
    ['no plan', {}, 'non'],
    ['a plan elsewhere in the commune', { pprn: plans({ zoned: false }) }, 'non'],
    ['a plan that holds the property', { pprn: plans({}) }, 'oui'],
    ['applied by anticipation', { pprn: plans({ status: 'anticipated' }) }, 'oui'],
    ['a plan that the source does not place', { pprn: plans({ zoned: null }) }, 'ouvert'],
    ['a plan without published zones', { pprn: plans({ zoned: null, isUndrawn: true }) }, 'ouvert'],
    ['no plan, and a perimeter over the land', perimeter({}), 'ouvert'],
    ['no plan, and a perimeter elsewhere', perimeter({ outline: afar }), 'non'],
    ['no plan, and a perimeter 20 m from the land', perimeter({ outline: square(30, -10, 100) }), 'non'],
    ['no plan, and a perimeter that grazes the land by 3 m', perimeter({ outline: square(7, -50, 100) }), 'non'],
    ['no plan, and a perimeter 8 m into the land', perimeter({ outline: square(2, -50, 100) }), 'ouvert'],
    [
      'a plan that does not hold the property, and its perimeter over the land',
      { pprn: plans({ zoned: false }), ...perimeter({ gasparId: '93DDT20100014' }) },
      'ouvert',
    ],
    [
      'a plan that holds the property, and its perimeter',
      { pprn: plans({}), ...perimeter({ gasparId: '93DDT20100014' }) },
      'oui',
    ],
    ['no plan, and the perimeter of a technological one', perimeter({ servitude: 'PM3' }), 'non'],
    ['a release without plan, a live plan', { pprn: differ([], [ppr()]) }, 'ouvert'],
    ['a plan of a release, no live one', { pprn: differ([ppr()], []) }, 'ouvert'],
    [
      'a plan of a release without published zones, no live one',
      { pprn: differ([ppr({ zoned: null, isUndrawn: true })], []) },
      'ouvert',
    ],
    ['two sources that list other plans elsewhere', { pprn: differ([ppr({ zoned: false })], []) }, 'non'],
  ],
  pprm: [
    ['no plan', {}, 'non'],
    ['a plan that holds the property', { pprm: plans({ family: 'pprm' }) }, 'oui'],
    ['a plan that the source does not place', { pprm: plans({ family: 'pprm', zoned: null }) }, 'ouvert'],
    ['no plan, and a perimeter whose name is of a mining one', perimeter({ name: 'PPR minier' }), 'ouvert'],
    [
      'a plan elsewhere, and its perimeter over the land',
      { pprm: plans({ family: 'pprm', zoned: false }), ...perimeter({ gasparId: '93DDT20100014' }) },
      'ouvert',
    ],
    ['a release without plan, a live plan', { pprm: differ([], [ppr({ family: 'pprm' })]) }, 'ouvert'],
  ],
  pprt: [
    ['no plan', {}, 'non'],
    ['a plan that holds the property', technological({}), 'oui'],
    ['a plan that the source does not place', technological({ zoned: null }), 'ouvert'],
    ['a plan whose état is not said', technological({ status: 'unknown' }), 'ouvert'],
    ['no plan, and a perimeter over the land', perimeter({ servitude: 'PM3' }), 'ouvert'],
    ['a release without plan, a live plan', { pprt: differ([], [ppr({ family: 'pprt' })]) }, 'ouvert'],
    ['a plan of a release, no live one', { pprt: differ([ppr({ family: 'pprt' })], []) }, 'ouvert'],
  ],
  'ppr-prescrit': [
    ['no plan', {}, 'non'],
    ['a prescribed plan that holds the property', technological({ status: 'prescribed' }), 'oui'],
    [
      'a prescribed plan that the source does not place',
      technological({ status: 'prescribed', zoned: null }),
      'ouvert',
    ],
    ['a prescribed plan said without zone', technological({ status: 'prescribed', zoned: false }), 'ouvert'],
    ['a plan under revision', technological({ zoned: false, underRevision: true }), 'ouvert'],
    [
      'prescribed in a release, absent live',
      { pprt: differ([ppr({ family: 'pprt', status: 'prescribed' })], []) },
      'ouvert',
    ],
  ],
  sismicite: [
    ['zone 1', { seismicZone: obtained({ zone: 1 }) }, 'non'],
    ...([2, 3, 4, 5] as const).map((zone): Case => [`zone ${zone}`, { seismicZone: obtained({ zone }) }, 'oui']),
    ...(
      [
        [1, 2],
        [2, 1],
        [3, 4],
      ] as const
    ).map(([edition, live]): Case => [
      `zone ${edition} in a release, ${live} live`,
      { seismicZone: differ<{ zone: 1 | 2 | 3 | 4 }>({ zone: edition }, { zone: live }) },
      'ouvert',
    ]),
  ],
  radon: [
    ['level 1', { radon: obtained({ potential: 1 }) }, 'non'],
    ['level 2', { radon: obtained({ potential: 2 }) }, 'non'],
    ['level 3', { radon: obtained({ potential: 3 }) }, 'oui'],
    ...(
      [
        [1, 2, 'non'],
        [1, 3, 'ouvert'],
        [3, 1, 'ouvert'],
      ] as const
    ).map(([edition, live, printed]): Case => [
      `level ${edition} in a release, ${live} live`,
      { radon: differ<{ potential: 1 | 2 | 3 }>({ potential: edition }, { potential: live }) },
      printed,
    ]),
  ],
  'trait-de-cote': [
    ['inland', {}, 'non'],
    ['a coast with a document and no zone', shore([], {}), 'non'],
    ['a coast without a document', shore([], { unpublished: true }), 'ouvert'],
    [
      'a commune that the source does not class, without a document',
      shore([], { coastalCommune: null, unpublished: true }),
      'ouvert',
    ],
    ['a zone at 30 years', shore([{}], {}), 'oui'],
    ['a zone from 30 to 100 years', shore([{ horizon: '30-100' }], {}), 'oui'],
    ['a préfiguration map', shore([{ provisional: true }], {}), 'oui'],
    ['a préfiguration map whose zone is elsewhere', shore([{ provisional: true, outline: afar }], {}), 'non'],
    ['a préfiguration map in a listed commune', shore([{ provisional: true }], listed(true)), 'oui'],
    ['a préfiguration map in a commune that the list lacks', shore([{ provisional: true }], listed(false)), 'ouvert'],
    ['no zone in a commune that the list lacks', shore([], listed(false)), 'non'],
    ['no zone in a listed commune whose map is not due', shore([], listed(true, '2023-08-01')), 'non'],
    ['no zone in a listed commune past the date of its map', shore([], listed(true, '2022-04-30')), 'ouvert'],
    [
      'no zone in a listed commune that is not coastal',
      shore([], { coastalCommune: false, ...listed(true) }),
      'ouvert',
    ],
    // Concerned, also on page 1; the horizon is left to tick.
    ['a zone without a horizon that can be read', shore([{ horizon: null, provisional: true }], {}), 'ouvert'],
  ],
  debroussaillement: [
    ['no zone', {}, 'non'],
    ['in a zone', { brushClearing: obtained(clearing) }, 'oui'],
    ['in a zone of a release, no live one', { brushClearing: differ<BrushClearing | null>(clearing, null) }, 'ouvert'],
    ['known in the commune alone', { brushClearing: obtained({ ...clearing, communeOnly: true }) }, 'ouvert'],
    ['no zone, and the local plan has one', localPlan('debroussaillement'), 'ouvert'],
    ['no zone, and the local plan has one elsewhere', localPlan('debroussaillement', afar), 'non'],
  ],
  sis: [
    ['no site', {}, 'non'],
    ['a site on the ground', { sis: soil(here) }, 'oui'],
    ['a site elsewhere', { sis: soil(afar) }, 'non'],
    ['a site without outline: held concerned', { sis: soil(null) }, 'oui'],
    ['no site, and the local plan has one', localPlan('sis'), 'ouvert'],
    ['a site 20 m away', { sis: soil(square(30, -10, 100)) }, 'ouvert'],
    ['a site in a release, none live', { sis: differ([soilSite(here)], []) }, 'ouvert'],
    ['no site in a release, one live', { sis: differ([], [soilSite(here)]) }, 'ouvert'],
  ],
  bruit: [
    ['a zone drawn as a line', { noise: obtained([noiseZone('C', square(-500, 0, 0))]) }, 'ouvert'],
    ['no zone, no plan near', {}, 'non'],
    ['in a zone', { noise: obtained([noiseZone('C', here)]) }, 'oui'],
    ['a zone elsewhere', { noise: obtained([noiseZone('C', afar)]) }, 'non'],
    ['a zone 20 m away', { noise: obtained([noiseZone('C', square(30, -10, 100))]) }, 'ouvert'],
    ['a zone in a release, none live', { noise: differ([noiseZone('C', here)], []) }, 'ouvert'],
    ['no zone in a release, a plan without zones live', { noisePlans: differ([], [cayenne]) }, 'ouvert'],
    ['an arrêté without zones near by (Cayenne)', { noisePlans: obtained([cayenne]) }, 'ouvert'],
    [
      'in a zone of one aerodrome, near another that is not drawn',
      { noise: obtained([noiseZone('C', here)]), noisePlans: obtained([cayenne]) },
      'oui',
    ],
    ['no zone, and the local plan has one', localPlan('bruit'), 'ouvert'],
  ],
};

const report = (groundwater: HazardStatus | null): Partial<Facts> => ({
  report: obtained({ groundwater, pipelines: groundwater }),
});
const status = (address: string | null, commune: string | null, present = true) =>
  report({ present, commune, address });
const STATUSES: Case[] = [
  ['« Concerné » at the address', status('Concerné', null), 'oui'],
  ['« Risque Existant - faible » at the address', status('Risque Existant - faible', 'Risque Existant'), 'oui'],
  ['« Risque non Concerne » at the address', status('Risque non Concerne', 'Risque non Concerne', false), 'non'],
  [
    '« Risque non Connu » at the address, existing in the commune',
    status('Risque non Connu', 'Risque Existant'),
    'non',
  ],
  ['« Risque Inconnu » at the address', status('Risque Inconnu', null), 'ouvert'],
  ['present without any status (Vieux-Ferrette)', status(null, null), 'ouvert'],
  ['absent without any status', status(null, null, false), 'ouvert'],
  [
    'existing in the commune, no status at the address, or an address too far',
    status(null, 'Risque Existant'),
    'ouvert',
  ],
  ['not in the report', report(null), 'ouvert'],
];
const PARIS = { inseeCodes: ['75113', '75056'] };
const site = {
  id: '1',
  name: 'Site',
  activity: null,
  status: null,
  address: null,
  sheetUrl: null,
  distanceMetres: 120,
};
const decree = {
  code: 'A',
  hazard: 'Inondation',
  start: null,
  end: null,
  decree: null,
  journalOfficiel: null,
  commune: '93013',
};

export const INFORMATIVE: Record<InformativeHeading, Case[]> = {
  argiles: [
    ['no zone, on the map', {}, 'non'],
    ...([1, 2, 3] as const).map((exposure): Case => [`level ${exposure}`, { clay: obtained({ exposure }) }, 'oui']),
    ['nothing, in Paris', {}, 'ouvert', PARIS],
    ...['97302', '97411', '97120', '97209', '97608'].map((code): Case => [
      `nothing, in ${code}`,
      {},
      'ouvert',
      { inseeCodes: [code] },
    ]),
    ['a level, in Paris', { clay: obtained({ exposure: 1 }) }, 'oui', PARIS],
  ],
  'remontee-de-nappe': STATUSES,
  canalisations: STATUSES,
  casias: [
    ['none', {}, 'non'],
    ['one', { casias: obtained([site]) }, 'oui'],
  ],
  icpe: [
    ['none', {}, 'non'],
    ['one', { installations: obtained([{ ...site, regime: 'Autorisation', seveso: null }]) }, 'oui'],
  ],
  cavites: [
    ['none', {}, 'non'],
    ['one', { cavities: obtained([site]) }, 'oui'],
  ],
  'mouvements-de-terrain': [
    ['none', {}, 'non'],
    ['one', { groundMovements: obtained([site]) }, 'oui'],
  ],
  catnat: [
    ['none', {}, 'non'],
    ['one', { catnat: obtained([decree]) }, 'oui'],
  ],
};
