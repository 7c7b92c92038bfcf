import { setTimeout as sleep } from 'node:timers/promises';
import { newcomer, nextPlace, retried } from './faults.virtual-users.ts';
import type { Environment } from './faults.environment.ts';
import { backlog, brokenInvariants, leftovers } from './invariants.ts';
import type { Leftovers } from './invariants.types.ts';

/** Seconds, Infinity for never; `broken` counts the violations. */
export type Aftermath = Leftovers & { servedAfter: number; quietAfter: number; broken: number; confirmations: number };

const WITHIN_MS = 180_000;
/** Maximum of drafts with an unknown outcome that are generated again. */
const RETRIED_DRAFTS = 10;

/** After the faults: does the product serve, does its work end, do all invariants hold? */
export async function checkAftermath(environment: Environment): Promise<Aftermath> {
  const { stores, everybody } = environment;
  const from = Date.now();
  const since = (): number => Math.round((Date.now() - from) / 100) / 10;
  const servedAfter = (await isNewUserServed(environment)) ? since() : Infinity;
  const stuck = await stuckDrafts(environment);
  let waiting = await retried(() => backlog(stores.pool));
  for (; waiting.length > 0 && Date.now() - from < WITHIN_MS; await sleep(500)) waiting = await backlog(stores.pool);
  const quietAfter = waiting.length === 0 ? since() : Infinity;
  if (waiting.length > 0) console.log('still under way:', waiting);
  const broken = [
    ...(await brokenInvariants(stores, everybody)),
    { rule: 'a draft can always be issued', what: stuck },
  ].filter(({ what }) => what.length > 0);
  for (const { rule, what } of broken) console.log(`broken: ${rule}`, what.slice(0, 20));
  return {
    ...(await leftovers(stores)),
    servedAfter,
    quietAfter,
    broken: broken.flatMap(({ what }) => what).length,
    confirmations: everybody.flatMap(({ confirmed }) => confirmed).length,
  };
}

async function isNewUserServed(environment: Environment): Promise<boolean> {
  const { everybody, places } = environment;
  const visitor = newcomer(environment, everybody.length + 1);
  everybody.push(visitor);
  const arrived = await visitor.arrive();
  const bought = arrived.kind === 'ok' ? await visitor.buy('UN') : arrived;
  const issued = bought.kind === 'ok' ? await visitor.issue(nextPlace(places)) : bought;
  const read = issued.kind === 'ok' ? await visitor.download((issued.value as { id: number }).id) : issued;
  if (read.kind !== 'ok') console.log('a newcomer is not served:', read);
  return read.kind === 'ok';
}

/** Outcomes when their owners come back; a missing credit is an answer. */
async function stuckDrafts({ everybody }: Environment): Promise<string[]> {
  const stuck: string[] = [];
  const left = everybody.flatMap((visitor) => {
    const { confirmed } = visitor;
    const isOver = (id: number): boolean => confirmed.some((one) => one.what === 'issued' && one.id === id);
    if (confirmed.some(({ what }) => what === 'erased')) return [];
    return confirmed.flatMap((one) => (one.what === 'drafted' && !isOver(one.id) ? [{ visitor, id: one.id }] : []));
  });
  for (const { visitor, id } of left.slice(-RETRIED_DRAFTS)) {
    await visitor.logIn();
    const outcome = await visitor.restoreOrder(id);
    // 409: a draft whose process died reserves the credit for a while.
    if (outcome.kind !== 'ok' && !(outcome.kind === 'refused' && [402, 409].includes(outcome.status))) {
      stuck.push(`${visitor.email}, statement ${id}: ${JSON.stringify(outcome)}`);
    }
  }
  return stuck;
}
