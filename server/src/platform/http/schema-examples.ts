import { z } from 'zod';

/** The example that the documentation gives of the text at this path; null without one. */
export function exampleAt(schema: unknown, path: readonly PropertyKey[]): string | null {
  if (!(schema instanceof z.ZodType)) return null;
  const own = path.length === 0 ? exampleOf(schema) : null;
  if (own !== null) return own;
  const inner = insideOf(schema);
  if (inner !== null) return exampleAt(inner, path);
  const [first, ...rest] = path;
  if (first === undefined) return null;
  if (schema instanceof z.ZodArray) return exampleAt(schema.element, rest);
  return schema instanceof z.ZodObject ? exampleAt(schema.shape[String(first)], rest) : null;
}

function exampleOf(schema: z.ZodType): string | null {
  const [example] = (schema.meta()?.examples as unknown[] | undefined) ?? [];
  return typeof example === 'string' ? example : null;
}

/** What an optional, defaulted, nullable or transformed value reads. */
function insideOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return schema.unwrap();
  }
  return schema instanceof z.ZodPipe ? schema.in : null;
}
