import { z } from 'zod';

type Read<R> = { row: R; isWhole: boolean };

/**
 * The schema of a list whose rows are read one by one. A row keeps what can be read of it, without its other columns: left
 * out, it would make the list say less than the source. `needs` are the columns without which that would be said of the
 * row too. Malformed when such a column cannot be read, or no row can be read whole: the supplier changed its format.
 */
export function rowsOf<R>(row: z.ZodType<R>, needs: readonly string[]): z.ZodType<R[]> {
  return z.array(z.unknown()).transform((values, context): R[] => {
    const read = values.map((value) => readRow(row, needs, value));
    const rows = read.flatMap((one) => ('row' in one ? [one] : []));
    const fault = read.find((one) => 'fault' in one);
    if (fault !== undefined) context.addIssue(fault.fault);
    else if (rows.length > 0 && !rows.some(({ isWhole }) => isWhole)) context.addIssue('no readable row');
    return rows.map((one) => one.row);
  });
}

function readRow<R>(row: z.ZodType<R>, needs: readonly string[], value: unknown): Read<R> | { fault: string } {
  const whole = row.safeParse(value);
  if (whole.success) return { row: whole.data, isWhole: true };
  const { issues } = whole.error;
  const odd = new Set(issues.map(({ path }) => String(path[0] ?? '')));
  const rest = Object.entries(Object(value)).filter(([column]) => !odd.has(column));
  const isKnown = !needs.some((column) => odd.has(column) || odd.has(''));
  const part = isKnown ? row.safeParse(odd.has('') ? {} : Object.fromEntries(rest)) : undefined;
  if (part?.success) return { row: part.data, isWhole: false };
  return { fault: `${issues[0]?.path.join('.') ?? ''}: ${issues[0]?.message ?? ''}` };
}
