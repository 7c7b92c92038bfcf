import type { Fact, Ppr } from '#domain/risks/facts.ts';

type Answered = Exclude<Fact<Ppr[]>, { state: 'not-obtained' }>;

/**
 * The live plans of a family, with those that only the release lists: a plan that a source names is never dropped. Where
 * the release places the property by its own zones, this stands; elsewhere the live answer does.
 */
export function withListedPlans(live: Answered, listed: Extract<Answered, { state: 'obtained' }>): Answered {
  const known = new Map(live.value.map((plan) => [keyOf(plan), plan]));
  const ours = listed.value.map((plan) => (plan.zoned === null ? (known.get(keyOf(plan)) ?? plan) : plan));
  const keys = new Set(ours.map(keyOf));
  const value = [...ours, ...live.value.filter((plan) => !keys.has(keyOf(plan)))];
  const isSame =
    value.length === live.value.length && value.every((plan) => known.get(keyOf(plan))?.zoned === plan.zoned);
  if (isSame) return live;
  const { provenance } = listed;
  if (live.state === 'obtained')
    return { state: 'obtained', value, provenance, contradictedBy: { value: live.value, provenance: live.provenance } };
  const label = `${live.provenance.label} ; ${provenance.label}`;
  return { state: 'last-good', value, provenance: { ...live.provenance, label } };
}

const keyOf = ({ gasparId, name }: Ppr): string => gasparId ?? name;
