import type { Point } from '#territory/geometry.ts';

export type GeocodeQuery = {
  limit: number;
  indexes: string[];
  type?: string;
  postcode?: string;
  citycode?: string;
  point?: Point;
};
export type Params = Record<string, string | undefined>;
export type Checked<T> = { query: T } | { errors: string[] };

const TYPES = ['housenumber', 'street', 'locality', 'municipality'];
const INDEXES = ['address', 'poi', 'parcel'];
const FLOAT = /^[+-]?\d+(\.\d*)?$/;
const DEFAULT_LIMITS = { search: 5, reverse: 1 };

/** `q` is trimmed before it is checked; it may be missing when the only index is `parcel`. */
export function checkSearch(params: Params): Checked<GeocodeQuery & { q: string }> {
  const checked = checkCommon(params, 'search');
  const q = params['q']?.trim() ?? '';
  const wrong = [...('errors' in checked ? checked.errors : []), ...textErrors(params)];
  return 'errors' in checked || wrong.length > 0 ? { errors: wrong } : { query: { ...checked.query, q } };
}

/** `searchgeom` is not simulated: a point is required. */
export function checkReverse(params: Params): Checked<GeocodeQuery & { point: Point }> {
  const checked = checkCommon(params, 'reverse');
  if ('errors' in checked) return checked;
  const { point } = checked.query;
  return point
    ? { query: { ...checked.query, point } }
    : { errors: ['At least lon/lat or searchgeom must be defined'] };
}

/** Absent parameters pass. */
const RULES: Record<string, [test: (value: string) => boolean, message: (value: string) => string]> = {
  limit: [
    (v) => /^\d+$/.test(v) && Number(v) >= 1 && Number(v) <= 20,
    () => 'Param limit must be an integer between 1 and 20',
  ],
  type: [(v) => TYPES.includes(v), (v) => `Unexpected value '${v}' for param type`],
  postcode: [(v) => /^\d{5}$/.test(v), () => 'Param postcode must contain 5 digits'],
  citycode: [(v) => /^(\d{5}|\d[AB]\d{3})$/.test(v), () => 'Param citycode is invalid'],
  lon: [(v) => isDegrees(v, 180), () => 'Param lon must be a float between -180 and 180'],
  lat: [(v) => isDegrees(v, 90), () => 'Param lat must be a float between -90 and 90'],
};

function checkCommon(params: Params, verb: keyof typeof DEFAULT_LIMITS): Checked<GeocodeQuery> {
  const { lon, lat } = params;
  const indexes = [...new Set((params['index'] ?? 'address').split(','))];
  const errors = [
    ...indexes
      .filter((index) => !INDEXES.includes(index))
      .map((index) => `Unexpected value '${index}' for param index`),
    ...Object.entries(RULES).flatMap(([name, [test, message]]) => {
      const value = params[name];
      return value === undefined || test(value) ? [] : [message(value)];
    }),
    ...((lon === undefined) === (lat === undefined) ? [] : ['lon/lat must be present together if defined']),
  ];
  if (errors.length > 0) return { errors };
  const filters = (['type', 'postcode', 'citycode'] as const).flatMap((name) =>
    params[name] ? [[name, params[name]]] : [],
  );
  const point: Point = [Number(lon), Number(lat)];
  const limit = Number(params['limit'] ?? DEFAULT_LIMITS[verb]);
  return { query: { limit, indexes, ...Object.fromEntries(filters), ...(lon !== undefined && { point }) } };
}

function textErrors({ q, index }: Params): string[] {
  if (q === undefined) return index === 'parcel' ? [] : ['q: required param'];
  const text = q.trim();
  const valid = text.length >= 3 && text.length <= 200 && /^[\p{L}\p{N}]/u.test(text);
  return valid ? [] : ['q: must contain between 3 and 200 chars and start with a number or a letter'];
}

function isDegrees(value: string, bound: number): boolean {
  return FLOAT.test(value) && Math.abs(Number(value)) <= bound;
}
