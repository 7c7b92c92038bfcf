import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { ID_KINDS, rowOf, uuidOf, type IdKind } from '@clairisque/contract/common/v3.ts';
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
function readCursor(cursor: string | undefined, id: RegExp): string | null {
  if (cursor === undefined) return null;
  const last = Buffer.from(cursor, 'base64url').toString();
  if (id.test(last)) return last;
  const detail = 'Ce curseur n’est pas celui d’une page précédente.';
  const error = { parameter: 'cursor', title: 'This is not the cursor of a former page.', detail };
  throw new DetailedError('invalid_input', detail, { errors: [error] });
}

/** Reads the cursor of a list of that kind, in that mode: the end of an id. Throws as `readCursor`. */
const readIdCursor = (cursor: string | undefined, kind: IdKind, mode: KeyMode): string | null =>
  readCursor(cursor, new RegExp(`^${kind}_${mode === 'test' ? 'test_' : ''}${ID_KINDS[kind]}$`));

/** A cursor of ids that end with a number. */
export function readNumberCursor(cursor: string | undefined, kind: IdKind, mode: KeyMode): number | null {
  const last = readIdCursor(cursor, kind, mode);
  return last === null ? null : rowOf(last);
}

/** A cursor of ids that end with a UUID. */
export function readUuidCursor(cursor: string | undefined, kind: IdKind, mode: KeyMode): string | null {
  const last = readIdCursor(cursor, kind, mode);
  return last === null ? null : uuidOf(last);
}

/** Rows have no id: fewer digits than their column takes. */
export function readRowCursor(cursor: string | undefined): number {
  const last = readCursor(cursor, /^row_\d{1,9}$/);
  return last === null ? 0 : Number(last.slice('row_'.length));
}
