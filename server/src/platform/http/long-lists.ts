import { z } from 'zod';
import type { $ZodCheckMaxLengthDef, $ZodType } from 'zod/v4/core';

/** From that many items on, a list is read item by item. */
const LONG = 1_000;
type LongList = { field: string; list: z.ZodArray; item: $ZodType };

/** The long list of a body; null when it has none. */
export function longListOf(schema: unknown): LongList | null {
  if (!(schema instanceof z.ZodObject)) return null;
  for (const [field, list] of Object.entries(schema.shape)) {
    if (list instanceof z.ZodArray && mostOf(list) >= LONG) return { field, list, item: list.element };
  }
  return null;
}

function mostOf({ def: { checks = [] } }: z.ZodArray): number {
  const bounds = checks.map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as $ZodCheckMaxLengthDef) : null,
  );
  return bounds.find((bound) => bound !== null)?.maximum ?? 0;
}

/** A schema of the contract without the items of its long list, which `readItems` checks. */
export function withoutItems(schema: $ZodType): $ZodType {
  const found = longListOf(schema);
  if (found === null || !(schema instanceof z.ZodObject)) return schema;
  const { field, list } = found;
  return schema.extend({ [field]: list.clone({ ...list.def, element: z.unknown() }) });
}
