import { Geometry } from '#territory/shapes.ts';

/** Parameters of `parcelle`, once checked. Empty values count as absent. */
export type ParcelQuery = {
  codeInsee?: string;
  codeArr?: string;
  comAbs?: string;
  section?: string;
  numero?: string;
  geom?: Geometry;
  limit: number;
  start: number;
};
type FieldError = { type: 'field'; value: unknown; msg: string; path: string; location: 'query' | 'body' };
export type Checked = { query: ParcelQuery } | { errors: Record<string, FieldError> } | { refused: string };

/**
 * In the service's order: the first check that fails names the error, and only the last of a field has its own text.
 */
const CHECKS: Record<string, [test: (value: string) => boolean, message?: string][]> = {
  codearr: [[() => false, renamed('codearr', 'code_arr')]],
  dep: [[() => false, renamed('dep', 'code_dep')]],
  insee: [[() => false, renamed('insee', 'code_insee')]],
  source_ign: [
    [
      (v) => v.length === 3,
      'Les seules valeurs possibles sont: PCI pour utiliser les couches PCI-Express ou BDP pour utiliser les couches BD Parcellaires',
    ],
  ],
  code_insee: [[(v) => /^(?!96|98|99|00|20)(\d\d|2[AB])\d{3}$/.test(v)]],
  code_dep: [[alphanumeric], [(v) => v.length === 2, 'Code département invalide']],
  code_com: [[(v) => /^\d+$/.test(v)], [(v) => /^.{2,3}$/.test(v), 'Code commune invalide']],
  _limit: [[(v) => /^\d+$/.test(v)]],
  _start: [[(v) => /^\d+$/.test(v)]],
  section: [[alphanumeric], [(v) => v.length === 2, 'Le numéro de section est sur 2 caractères']],
  code_arr: [[(v) => /^\d+$/.test(v)], [(v) => v.length === 3, 'Le code arrondissement est composé de 3 chiffres']],
  com_abs: [[(v) => /^\d+$/.test(v)], [(v) => v.length === 3, 'Le prefixe est composé de 3 chiffres obligatoires']],
  // The service does not anchor its expression: five characters pass.
  numero: [[(v) => /\w{4}/.test(v), 'Le numéro de parcelle est sur 4 caractères']],
};
const MAX_LIMIT = 1000;

type Read = (name: string) => string | undefined;

/** Checks the parameters as express-validator does in API Carto; the errors are its `mapped()` object. */
export function checkParams(params: Record<string, unknown>, location: 'query' | 'body'): Checked {
  const value: Read = (name) => {
    const raw = Array.isArray(params[name]) ? params[name][0] : params[name];
    return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
  };
  const errors = Object.entries(CHECKS).flatMap(([path, checks]): FieldError[] => {
    const given = value(path);
    const failed = given === undefined ? undefined : checks.find(([test]) => !test(given));
    return failed ? [{ type: 'field', value: given, msg: failed[1] ?? 'Invalid value', path, location }] : [];
  });
  const given = params['geom'];
  const geom = given === undefined ? undefined : Geometry.safeParse(parsed(given));
  if (geom?.success === false)
    errors.push({ type: 'field', value: given, msg: 'Invalid value', path: 'geom', location });
  if (errors.length > 0) return { errors: Object.fromEntries(errors.map((error) => [error.path, error])) };
  if (!/^(pci|bdp)$/i.test(value('source_ign') ?? 'PCI')) return { refused: WRONG_SOURCE };
  return { query: queryOf(value, geom?.data) };
}

const WRONG_SOURCE =
  'Pour une recherche sur la couche PCI EXPRESS : la valeur doit être PCI.Pour une recherche sur la couche BD Parcellaire: la valeur doit être BDP.';

function queryOf(value: Read, geom: Geometry | undefined): ParcelQuery {
  const department = value('code_dep');
  const codeInsee = value('code_insee') ?? (department && `${department}${value('code_com') ?? ''}`);
  const optional = { codeInsee, codeArr: value('code_arr'), comAbs: value('com_abs'), section: value('section') };
  return {
    ...defined({ ...optional, numero: value('numero') }),
    ...(geom && { geom }),
    limit: Math.min(MAX_LIMIT, Number(value('_limit') ?? MAX_LIMIT)),
    start: Number(value('_start') ?? 0),
  };
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function parsed(geom: unknown): unknown {
  if (typeof geom !== 'string') return geom;
  try {
    return JSON.parse(geom);
  } catch {
    return null;
  }
}

function alphanumeric(value: string): boolean {
  return /^[a-z0-9]+$/i.test(value);
}

function renamed(from: string, to: string): string {
  return `Le paramètre "${from}" a été remplacé par "${to}" pour éviter des renommages dans les données et chaînage de requête`;
}
