import { z } from 'zod';

/** The example that the documentation gives of the text at this path; null without one. */
export function exampleAt(schema: unknown, path: readonly PropertyKey[]): string | null {
  if (!(schema instanceof z.ZodType)) return null;
  const [first, ...rest] = path;
  if (first === undefined) {
    const [example] = schema.meta()?.examples as unknown[] | undefined ?? [];
    if (typeof example === 'string') return example;
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return exampleAt(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return exampleAt(schema.in, path);
  if (first === undefined) return null;
  if (schema instanceof z.ZodArray) return exampleAt(schema.element, rest);
  return schema instanceof z.ZodObject ? exampleAt(schema.shape[String(first)], rest) : null;
}
