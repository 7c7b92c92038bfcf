import { DRAWN_HEADINGS, type DrawnHeading } from '@clairisque/contract/common/headings.ts';
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
  const answers = await Promise.all(
    DRAWN_HEADINGS.map(async (heading) => {
      const [metres, ask] = [reachOf(heading), ASKED[heading]];
      if (ask === null || metres === 0) return [heading, []] as const;
      return [heading, await inTime<unknown>(sources, (by) => ask(sources, place, { metres, by }))] as const;
    }),
  );
  return Object.fromEntries(answers) as ZonesAround;
}

type Within = { metres: number; by: AnswerObserver };
type Ask<Z> = (sources: Sources, place: Place, within: Within) => Promise<Fact<Z[]>>;

/** Null for zones whose neighbours are not drawn. */
const ASKED: { [H in DrawnHeading]: Ask<NonNullable<ZonesAround[H]>[number]> | null } = {
  sis: null,
  'trait-de-cote': ({ urbanism }, place, { metres, by }) => urbanism.retreatAround(place, metres, by),
  bruit: ({ noisePlans }, place, { metres, by }) => noisePlans.zonesAround(place, metres, by),
};

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
