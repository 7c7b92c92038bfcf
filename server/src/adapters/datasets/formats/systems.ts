/** Box in degrees: west, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * A coordinate system by its parameters, angles in degrees from Greenwich, lengths in metres. `grs80` stands for every
 * datum that equals WGS 84 to a metre (RGF93, RGAF09, RGFG95, RGR92, RGM04, RGSPM06, ETRS89); `clarke` for the NTF.
 */
export type Parameters = {
  method: 'degrees' | 'lambert' | 'transverse' | 'web';
  ellipsoid: 'grs80' | 'clarke';
  meridian: number;
  latitude: number;
  parallels: readonly [number, number];
  scale: number;
  east: number;
  north: number;
};

/**
 * `codes`: of EPSG, the first one stands for all. `secant`: the parallels at true scale, by which some software describes
 * a cone with a scale factor. `area`: where coordinates of this system may be; null for the whole world.
 */
export type System = {
  codes: readonly string[];
  parameters: Parameters;
  secant?: readonly [number, number];
  area: Box | null;
};

const MAINLAND: Box = [-6, 41, 10, 51.6];
export const PARIS_MERIDIAN = 2.3372291666667;

const NONE = { meridian: 0, latitude: 0, parallels: [0, 0], scale: 1, east: 0, north: 0 } as const;

/** Conique Conforme: nine zones of two degrees, centred on the parallels 42 to 50. RGF93 v1, v2 and v2b have own codes. */
const CONIC_ZONES = Array.from({ length: 9 }, (_, zone): System => {
  const latitude = 42 + zone;
  return {
    codes: [3942, 9822, 9842].map((first) => String(first + zone)),
    parameters: {
      method: 'lambert',
      ellipsoid: 'grs80',
      meridian: 3,
      latitude,
      parallels: [latitude - 0.75, latitude + 0.75],
      scale: 1,
      east: 1_700_000,
      north: 200_000 + (latitude - 41) * 1_000_000,
    },
    area: [-6, latitude - 1.5, 10, latitude + 1.5],
  };
});

type NtfZone = Pick<System, 'codes' | 'area'> & {
  latitude: number;
  scale: number;
  secant: readonly [number, number];
  /** Codes of the zone whose northings tell the zones apart, and what they add. */
  numbered: readonly string[];
  added: number;
  numberedArea?: Box;
  origin: readonly [number, number];
};

const degreesOf = (degrees: number, minutes: number, seconds: number): number =>
  degrees + minutes / 60 + seconds / 3600;

/** Lambert I to IV of the NTF, on the meridian of Paris (IGN, NT/G 71). */
const NTF_ZONES: readonly NtfZone[] = [
  {
    codes: ['27561', '27591'],
    numbered: ['27571', '27581'],
    latitude: 49.5,
    scale: 0.999877341,
    secant: [degreesOf(48, 35, 54.682), degreesOf(50, 23, 45.282)],
    origin: [600_000, 200_000],
    added: 1_000_000,
    area: [-6, 47.6, 10, 51.6],
  },
  {
    codes: ['27562', '27592'],
    numbered: ['27572', '27582'],
    latitude: 46.8,
    scale: 0.99987742,
    secant: [degreesOf(45, 53, 56.108), degreesOf(47, 41, 45.652)],
    origin: [600_000, 200_000],
    added: 2_000_000,
    area: [-6, 44.9, 10, 48.7],
    // Lambert II étendu.
    numberedArea: MAINLAND,
  },
  {
    codes: ['27563', '27593'],
    numbered: ['27573', '27583'],
    latitude: 44.1,
    scale: 0.999877499,
    secant: [degreesOf(43, 11, 57.449), degreesOf(44, 59, 45.938)],
    origin: [600_000, 200_000],
    added: 3_000_000,
    area: [-6, 41.8, 10, 46],
  },
  {
    codes: ['27564', '27594'],
    numbered: ['27574', '27584'],
    latitude: 42.165,
    scale: 0.99994471,
    secant: [degreesOf(41, 33, 37.396), degreesOf(42, 46, 3.588)],
    origin: [234.358, 185_861.369],
    added: 4_000_000,
    area: [8, 41, 10, 43.3],
  },
];

const NTF = NTF_ZONES.flatMap(({ codes, numbered, latitude, scale, secant, origin, added, area, numberedArea }) => {
  const [east, south] = origin;
  const system = (own: readonly string[], north: number, place: Box | null): System => ({
    codes: own,
    parameters: {
      method: 'lambert',
      ellipsoid: 'clarke',
      meridian: PARIS_MERIDIAN,
      latitude,
      parallels: [latitude, latitude],
      scale,
      east,
      north,
    },
    secant,
    area: place,
  });
  return [system(codes, south, area), system(numbered, south + added, numberedArea ?? area)];
});

function utm(zone: number, isSouth: boolean, { codes, area }: Pick<System, 'codes' | 'area'>): System {
  const meridian = zone * 6 - 183;
  const own = { meridian, scale: 0.9996, east: 500_000, north: isSouth ? 10_000_000 : 0 };
  return { codes, area, parameters: { ...NONE, method: 'transverse', ellipsoid: 'grs80', ...own } };
}

/** The legal coordinate systems of France, those of the former inventories, and WGS 84. */
const SYSTEMS: readonly System[] = [
  {
    codes: ['4326', '4171', '4258', '9777', '9782'],
    parameters: { ...NONE, method: 'degrees', ellipsoid: 'grs80' },
    area: null,
  },
  {
    codes: ['2154', '9793', '9794'],
    parameters: {
      method: 'lambert',
      ellipsoid: 'grs80',
      meridian: 3,
      latitude: 46.5,
      parallels: [44, 49],
      scale: 1,
      east: 700_000,
      north: 6_600_000,
    },
    area: MAINLAND,
  },
  ...CONIC_ZONES,
  ...NTF,
  { codes: ['3857'], parameters: { ...NONE, method: 'web', ellipsoid: 'grs80' }, area: null },
  // Guadeloupe, Martinique, Saint-Martin, Saint-Barthélemy.
  utm(20, false, { codes: ['5490', '4559', '32620'], area: [-64, 14, -60, 19] }),
  utm(21, false, { codes: ['4467', '32621'], area: [-57, 46, -55.5, 47.6] }),
  utm(22, false, { codes: ['2972', '32622'], area: [-55.5, 1.5, -51, 6.5] }),
  utm(38, true, { codes: ['4471', '32738'], area: [44.5, -13.5, 45.8, -12] }),
  utm(40, true, { codes: ['2975', '32740'], area: [54.5, -22, 56.5, -20] }),
  utm(30, false, { codes: ['25830', '32630'], area: MAINLAND }),
  utm(31, false, { codes: ['25831', '32631'], area: MAINLAND }),
  utm(32, false, { codes: ['25832', '32632'], area: MAINLAND }),
];

const BY_CODE = new Map(SYSTEMS.flatMap((system) => system.codes.map((code) => [code, system] as const)));

export const systemOf = (epsg: string): System | null => BY_CODE.get(epsg) ?? null;

/** The system with these parameters, to a tenth of a millimetre and of a millionth of a degree; null for another one. */
export const systemWith = (given: Parameters): System | null =>
  SYSTEMS.find((system) => isSame(system.parameters, given) || isSecant(system, given)) ?? null;

const isSecant = ({ parameters, secant }: System, given: Parameters): boolean =>
  secant !== undefined && isSame({ ...parameters, scale: 1, parallels: secant }, given);

function isSame(one: Parameters, other: Parameters): boolean {
  if (one.method !== other.method || one.ellipsoid !== other.ellipsoid) return false;
  if (one.method === 'degrees') return near(one.meridian, other.meridian, 1e-7);
  if (one.method === 'web') return [other.meridian, other.latitude, other.east, other.north].every((n) => n === 0);
  const [parallels, others] = [one, other].map(({ parallels: two }) => two.toSorted((a, b) => a - b));
  return (
    (['meridian', 'latitude'] as const).every((name) => near(one[name], other[name], 1e-7)) &&
    (['east', 'north'] as const).every((name) => near(one[name], other[name], 1e-3)) &&
    near(one.scale, other.scale, 2e-8) &&
    // Software rounds the secant parallels to a ten-millionth.
    [0, 1].every((i) => near(parallels?.[i] ?? NaN, others?.[i] ?? NaN, 1e-7))
  );
}

const near = (one: number, other: number, within: number): boolean => Math.abs(one - other) <= within;
