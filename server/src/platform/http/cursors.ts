import { DetailedError } from '#platform/app-error.ts';

type Page<T> = { data: T[]; has_more: boolean; next_cursor: string | null };

/** A page of API v3, from one row more than asked: whether there are more. */
export function pageOf<R, T extends { id: string }>(
  rows: readonly R[],
  { limit, item }: { limit: number; item: (row: R) => T },
): Page<T> {
  const data = rows.slice(0, limit).map(item);
  const last = data.at(-1);
  const hasMore = rows.length > limit;
  return { data, has_more: hasMore, next_cursor: hasMore && last ? Buffer.from(last.id).toString('base64url') : null };
}

/** The id of the last item of the former page; null for the first. Throws `invalid_input` for a cursor that is not ours. */
export function readCursor(cursor: string | undefined, id: RegExp): string | null {
  if (cursor === undefined) return null;
  const last = Buffer.from(cursor, 'base64url').toString();
  if (id.test(last)) return last;
  const detail = 'Ce curseur n’est pas celui d’une page précédente.';
  const error = { parameter: 'cursor', title: 'This is not the cursor of a former page.', detail };
  throw new DetailedError('invalid_input', detail, { errors: [error] });
}

/** Reads the cursor of ids such as `stm_12`: their number. `digits`: fewer than its column takes. */
export function readNumberCursor(cursor: string | undefined, kind: string, digits = 15): number | null {
  const last = readCursor(cursor, new RegExp(String.raw`^${kind}_\d{1,${digits}}$`));
  return last === null ? null : Number(last.slice(kind.length + 1));
}
