import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { AppError, FieldError } from '#platform/app-error.ts';
import { checkItem, fieldErrorOf, MOST_FAULTS, refusalOf, type Fault } from './field-messages.ts';
import { longListOf } from './long-lists.ts';

/** Milliseconds of reading between two turns of the other calls. */
const AT_ONCE_MS = 5;

/** Faults kept of an item that is refused alone. */
const MOST_KEPT = 3;

/** In the place of an item whose faults do not refuse the request: those of the item itself, which pointers start from. */
export class RefusedItem {
  readonly errors: FieldError[];

  constructor(faults: readonly Fault[]) {
    this.errors = faults.slice(0, MOST_KEPT).map((fault) => fieldErrorOf(fault, true));
  }
}

/** Faults in all beyond which the request is refused as a whole. */
const MOST_REFUSED = 500;

/**
 * Checks the items of a long list one after another, so that other calls have their turn, and reads no more once there
 * are as many faults as a refusal names. Null for a body without such a list. A route that `refusesItems` gets a
 * `RefusedItem` for each that is not valid, and the others, unless faults are too many.
 */
export function readItems(
  schema: unknown,
  { refusesItems = false }: { refusesItems?: boolean | undefined } = {},
): ((request: FastifyRequest) => Promise<void>) | null {
  const list = longListOf(schema);
  if (list === null) return null;
  const { field, item } = list;
  const most = refusesItems ? MOST_REFUSED : MOST_FAULTS - 1;
  return async ({ body, url }) => {
    const items = (body as Record<string, unknown[]>)[field] ?? [];
    const faults: Fault[] = [];
    let count = 0;
    let since = performance.now();
    const refusal = (unread: number): AppError =>
      refusalOf(faults, { url, isBody: true, left: count - faults.length, unread });
    for (const [rank, value] of items.entries()) {
      if (performance.now() - since > AT_ONCE_MS) {
        await setImmediate();
        since = performance.now();
      }
      const checked = checkItem(item, value, url);
      if ('value' in checked) items[rank] = checked.value;
      else {
        if (refusesItems) items[rank] = new RefusedItem(checked.faults);
        count += checked.faults.length + checked.left;
        const named = checked.faults.slice(0, MOST_FAULTS - faults.length);
        faults.push(...named.map((fault) => ({ ...fault, path: [field, rank, ...fault.path] })));
      }
      if (count > most) throw refusal(items.length - rank - 1);
    }
    if (count > 0 && !refusesItems) throw refusal(0);
  };
}
