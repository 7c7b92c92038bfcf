import type { Catnat } from './facts.ts';

/**
 * The arrêtés themselves, in the order given: one decree may recognise several hazards and periods, that no declaration
 * by code can tell apart. « Inondation ou mouvement de terrain », from the first day to the last.
 */
export function decreesByCode(rows: readonly Catnat[]): Catnat[] {
  const named = rows.filter(({ code }) => code !== '');
  return [...Map.groupBy(named, ({ code }) => code).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(joined, first)],
  );
}

function joined(decree: Catnat, { hazard, commune, start, end }: Catnat): Catnat {
  const hazards = new Set([...decree.hazard.split(OR), hazard]);
  const communes = new Set([...decree.commune.split(', '), commune]);
  return {
    ...decree,
    hazard: [...hazards].join(OR),
    commune: [...communes].join(', '),
    start: edge(decree.start, start, 'first'),
    end: edge(decree.end, end, 'last'),
  };
}

const OR = ' ou ';

/** ISO dates compare as texts. */
function edge(one: string | null, other: string | null, which: 'first' | 'last'): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other === (which === 'first') ? one : other;
}
