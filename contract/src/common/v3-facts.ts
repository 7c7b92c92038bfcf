import { z } from 'zod';
import { StatementFacts } from './facts.ts';
import type { Heading } from './headings.ts';
import { Buildings } from './facts-parts.ts';

/**
 * The facts in API v3: English names in snake_case. The file attached to the PDF keeps its own, which are stable; this
 * is the only place where one becomes the other.
 */

/** Headings keep the acronyms of the law. */
export const HEADINGS_IN_V3 = {
  pprt: 'pprt',
  pprn: 'pprn',
  pprm: 'pprm',
  'ppr-prescrit': 'prescribed_ppr',
  sismicite: 'seismicity',
  radon: 'radon',
  'trait-de-cote': 'coastline_retreat',
  debroussaillement: 'brush_clearing',
  sis: 'sis',
  bruit: 'aircraft_noise',
  argiles: 'clay',
  casias: 'casias',
  icpe: 'icpe',
  cavites: 'cavities',
  'mouvements-de-terrain': 'ground_movements',
  'remontee-de-nappe': 'groundwater_rise',
  canalisations: 'pipelines',
  catnat: 'catnat',
} as const satisfies Record<Heading, string>;

/** Keys that are more than another casing. Declarations have the names of a request. */
const KEYS = {
  ...HEADINGS_IN_V3,
  departement: 'department',
  journalOfficiel: 'published_on',
  travaux_prescrits: 'works_prescribed',
  travaux_realises: 'works_done',
  travaux_par_plan: 'works_by_plan',
  prescrits: 'prescribed',
  realises: 'done',
  sinistres_indemnises: 'disasters_indemnified',
  arretes_indemnises: 'disaster_decrees_indemnified',
  travaux_rga_non_realises: 'drought_works_not_done',
  lot_copropriete: 'condominium_lot',
  etage: 'floor',
  numero: 'number',
  batiment: 'building',
  pages_des_plans: 'plan_pages',
  piece: 'file',
} as const;

/** Values of closed lists that are more than another casing. */
const VALUES = {
  ...HEADINGS_IN_V3,
  'clairisque/etat-des-risques': 'clairisque/statement_facts',
  Vente: 'sale',
  Location: 'lease',
  'interdiction-stricte': 'strict_prohibition',
  interdiction: 'prohibition',
  delaissement: 'abandonment_right',
  zonage: 'zoning',
  reglement: 'rules',
  psophique: 'psophic',
  haut: 'upper_tier',
  bas: 'lower_tier',
  '0-30': '0-30',
  '30-100': '30-100',
} as const;

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : '';
type Underscored<S extends string> = S extends `${infer Before}-${infer After}` ? `${Before}_${Underscored<After>}` : S;
type Key<K> = K extends keyof typeof KEYS ? (typeof KEYS)[K] : K extends string ? Snake<K> : never;
type Value<S extends string> = string extends S
  ? S
  : S extends keyof typeof VALUES
    ? (typeof VALUES)[S]
    : Underscored<S>;
export type InV3<T> = T extends string
  ? Value<T>
  : T extends readonly (infer Item)[]
    ? InV3<Item>[]
    : T extends object
      ? { [K in keyof T as Key<K>]: InV3<T[K]> }
      : T;

const named = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
const keyOf = (key: string): string =>
  named(KEYS, key) ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const valueOf = (value: string): string => named(VALUES, value) ?? value.replaceAll('-', '_');

/** Fields and values that a description quotes are renamed too. */
const saidIn = (text: string): string =>
  text.replaceAll(
    /`([\w-]+)`/g,
    (_, name: string) => `\`${/^[a-z]+-[a-z-]+$/.test(name) ? valueOf(name) : keyOf(name)}\``,
  );

/** The schema of what `inV3` makes of what `schema` reads. */
export function schemaInV3<T extends z.ZodType>(schema: T): z.ZodType<InV3<z.output<T>>, InV3<z.output<T>>> {
  const { description } = schema;
  const made = bare(schema);
  return (description === undefined ? made : made.describe(saidIn(description))) as never;
}

function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    return z.object(Object.fromEntries(fields.map(([key, field]) => [keyOf(key), schemaInV3(field)])));
  }
  if (schema instanceof z.ZodArray) return z.array(schemaInV3(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return schemaInV3(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return schemaInV3(schema.unwrap() as z.ZodType).optional();
  // A fact that was read has its value.
  if (schema instanceof z.ZodDefault) return schemaInV3(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodEnum) return z.enum(schema.options.map((value) => valueOf(String(value))) as [string]);
  if (schema instanceof z.ZodLiteral) {
    return z.literal([...schema.values].map((value) => (typeof value === 'string' ? valueOf(value) : value)));
  }
  return schema;
}

/** The value in API v3. What the schema does not know, as in files of a former format, changes its casing only. */
export const inV3 = <T extends z.ZodType>(schema: T, value: z.output<T>): InV3<z.output<T>> =>
  converted(schema, value) as never;

function converted(schema: z.ZodType | undefined, value: unknown): unknown {
  const of = unwrapped(schema);
  if (Array.isArray(value)) {
    const item = of instanceof z.ZodArray ? (of.element as z.ZodType) : undefined;
    return value.map((one) => converted(item, one));
  }
  if (typeof value === 'object' && value !== null) {
    const shape = of instanceof z.ZodObject ? (of.shape as Record<string, z.ZodType>) : {};
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [keyOf(key), converted(shape[key], one)]));
  }
  const isChosen = of instanceof z.ZodEnum || of instanceof z.ZodLiteral;
  return typeof value === 'string' && isChosen ? valueOf(value) : value;
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** `facts.json`. */
export const FactsV3 = schemaInV3(StatementFacts);

/** Properties of the outlines whose values are of a closed list. */
const Outline = z.object({
  heading: z.enum(Object.keys(HEADINGS_IN_V3) as [Heading]),
  state: Buildings.shape.buildings.element.shape.state,
  zones: z.array(z.object({ heading: z.enum(Object.keys(HEADINGS_IN_V3) as [Heading]) })),
  index: z.object({ kind: z.enum(['lden', 'psophique']) }),
  seveso: z.enum(['haut', 'bas']),
});
const Outlines = z.object({ features: z.array(z.object({ properties: Outline })) });

/** `map.geojson`, from the file attached to the PDF. */
export const mapInV3 = (attached: unknown): unknown => inV3(Outlines, attached as never);
