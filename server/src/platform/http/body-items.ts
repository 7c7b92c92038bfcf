import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { checkItem, MOST_FAULTS, refusalOf, type Fault } from './field-messages.ts';
import { longListOf } from './long-lists.ts';

/** Items read between two turns of the other calls: some milliseconds. */
const AT_ONCE = 50;

/**
 * Checks the items of a long list one after another, so that other calls have their turn, and reads no more once there
 * are as many faults as a refusal names. Null for a body without such a list.
 */
export function readItems(schema: unknown): ((request: FastifyRequest) => Promise<void>) | null {
  const list = longListOf(schema);
  if (list === null) return null;
  const { field, item } = list;
  return async ({ body, url }) => {
    const items = (body as Record<string, unknown[]>)[field] ?? [];
    const faults: Fault[] = [];
    let left = 0;
    for (const [rank, value] of items.entries()) {
      if (rank % AT_ONCE === 0) await setImmediate();
      const checked = checkItem(item, value, { url, path: [field, rank] });
      if ('value' in checked) items[rank] = checked.value;
      else {
        faults.push(...checked.faults);
        left += checked.left;
      }
      if (faults.length < MOST_FAULTS) continue;
      left += faults.splice(MOST_FAULTS).length;
      throw refusalOf(faults, { url, isBody: true, left, unread: items.length - rank - 1 });
    }
    if (faults.length > 0) throw refusalOf(faults, { url, isBody: true, left });
  };
}
