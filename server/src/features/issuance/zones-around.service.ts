import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact } from '#domain/risks/facts.ts';
import type { MappedHeading } from '#domain/printing/map-frames.ts';
import type { ZonesAround } from '#domain/statement-document/mapped-zones.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';

/** A map is printed without its neighbours rather than waited for. */
const WITHIN_MS = 3000;

type Sources = Pick<Deps, 'noisePlans' | 'urbanism'> & { observer?: AnswerObserver };
type Asked = { place: Place; headings: MappedHeading[]; reachMetres: (heading: MappedHeading) => number };

/**
 * The other zones of the frames of these maps. Asked only for what is drawn, so that nothing more is asked about a
 * property far from any zone. Never rejects: they are for the maps alone.
 */
export async function zonesAround(sources: Sources, { place, headings, reachMetres }: Asked): Promise<ZonesAround> {
  const reachOf = (name: MappedHeading['heading']): number =>
    Math.max(0, ...headings.filter(({ heading }) => heading === name).map(reachMetres));
  const [noise, coast] = [reachOf('bruit'), reachOf('trait-de-cote')];
  const { noisePlans, urbanism } = sources;
  const [bruit, retreat] = await Promise.all([
    noise === 0 ? [] : inTime(sources, (by) => noisePlans.zonesAround(place, noise, by)),
    coast === 0 ? [] : inTime(sources, (by) => urbanism.retreatAround(place, coast, by)),
  ]);
  return { bruit, 'trait-de-cote': retreat };
}

/** Null without an answer in time; the exchanges of a later one belong to no document. */
async function inTime<Z>(
  { observer }: Pick<Sources, 'observer'>,
  ask: (observer: AnswerObserver) => Promise<Fact<Z[]>>,
): Promise<Z[] | null> {
  let isAwaited = true;
  const timer = new AbortController();
  const timeUp = sleep(WITHIN_MS, null, { signal: timer.signal, ref: false }).catch(() => null);
  const fact = await Promise.race([ask((answer) => isAwaited && observer?.(answer)).catch(() => null), timeUp]);
  isAwaited = false;
  timer.abort();
  return fact === null || fact.state === 'not-obtained' ? null : fact.value;
}
