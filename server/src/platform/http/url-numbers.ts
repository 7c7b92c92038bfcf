import { z } from 'zod';
import type { $ZodType } from 'zod/v4/core';

const WHOLE = /^-?\d+$/;
/** A decimal number, also in the way that programs write small ones: 1e-7. */
const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Before the numbers of a URL are read: `Number` would take nothing for 0, and `0x10`, ` 5` or a list of one for a number.
 * A text that is no decimal number becomes one that zod refuses.
 */
export function decimalsOf(schema: $ZodType): (fields: unknown) => unknown {
  const numbers = schema instanceof z.ZodObject ? Object.entries(schema.shape).flatMap(numberIn) : [];
  if (numbers.length === 0) return (fields) => fields;
  return (fields) => {
    const read = { ...(fields as Record<string, unknown>) };
    for (const [name, shape] of numbers) {
      const value = read[name];
      if (value !== undefined && !(typeof value === 'string' && shape.test(value))) read[name] = Number.NaN;
    }
    return read;
  };
}

/** A parameter that is a number, and how it is written. */
function numberIn([name, given]: [string, unknown]): [string, RegExp][] {
  let schema = given;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) schema = schema.unwrap();
  return schema instanceof z.ZodNumber ? [[name, schema.isInt ? WHOLE : DECIMAL]] : [];
}
