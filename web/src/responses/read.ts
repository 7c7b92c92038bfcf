import type { Route } from '@clairisque/contract/common/route.ts';
import { z } from 'zod';

/**
 * Tolerant readers of the prescribed calls (docs/product-spec.md#successes-are-read-tolerantly). The contract says what
 * our server sends; these say what the screens cannot do without. Anything else that is missing, or has another type,
 * takes a neutral value.
 */

/** Wraps a call, whose success is read by `schema`. */
export function reads<const R extends Route, S extends z.ZodType>(route: R, schema: S): Reading<R, S> {
  return { ...route, schema: { ...route.schema, response: { 200: schema } } } as Reading<R, S>;
}

type Reading<R extends Route, S extends z.ZodType> = Omit<R, 'schema'> & {
  schema: Omit<R['schema'], 'response'> & { response: { 200: S } };
};

/** For a call whose success is enough. */
export const nothing = z.null();

/** Text, or a number where text is expected. */
export const text = z.union([z.string(), z.number().transform(String)]);
/** Text that the screen requires. */
export const filled = text.refine((value) => value.trim() !== '');
/** A missing value is an empty text. */
export const textOrEmpty = text.catch('');
export const textOrNull = text.nullable().catch(null);

/** A number, or its text: `"7.90"`, `"7,90"`. */
export const number = z.preprocess(toNumber, z.number());
export const integer = z.preprocess(toNumber, z.int());

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  return Number(value.trim().replace(',', '.'));
}

/** An object; an empty body, or one that is not JSON, is an object without fields. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((body) => (typeof body === 'object' && body !== null ? body : {}), z.object(shape));
}

const NEUTRAL = [undefined, null, '', 0, false, []];

/**
 * The contract's own object: a field of `required` is read by that schema; any other that is missing, or has another
 * type, takes the first neutral value that the contract admits.
 */
export function tolerant<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  required: Partial<Record<keyof Shape, z.ZodType>>,
) {
  const lenient = (field: z.ZodType) =>
    z
      .unknown()
      .optional()
      .transform((value) => {
        const tried = [value, typeof value === 'number' ? String(value) : toNumber(value), ...NEUTRAL];
        return tried.map((one) => field.safeParse(one)).find(({ success }) => success)?.data;
      });
  const read = Object.entries(shape).map(([name, field]) => [name, required[name] ?? lenient(field as z.ZodType)]);
  return z.object(Object.fromEntries(read)) as unknown as z.ZodObject<{
    [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]>>;
  }>;
}

/** A URL, absolute or relative to the site's root. */
export const address = filled.transform((value) => value.trim());
