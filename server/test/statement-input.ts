import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { Temporal } from 'temporal-polyfill';
import type { Place } from '#domain/geometry/place.ts';
import type { Catnat, Fact, Facts, Installation, NearbySite, NotObtainedReason, Ppr } from '#domain/risks/facts.ts';
import type { Doubt, PropertyAddress } from '#domain/property/property-address.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { NOTHING_BOUND } from '#domain/statement-document/bound.ts';
import type { MapFrame } from '#domain/printing/map-frames.ts';
import { TEMPLATE_VERSION } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';

/** Statements to print in tests: a typical one, and the extremes. */

const PROVENANCE = {
  label: 'Géorisques — donnée d’essai',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: 'Licence Ouverte 2.0 (Etalab)',
  url: 'https://www.georisques.gouv.fr/',
  obtainedAt: '2026-11-20T13:05:00Z',
};

export function obtained<T>(value: T, source = 'essai'): Fact<T> {
  return { state: 'obtained', value, provenance: { ...PROVENANCE, source, label: `Géorisques — ${source}` } };
}

export function notObtained(source: string, reason: NotObtainedReason = 'timeout'): Fact<never> {
  return { state: 'not-obtained', reason, provenance: { ...PROVENANCE, source, label: `Géorisques — ${source}` } };
}

/** A square of `metres` around a point of latitude 47. */
export function square([longitude, latitude]: [number, number], metres: number): MultiPolygon {
  const dy = metres / 2 / 111_195;
  const dx = dy / Math.cos((latitude * Math.PI) / 180);
  const [west, east, south, north] = [longitude - dx, longitude + dx, latitude - dy, latitude + dy];
  return {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    ],
  };
}

const POINT: [number, number] = [6.4967, 47.1531];

export const PLACE: Place = {
  longitude: POINT[0],
  latitude: POINT[1],
  inseeCodes: ['25349'],
  communeName: 'Loray',
  parcels: [
    {
      commune: '25349',
      communeName: 'Loray',
      prefix: '000',
      section: '0A',
      number: '0037',
      areaSquareMetres: 1204,
      outline: square(POINT, 34),
    },
  ],
};

export const FLOOD_PLAN: Ppr = {
  family: 'pprn',
  gasparId: '25DDT20080012',
  name: 'PPR inondation du Doubs central',
  procedure: 'PPRN-I',
  status: 'approved',
  statusDate: '2008-03-28',
  underRevision: true,
  prescribedDate: null,
  zoned: true,
  zones: [{ code: 'Cid', name: 'Zone endiguée', rule: 'prescriptions', ruleLabel: 'Prescriptions' }],
  partial: false,
  hazards: ['Inondation par débordement lent de cours d’eau', 'Remontée de nappe'],
};

export const disaster = (index: number): Catnat => ({
  code: `INTE${String(9900000 + index)}A`,
  hazard:
    index % 3 === 0
      ? 'Mouvements de terrain différentiels consécutifs à la sécheresse'
      : 'Inondations et/ou Coulées de Boue',
  start: `${1983 + (index % 43)}-06-0${1 + (index % 9)}`,
  end: `${1983 + (index % 43)}-06-1${index % 9}`,
  decree: `${1983 + (index % 43)}-09-2${index % 9}`,
  journalOfficiel: index % 7 === 0 ? null : `${1983 + (index % 43)}-10-1${index % 9}`,
  commune: '25349',
});

const site = (index: number, name = `Ancienne scierie n° ${index}`): NearbySite => ({
  id: `FRC25${String(1000 + index)}`,
  name,
  activity: 'Sciage et rabotage du bois, stockage de produits de préservation',
  status: index % 2 === 0 ? 'Activité terminée' : 'En activité',
  address: `${index} route de Flangebouche`,
  sheetUrl: `https://www.georisques.gouv.fr/fiche/FRC25${1000 + index}`,
  distanceMetres: index % 4 === 3 ? null : 40 + index * 37,
});

const installation = (index: number): Installation => ({
  ...site(index, `Fromagerie coopérative n° ${index}`),
  regime: 'Enregistrement',
  seveso: index === 0 ? 'bas' : null,
});

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A rural house: one flood plan, seismic zone 3, some disasters, a few sites nearby. */
export const TYPICAL_FACTS: Facts = {
  pprn: obtained([FLOOD_PLAN], 'plans de prévention naturels'),
  pprm: obtained([], 'plans de prévention miniers'),
  pprt: obtained([], 'plans de prévention technologiques'),
  seismicZone: obtained({ zone: 3 }, 'zonage sismique'),
  radon: obtained({ potential: 1 }, 'potentiel radon'),
  sis: obtained([], 'secteurs d’information sur les sols'),
  brushClearing: obtained(null, 'débroussaillement'),
  coastlineRetreat: obtained({ coastalCommune: false, unpublished: false, zones: [] }, 'trait de côte'),
  noise: obtained([], 'plans d’exposition au bruit'),
  noisePlans: obtained([], 'arrêtés des plans d’exposition au bruit'),
  clay: obtained({ exposure: 2 }, 'argiles'),
  casias: obtained(
    many(9, (index) => site(index)),
    'anciens sites industriels',
  ),
  installations: obtained(many(3, installation), 'installations classées'),
  cavities: obtained(
    many(2, (index) => site(index, `Doline n° ${index}`)),
    'cavités',
  ),
  groundMovements: obtained([], 'mouvements de terrain'),
  catnat: obtained(many(14, disaster), 'arrêtés de catastrophe naturelle'),
  report: obtained(
    {
      groundwater: { present: true, commune: 'Risque existant', address: 'Risque inconnu' },
      pipelines: { present: false, commune: null, address: null },
    },
    'rapport de risques',
  ),
  planPerimeters: obtained([], 'périmètres des plans'),
};

const zone = square(POINT, 400);
const noise = (aerodrome: string, name: string, letter: 'A' | 'B' | 'C' | 'D') => ({
  aerodrome,
  aerodromeName: name,
  zone: letter,
  index:
    letter === 'A' ? { kind: 'psophique' as const, low: 89, high: 96 } : { kind: 'lden' as const, low: 50, high: 55 },
  decreeDate: '2007-04-03',
  documentUrl: 'https://www.example.org/peb/arrete_prefectoral_portant_approbation_du_plan_d_exposition_au_bruit.pdf',
  outline: zone,
});

/** Every heading concerned, several plans and aerodromes, two hundred disasters. */
export const EVERYTHING_FACTS: Facts = {
  ...TYPICAL_FACTS,
  pprn: obtained([
    FLOOD_PLAN,
    {
      ...FLOOD_PLAN,
      gasparId: null,
      name: 'PPR sécheresse',
      procedure: 'PPRN-RGA',
      zoned: null,
      zones: [],
      hazards: ['Tassements différentiels'],
      statusDate: null,
    },
    {
      ...FLOOD_PLAN,
      name: 'PPR feux de forêt',
      status: 'prescribed',
      zoned: null,
      zones: [],
      hazards: ['Feu de forêt'],
    },
  ]),
  pprm: obtained([
    {
      ...FLOOD_PLAN,
      family: 'pprm',
      name: 'PPR minier du bassin salifère',
      procedure: 'PPRM',
      hazards: ['Effondrement localisé', 'Émission de gaz'],
    },
  ]),
  pprt: obtained([
    {
      ...FLOOD_PLAN,
      family: 'pprt',
      name: 'PPRT des dépôts pétroliers',
      procedure: 'PPRT',
      hazards: ['Effet thermique', 'Effet de surpression'],
      zones: [{ code: 'r', name: 'Secteur de délaissement', rule: 'delaissement', ruleLabel: 'Délaissement possible' }],
    },
  ]),
  seismicZone: obtained({ zone: 5 }),
  radon: obtained({ potential: 3 }),
  sis: obtained([
    {
      id: 'SSP00012340101',
      name: 'Ancienne usine à gaz',
      address: '3 quai du Doubs',
      sheetUrl: 'https://www.georisques.gouv.fr/sis/1',
      outline: zone,
    },
  ]),
  brushClearing: obtained({
    departement: '25',
    sheetUrl: 'https://www.georisques.gouv.fr/old',
    decreeDate: '2024-03-29',
    communeOnly: false,
  }),
  coastlineRetreat: obtained({
    coastalCommune: true,
    unpublished: false,
    zones: [
      { horizon: '0-30', provisional: true, label: 'Zone exposée au recul à 30 ans', documentUrl: null, outline: zone },
    ],
  }),
  noise: obtained([noise('LFPG', 'Paris-Charles-de-Gaulle', 'D'), noise('LFPB', 'Paris-Le Bourget', 'A')]),
  casias: obtained(many(70, (index) => site(index))),
  catnat: obtained(many(200, disaster)),
};

/** No answer: the document says so everywhere. */
export const NOTHING_FACTS: Facts = Object.fromEntries(
  Object.keys(TYPICAL_FACTS).map((name) => [name, notObtained(name)]),
) as Facts;

/** Hostile text of a user or a supplier. */
export const HOSTILE =
  '<script>alert(1)</script> #set page(fill: red) $x^2$ *a* _b_ @ref `c` 👩🏽‍🚒 漢字 \u0000\u0007\uFEFF\uFFFD\u202Ereversed a\u0301\u0322\u0323 œuvre — « tout » : 100 %';
export const ENDLESS = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(9).slice(0, 300);

export function frame(file: string): MapFrame {
  return {
    file,
    widthPixels: 768,
    heightPixels: 432,
    widthMetres: 820,
    zoom: 16,
    outlines: [
      [
        [0.47, 0.46],
        [0.53, 0.45],
        [0.54, 0.55],
        [0.48, 0.56],
        [0.47, 0.46],
      ],
    ],
    buildings: [],
    attribution: '© IGN — Plan IGN, Parcellaire Express (PCI), DGFiP',
    tiles: 12,
    missingTiles: 0,
  };
}

/** An address that the BAN knows, near the parcel. */
export const confirmed = (label: string): PropertyAddress => ({
  state: 'confirmed',
  label,
  postcode: /(?<!\d)\d{5}(?!\d)/u.exec(label)?.[0] ?? null,
  typed: null,
  obtainedAt: PROVENANCE.obtainedAt,
});

/** An unconfirmed address. */
export const declared = (typed: string, doubt: Doubt = { kind: 'unknown' }): PropertyAddress => ({
  state: 'declared',
  typed,
  doubt,
  obtainedAt: doubt.kind === 'no-answer' ? null : PROVENANCE.obtainedAt,
});

const ADDRESS = confirmed('12 rue des Fontaines, 25390 Loray');

export function statementInput(
  facts: Facts = TYPICAL_FACTS,
  place: Place = PLACE,
  address: PropertyAddress = ADDRESS,
): StatementInput {
  return {
    findings: assessRisks(facts, place),
    place,
    address,
    statement: {
      reference: 'ERP-2026-000123',
      issuedAt: Temporal.Instant.from('2026-11-20T13:07:42Z'),
      issuedOn: Temporal.PlainDate.from('2026-11-20'),
      expiresOn: Temporal.PlainDate.from('2027-05-19'),
      transaction: 'Vente',
      seller: 'Mme Jeanne Martin',
      buyer: '-',
      declarations: null,
      specimen: false,
      hasLogo: false,
      verificationUrl: 'https://www.clairisque.example/verification/ERP-2026-000123',
    },
    changes: [],
    replaces: null,
    templateVersion: TEMPLATE_VERSION,
    maps: { situation: frame('situation.jpg'), cadastral: frame('cadastral.jpg'), zones: [] },
    planDocuments: [],
    boundPages: [],
    fiches: [],
    bound: NOTHING_BOUND,
    planPerimeters: null,
    buildings: null,
  };
}

/** A flat whose owner answers nothing else. */
export const declaredLot = (etage: number | null): StatementInput['statement']['declarations'] => ({
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
  lot_copropriete: { etage },
});
