import type { Deps } from '#deps.ts';
import { chained, NOTHING_BEFORE, rootOf } from './chain.rules.ts';
import { listEntries, listRoots, listUnlike, type Entry } from './vigilance.queries.ts';

const PAGE = 5_000;
const ALL_ROOTS = 100_000;
const NAMED = 20;

/**
 * Reads the whole log again: one sentence for each line that is altered, missing or out of its place, each day whose root
 * is another, each document or check that its line does not describe. Empty when all agree.
 */
export async function auditLog({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const faults: string[] = [];
  const days = new Map<string, string[]>();
  let [rank, hash, day] = [0, NOTHING_BEFORE, ''];
  for (let page = await listEntries(db, { after: 0, limit: PAGE }); page.length > 0;) {
    for (const entry of page) {
      faults.push(...faultsOf(entry, { rank, hash, day }));
      ({ rank, hash, day } = entry);
      const ofDay = days.get(day) ?? [];
      ofDay.push(hash);
      days.set(day, ofDay);
    }
    page = await listEntries(db, { after: rank, limit: PAGE });
  }
  for (const { day: ended, root } of await listRoots(db, ALL_ROOTS)) {
    const hashes = days.get(ended) ?? [];
    if (hashes.length === 0 || rootOf(hashes) !== root)
      faults.push(`la racine du ${ended} n’est pas celle de ses lignes`);
  }
  const unlike = await listUnlike(db, NAMED);
  return [
    ...faults,
    ...unlike.map((reference) => `${reference} n’est pas ce que sa ligne décrit, ou n’a pas de ligne`),
  ];
}

function faultsOf(entry: Entry, before: Pick<Entry, 'rank' | 'hash' | 'day'>): string[] {
  const { rank, content, hash, day } = entry;
  return [
    ...(rank === before.rank + 1 ? [] : [`il manque une ligne avant la ligne ${rank}`]),
    ...(chained(before.hash, content) === hash ? [] : [`la ligne ${rank} a été modifiée ou déplacée : ${content}`]),
    ...(day >= before.day ? [] : [`la ligne ${rank} est d’un jour antérieur à la précédente`]),
  ];
}

/** Each night: an alert for the operator. */
export async function auditNightly(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const faults = await auditLog(deps);
  if (faults.length > 0)
    deps.log.error({ faults: faults.slice(0, NAMED), page: true }, 'the log of checks and editions is altered');
}
