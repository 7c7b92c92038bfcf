import type { Fact, FactName } from '#domain/risks/facts.ts';

/** Whether a release and the live service say the same about a place; `unanswered` without a live answer. */
export type Agreement = 'agree' | 'differ' | 'unanswered';

/** Compares what a finding rests on: grades, and identifiers of plans, sites and decrees; not names nor distances. */
export function agreementOf(name: FactName, local: Fact<unknown>, live: Fact<unknown>): Agreement {
  if (local.state === 'not-obtained' || live.state === 'not-obtained') return 'unanswered';
  return essentialsOf(name, local.value) === essentialsOf(name, live.value) ? 'agree' : 'differ';
}

/** In each kind of value, the fields that identify or grade. */
const ESSENTIALS = [
  'zone',
  'potential',
  'exposure',
  'gasparId',
  'status',
  'zoned',
  'id',
  'code',
  'start',
  'commune',
  'aerodrome',
  'coastalCommune',
  'departement',
] as const;

function essentialsOf(name: FactName, value: unknown): string {
  const items = Array.isArray(value) ? value : [value];
  // A site's status is a wording of its source.
  const fields = ESSENTIALS.filter((field) => field !== 'status' || name.startsWith('ppr'));
  const texts = items.map((item: unknown) => {
    if (item === null || typeof item !== 'object') return JSON.stringify(item ?? null);
    const known = item as Record<string, unknown>;
    return JSON.stringify(fields.map((field) => known[field] ?? null));
  });
  return [...new Set(texts)].toSorted().join('\n');
}
