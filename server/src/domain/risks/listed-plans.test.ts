import { expect, it } from 'vitest';
import type { Fact, Ppr } from '#domain/risks/facts.ts';
import { lastGood, obtained, ppr } from '#test/facts.ts';
import { withListedPlans } from './listed-plans.ts';

type Obtained = Extract<Fact<Ppr[]>, { state: 'obtained' }>;
const list = (...plans: Ppr[]) => obtained(plans) as Obtained;
const undrawn = (gasparId: string) => ppr({ gasparId, zoned: null, isUndrawn: true });
const drawn = (gasparId: string, zoned: boolean) => ppr({ gasparId, zoned });

it.each<[string, Obtained, Obtained, [id: string, zoned: boolean | null][], boolean]>([
  ['both have it: the live placing', list(drawn('A', false)), list(undrawn('A')), [['A', false]], false],
  ['only the release has it', list(), list(undrawn('A')), [['A', null]], true],
  ['only the live service has it', list(drawn('A', true)), list(), [['A', true]], false],
  [
    'one each',
    list(drawn('A', true)),
    list(undrawn('B')),
    [
      ['B', null],
      ['A', true],
    ],
    true,
  ],
  ['the release places it by its own zones', list(drawn('A', false)), list(drawn('A', true)), [['A', true]], true],
])('%s', (...[, live, listed, expected, isContradicted]) => {
  const fact = withListedPlans(live, listed);
  expect(fact.value.map(({ gasparId, zoned }) => [gasparId, zoned])).toEqual(expected);
  expect('contradictedBy' in fact).toBe(isContradicted);
});

it('an older live answer is kept as such, with both sources in its name', () => {
  const live = lastGood<Ppr[]>([], '2026-11-18T10:00:00Z') as Extract<Fact<Ppr[]>, { state: 'last-good' }>;
  expect(withListedPlans(live, list(undrawn('A')))).toMatchObject({
    state: 'last-good',
    value: [{ gasparId: 'A' }],
    provenance: { obtainedAt: '2026-11-18T10:00:00Z', label: 'Source d’essai ; Source d’essai' },
  });
});
