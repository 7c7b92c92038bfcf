import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { metresBetween } from '#adapters/addresses/place-points.ts';
import { aPlace } from '#test/supplier-deps.ts';
import { DatasetRefusal } from '../refusal.ts';
import { toWgs84 } from './projection.ts';
import { systemInWkt } from './wkt.ts';

const codeIn = (wkt: string): string | undefined => systemInWkt(wkt)?.codes[0];
const metresFrom = ([longitude = 0, latitude = 0]: number[], [x = 0, y = 0]: number[]): number =>
  metresBetween(aPlace({ longitude, latitude }), [x, y]);

// Definitions of the EPSG register, and a town of each area.
const GRS80 = '+ellps=GRS80 +towgs84=0,0,0 +units=m';
const NTF = '+a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0 +pm=paris +units=m';
/** A Conique Conforme zone by its parallels, and its false northing. */
const zone = (lat: number, [south, north]: [number, number], y: number): string =>
  `+proj=lcc +lat_0=${lat} +lon_0=3 +lat_1=${south} +lat_2=${north} +x_0=1700000 +y_0=${y} ${GRS80}`;
const KNOWN: readonly [codes: string[], definition: string, town: string, at: [number, number]][] = [
  [['3942', '9822', '9842'], zone(42, [41.25, 42.75], 1_200_000), 'Ajaccio', [8.738, 41.919]],
  [['3943', '9823', '9843'], zone(43, [42.25, 43.75], 2_200_000), 'Toulon', [5.931, 43.125]],
  [['3944', '9824', '9844'], zone(44, [43.25, 44.75], 3_200_000), 'Montauban', [1.355, 44.018]],
  [['3945', '9825', '9845'], zone(45, [44.25, 45.75], 4_200_000), 'Grenoble', [5.724, 45.188]],
  [['3946', '9826', '9846'], zone(46, [45.25, 46.75], 5_200_000), 'Lyon', [4.835, 45.758]],
  [['3947', '9827', '9847'], zone(47, [46.25, 47.75], 6_200_000), 'Lorient', [-3.366, 47.748]],
  [['3948', '9828', '9848'], zone(48, [47.25, 48.75], 7_200_000), 'Rennes', [-1.68, 48.111]],
  [['3949', '9829', '9849'], zone(49, [48.25, 49.75], 8_200_000), 'Paris', [2.352, 48.857]],
  [['3950', '9830', '9850'], zone(50, [49.25, 50.75], 9_200_000), 'Lille', [3.063, 50.637]],
  [
    ['2154', '9793', '9794'],
    `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80}`,
    'Brest',
    [-4.486, 48.39],
  ],
  [
    ['27561'],
    `+proj=lcc +lat_1=49.5 +lat_0=49.5 +lon_0=0 +k_0=0.999877341 +x_0=600000 +y_0=200000 ${NTF}`,
    'Rouen',
    [1.1, 49.443],
  ],
  [
    ['27562'],
    `+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=200000 ${NTF}`,
    'Nantes',
    [-1.554, 47.218],
  ],
  [
    ['27563'],
    `+proj=lcc +lat_1=44.1 +lat_0=44.1 +lon_0=0 +k_0=0.999877499 +x_0=600000 +y_0=200000 ${NTF}`,
    'Marseille',
    [5.37, 43.296],
  ],
  [
    ['27564'],
    `+proj=lcc +lat_1=42.165 +lat_0=42.165 +lon_0=0 +k_0=0.99994471 +x_0=234.358 +y_0=185861.369 ${NTF}`,
    'Bastia',
    [9.45, 42.697],
  ],
  [
    ['27571', '27581'],
    `+proj=lcc +lat_1=49.5 +lat_0=49.5 +lon_0=0 +k_0=0.999877341 +x_0=600000 +y_0=1200000 ${NTF}`,
    'Rouen',
    [1.1, 49.443],
  ],
  [
    ['27572', '27582'],
    `+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 ${NTF}`,
    'Marseille, in Lambert II étendu',
    [5.37, 43.296],
  ],
  [
    ['27573', '27583'],
    `+proj=lcc +lat_1=44.1 +lat_0=44.1 +lon_0=0 +k_0=0.999877499 +x_0=600000 +y_0=3200000 ${NTF}`,
    'Marseille',
    [5.37, 43.296],
  ],
  [
    ['27574', '27584'],
    `+proj=lcc +lat_1=42.165 +lat_0=42.165 +lon_0=0 +k_0=0.99994471 +x_0=234.358 +y_0=4185861.369 ${NTF}`,
    'Bastia',
    [9.45, 42.697],
  ],
  [['5490', '4559', '32620'], `+proj=utm +zone=20 ${GRS80}`, 'Pointe-à-Pitre', [-61.533, 16.241]],
  [['4467'], `+proj=utm +zone=21 ${GRS80}`, 'Saint-Pierre', [-56.177, 46.78]],
  [['2972', '32622'], `+proj=utm +zone=22 ${GRS80}`, 'Cayenne', [-52.326, 4.937]],
  [['4471', '32738'], `+proj=utm +zone=38 +south ${GRS80}`, 'Mamoudzou', [45.228, -12.78]],
  [['2975', '32740'], `+proj=utm +zone=40 +south ${GRS80}`, 'Saint-Denis', [55.448, -20.882]],
  [['25831', '32631'], `+proj=utm +zone=31 ${GRS80}`, 'Paris', [2.352, 48.857]],
  [['3857'], '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +units=m +nadgrids=@null', 'Paris', [2.352, 48.857]],
];

it.each(KNOWN)('EPSG %s %s: %s is where it is', (...[codes, definition, , town]) => {
  const metres = proj4('+proj=longlat +datum=WGS84', definition).forward(town);
  for (const code of codes) expect(metresFrom(toWgs84(code, '')(metres), town)).toBeLessThan(0.01);
});

it('a point of the IGN given in Lambert II étendu and in Lambert-93 is one place, to the precision of the shift', () => {
  const former = toWgs84('27572', '')([931_813.94, 1_786_923.891]);
  const legal = toWgs84('2154', '')([977_362.95, 6_218_045.569]);
  expect(metresFrom(former, legal)).toBeLessThan(5);
});

const esri = (geographic: string, method: string, parameters: object): string =>
  `PROJCS["Nom",${geographic},PROJECTION["${method}"],${Object.entries(parameters)
    .map(([name, value]) => `PARAMETER["${name}",${value}]`)
    .join(',')},UNIT["Meter",1]]`;
const geographic = (
  name: string,
  spheroid: string,
  more = 'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]',
) => `GEOGCS["GCS_${name}",DATUM["D_${name}",SPHEROID[${spheroid}]],${more}]`;
const RGF = geographic('RGF_1993', '"GRS_1980",6378137.0,298.257222101');
const CLARKE = '"Clarke_1880_IGN",6378249.2,293.46602';
const GRADS = 'PRIMEM["Paris",2.337229166666667],UNIT["Grad",0.01570796326794897]';
const PARIS = geographic('NTF_Paris', CLARKE, GRADS);
const cone = (east: number, north: number, more: object) => ({
  False_Easting: east,
  False_Northing: north,
  Central_Meridian: 3,
  ...more,
});
const CC47 = cone(1_700_000, 6_200_000, {
  Standard_Parallel_1: 46.25,
  Standard_Parallel_2: 47.75,
  Latitude_Of_Origin: 47,
});
const LAMBERT_93 = cone(700_000, 6_600_000, {
  Standard_Parallel_1: 49,
  Standard_Parallel_2: 44,
  Latitude_Of_Origin: 46.5,
});
const EXTENDED = { False_Easting: 600_000, False_Northing: 2_200_000, Central_Meridian: 0, Scale_Factor: 0.99987742 };
const utm = (meridian: number, north: number) => ({
  False_Easting: 500_000,
  False_Northing: north,
  Central_Meridian: meridian,
  Scale_Factor: 0.9996,
  Latitude_Of_Origin: 0,
});
const LAMBERT = 'Lambert_Conformal_Conic';

describe('a .prj is known by its parameters', () => {
  it.each<[string, string, string]>([
    ['CC47 as QGIS writes it', esri(RGF, LAMBERT, CC47), '3947'],
    [
      'in lower case, on several lines',
      esri(RGF, `${LAMBERT}_2SP`, CC47).toLowerCase().replaceAll(',', ',\n  '),
      '3947',
    ],
    ['with parentheses', esri(RGF, LAMBERT, CC47).replaceAll('[', '(').replaceAll(']', ')'), '3947'],
    ['Lambert-93, parallels either way', esri(RGF, LAMBERT, LAMBERT_93), '2154'],
    ['Lambert-93 with an altitude', `COMPD_CS["x",${esri(RGF, `${LAMBERT}_2SP`, LAMBERT_93)},VERT_CS["NGF"]]`, '2154'],
    [
      'Lambert I, in grads',
      esri(PARIS, LAMBERT, {
        ...EXTENDED,
        False_Northing: 200_000,
        Scale_Factor: 0.999877341,
        Standard_Parallel_1: 55,
        Latitude_Of_Origin: 55,
      }),
      '27561',
    ],
    [
      'Lambert II étendu, in grads',
      esri(PARIS, LAMBERT, { ...EXTENDED, Standard_Parallel_1: 52, Latitude_Of_Origin: 52 }),
      '27572',
    ],
    [
      'the same without a standard parallel',
      esri(PARIS, `${LAMBERT}_1SP`, { ...EXTENDED, Latitude_Of_Origin: 52 }),
      '27572',
    ],
    [
      'the same in degrees under grads',
      esri(PARIS, `${LAMBERT}_1SP`, { ...EXTENDED, Latitude_Of_Origin: 46.8 }),
      '27572',
    ],
    [
      'the same from Greenwich, on two parallels',
      esri(geographic('NTF', CLARKE), LAMBERT, {
        ...EXTENDED,
        Central_Meridian: 2.3372291667,
        Standard_Parallel_1: 45.8989188889,
        Standard_Parallel_2: 47.6960144444,
        Scale_Factor: 1,
        Latitude_Of_Origin: 46.8,
      }),
      '27572',
    ],
    ['RGR_1992_UTM_40S', esri(RGF, 'Transverse_Mercator', utm(57, 10_000_000)), '2975'],
    ['RGFG_1995_UTM_22N', esri(RGF, 'Transverse_Mercator', utm(-51, 0)), '2972'],
    ['RGM_2004_UTM_38S', esri(RGF, 'Transverse_Mercator', utm(45, 10_000_000)), '4471'],
    ['RGSPM_2006_UTM_21N', esri(RGF, 'Transverse_Mercator', utm(-57, 0)), '4467'],
    [
      'WGS_1984_UTM_Zone_20N',
      esri(geographic('WGS_1984', '"WGS_1984",6378137,298.257223563'), 'Transverse_Mercator', utm(-63, 0)),
      '5490',
    ],
    ['degrees', geographic('RGF_1993', '"GRS_1980",6378137,298.257222101'), '4326'],
  ])('%s', (...[, wkt, code]) => {
    expect(codeIn(wkt)).toBe(code);
  });

  it.each<[string, string]>([
    ['a name alone', 'PROJCS["RGF93_Lambert_93",GEOGCS["GCS_RGF93"],PROJECTION["Lambert_Conformal_Conic"]]'],
    ['another false northing', esri(RGF, LAMBERT, { ...CC47, False_Northing: 6_200_100 })],
    ['another parallel', esri(RGF, LAMBERT, { ...LAMBERT_93, Standard_Parallel_1: 48 })],
    ['another parameter', esri(RGF, LAMBERT, { ...LAMBERT_93, Azimuth: 3 })],
    ['kilometres', esri(RGF, LAMBERT, LAMBERT_93).replace('"Meter",1', '"Kilometer",1000')],
    ['ED50', esri(geographic('ED_1950', '"International_1924",6378388,297'), 'Transverse_Mercator', utm(3, 0))],
    [
      'another shift',
      esri(RGF.replace('298.257222101]', '298.257222101],TOWGS84[1,2,3,0,0,0,0]'), LAMBERT, LAMBERT_93),
    ],
    ['the code of another one', esri(RGF, LAMBERT, CC47).replace(/\]$/, ',AUTHORITY["EPSG","2154"]]')],
    ['degrees of the NTF', geographic('NTF', CLARKE)],
    ['grads', PARIS],
    ['another meridian', esri(RGF.replace('"Greenwich",0.0', '"Rome",12.45'), LAMBERT, LAMBERT_93)],
    ['a text cut short', esri(RGF, LAMBERT, CC47).slice(0, -20)],
    ['two texts', esri(RGF, LAMBERT, CC47).repeat(2)],
    ['brackets without end', 'PROJCS['.repeat(2_000)],
    ['nothing', ''],
  ])('%s is not known', (...[, wkt]) => {
    expect(systemInWkt(wkt)).toBeNull();
  });
});

it.each<[string, string, string, [number, number], RegExp]>([
  ['degrees under Lambert-93', '2154', 'x.shp', [2.35, 48.85], /coordonnées en degrés sous une projection en mètres/],
  ['degrees under Lambert II', '27562', 'x.shp', [2.35, 48.85], /coordonnées en degrés/],
  ['x and y exchanged in CC42', '3942', 'x.shp', [1_150_000, 1_750_000], /hors du domaine de leur projection/],
  [
    'CC47 read as Lambert-93, in a file of the Morbihan',
    '2154',
    'N_ZONE_REG_PPRN_20240001_S_056.shp',
    [1_222_900, 6_302_100],
    /hors du département 56, que le nom du fichier annonce/,
  ],
  ['an unknown code', '23031', 'x.shp', [0, 0], /^x\.shp : projection inconnue \(EPSG:23031\)\.$/],
])('%s → one sentence', (...[, code, file, at, sentence]) => {
  const read = (): unknown => toWgs84(code, file)(at);
  expect(read).toThrow(DatasetRefusal);
  expect(read).toThrow(sentence);
});
