import { PARIS_MERIDIAN, systemOf, systemWith, type Parameters, type System } from './systems.ts';

/** `NAME["text", 1, OTHER[…]]`: a node of a coordinate system's text (WKT, of OGC 01-009 and of Esri). */
type Node = { name: string; values: (string | number | Node)[] };

const MOST_CHARACTERS = 20_000;
const MOST_DEPTH = 16;
const TOKEN =
  /\s*(?:"(?<text>(?:[^"]|"")*)"|(?<number>[-+]?\d[\d.]*(?:e[-+]?\d+)?)|(?<word>[a-z_][\w]*)|(?<mark>[[\](),]))/iy;

type Token = Partial<Record<'text' | 'number' | 'word' | 'mark', string>>;

function tokensOf(wkt: string): Token[] | null {
  const tokens: Token[] = [];
  const text = wkt.replaceAll(/^\uFEFF|\s+$/g, '');
  if (text.length > MOST_CHARACTERS) return null;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found?.groups === undefined) return null;
    tokens.push(found.groups);
  }
  return tokens;
}

/** Null for a text that is not one whole node. */
function parse(wkt: string): Node | null {
  const tokens = tokensOf(wkt);
  if (tokens === null) return null;
  let at = 0;
  const isMark = (marks: string): boolean => marks.includes(tokens[at]?.mark ?? '-');
  const node = (depth: number): Node | null => {
    const name = tokens[at]?.word;
    at += 1;
    if (name === undefined || !isMark('[(') || depth > MOST_DEPTH) return null;
    const values: Node['values'] = [];
    do {
      at += 1;
      const value = valueAt(depth);
      if (value === null) return null;
      values.push(value);
    } while (isMark(','));
    if (!isMark('])')) return null;
    at += 1;
    return { name: name.toUpperCase(), values };
  };
  const valueAt = (depth: number): string | number | Node | null => {
    const { text, number, word } = tokens[at] ?? {};
    if (word !== undefined && '[('.includes(tokens[at + 1]?.mark ?? '-')) return node(depth + 1);
    at += 1;
    return text ?? (number === undefined ? (word ?? null) : Number(number));
  };
  const whole = node(0);
  return at === tokens.length ? whole : null;
}

const childrenOf = (node: Node | undefined, name: string): Node[] =>
  (node?.values ?? []).filter((value) => typeof value === 'object').filter((child) => child.name === name);
const childOf = (node: Node | undefined, name: string): Node | undefined => childrenOf(node, name)[0];
const numberIn = (node: Node | undefined, index: number): number | undefined => {
  const value = node?.values[index];
  return typeof value === 'number' ? value : undefined;
};
const textIn = (node: Node | undefined, index = 0): string => {
  const value = node?.values[index];
  return typeof value === 'object' ? '' : String(value ?? '');
};
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The coordinate system that a text describes, known by its parameters: names have many spellings, and a part of one says
 * nothing. Null for another system, and for a text whose own EPSG code is of another one.
 */
export function systemInWkt(wkt: string): System | null {
  const root = parse(wkt);
  const own = root?.name === 'COMPD_CS' ? (childOf(root, 'PROJCS') ?? childOf(root, 'GEOGCS')) : root;
  if (!own || !['PROJCS', 'GEOGCS'].includes(own.name)) return null;
  const system = readingsOf(own)
    .map(systemWith)
    .find((one) => one !== null);
  const code = codeOf(own);
  const named = code === null ? null : systemOf(code);
  return system === undefined || (named !== null && named !== system) ? null : system;
}

function codeOf(node: Node): string | null {
  const authority = childOf(node, 'AUTHORITY');
  return lettersOf(textIn(authority)) === 'epsg' ? textIn(authority, 1) : null;
}

const DEGREE = Math.PI / 180;

/** Its parameters; those in grads are also read as degrees, as some software writes them. */
function readingsOf(node: Node): Parameters[] {
  const geographic = node.name === 'GEOGCS' ? node : childOf(node, 'GEOGCS');
  const ellipsoid = ellipsoidOf(childOf(geographic, 'DATUM'));
  const meridian = primeMeridianOf(childOf(geographic, 'PRIMEM'));
  const unit = (numberIn(childOf(geographic, 'UNIT'), 1) ?? NaN) / DEGREE;
  if (ellipsoid === null || meridian === null) return [];
  if (geographic === node) {
    const none = { latitude: 0, parallels: [0, 0], scale: 1, east: 0, north: 0 } as const;
    return Math.abs(unit - 1) < 1e-6 ? [{ ...none, method: 'degrees', ellipsoid, meridian }] : [];
  }
  const [given, method] = [parametersIn(node), methodOf(node)];
  if (given === null || method === null || numberIn(childOf(node, 'UNIT'), 1) !== 1) return [];
  return [...new Set([1, unit])].map((degrees) => ({
    ...projectionOf(given, degrees),
    method,
    ellipsoid,
    meridian: meridian + (given['centralmeridian'] ?? 0) * degrees,
  }));
}

/** Datums are known by their ellipsoid and their shift to WGS 84, when it is given. */
const DATUMS = [
  // GRS 80 and WGS 84 differ by a tenth of a millimetre.
  { ellipsoid: 'grs80', axis: 6_378_137, flattening: 298.257223, within: 2e-6, shift: [] },
  { ellipsoid: 'clarke', axis: 6_378_249.2, flattening: 293.46602, within: 1e-5, shift: [-168, -60, 320] },
] as const;

function ellipsoidOf(datum: Node | undefined): Parameters['ellipsoid'] | null {
  const spheroid = childOf(datum, 'SPHEROID');
  const given = (childOf(datum, 'TOWGS84')?.values ?? []).map(Number);
  const found = DATUMS.find(
    ({ axis, flattening, within, shift }) =>
      numberIn(spheroid, 1) === axis &&
      Math.abs((numberIn(spheroid, 2) ?? NaN) - flattening) < within &&
      given.every((value, i) => value === (shift[i] ?? 0)),
  );
  return found?.ellipsoid ?? null;
}

/** Degrees; that of Paris is also written in grads. */
function primeMeridianOf(node: Node | undefined): number | null {
  const value = node === undefined ? 0 : (numberIn(node, 1) ?? NaN);
  if (value === 0) return 0;
  return [PARIS_MERIDIAN, PARIS_MERIDIAN / 0.9].some((one) => Math.abs(one - value) < 1e-7) ? PARIS_MERIDIAN : null;
}

const METHODS: Readonly<Record<string, Parameters['method']>> = {
  lambertconformalconic: 'lambert',
  lambertconformalconic1sp: 'lambert',
  lambertconformalconic2sp: 'lambert',
  transversemercator: 'transverse',
  mercatorauxiliarysphere: 'web',
  popularvisualisationpseudomercator: 'web',
};

const methodOf = (node: Node): Parameters['method'] | null =>
  METHODS[lettersOf(textIn(childOf(node, 'PROJECTION')))] ?? null;

const KNOWN = [
  'centralmeridian',
  'latitudeoforigin',
  'standardparallel1',
  'standardparallel2',
  'scalefactor',
  'falseeasting',
  'falsenorthing',
  'auxiliaryspheretype',
];

/** Parameters by name, in letters and digits only; null with one that we do not know. */
function parametersIn(node: Node): Record<string, number> | null {
  const given: Record<string, number> = {};
  for (const parameter of childrenOf(node, 'PARAMETER')) {
    const [name, value] = [lettersOf(textIn(parameter)), numberIn(parameter, 1)];
    if (!KNOWN.includes(name) || value === undefined || name in given) return null;
    given[name] = value;
  }
  return given;
}

/** A cone on one parallel names it as its latitude of origin, as its standard parallel, or both. */
function projectionOf(
  given: Record<string, number>,
  degrees: number,
): Pick<Parameters, 'latitude' | 'parallels' | 'scale' | 'east' | 'north'> {
  const { latitudeoforigin, standardparallel1, standardparallel2 } = given;
  const latitude = latitudeoforigin ?? standardparallel1 ?? 0;
  const first = standardparallel1 ?? latitude;
  return {
    latitude: latitude * degrees,
    parallels: [first * degrees, (standardparallel2 ?? first) * degrees],
    scale: given['scalefactor'] ?? 1,
    east: given['falseeasting'] ?? 0,
    north: given['falsenorthing'] ?? 0,
  };
}
