import { expect, test } from 'vitest';
import { processorMs } from '#test/processor.ts';
import {
  FLOOD_PLAN,
  notObtained,
  obtained,
  PLACE,
  square,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';
import type { Fact, PlanPerimeter, Ppr } from './facts.ts';
import { placePerimeters } from './plan-perimeters.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { factsGeoJson } from '#domain/statement-document/facts.ts';
import { mappedHeadings } from '#domain/statement-document/mapped-zones.ts';
import { buildStatementDocument } from '#domain/statement-document/statement-document.ts';

const HERE: [number, number] = [PLACE.longitude, PLACE.latitude];
/** West half of the parcel, which is 34 m wide. */
const WEST: [number, number] = [HERE[0] - 100 / 111_195 / Math.cos((HERE[1] * Math.PI) / 180), HERE[1]];
const perimeter = (more: Partial<PlanPerimeter>): PlanPerimeter => ({
  servitude: 'PM1',
  gasparId: FLOOD_PLAN.gasparId,
  name: 'PM1_PPRi',
  outline: square(WEST, 200),
  ...more,
});

function printed(perimeters: Fact<PlanPerimeter[]>) {
  const findings = assessRisks(TYPICAL_FACTS, PLACE);
  const planPerimeters = placePerimeters(perimeters, findings, PLACE);
  const document = buildStatementDocument({ ...statementInput(), findings, planPerimeters });
  const block = (letter: string) => document.regulatory.blocks.find((one) => one.letter === letter)?.rows ?? [];
  return { block, document, headings: mappedHeadings(findings, planPerimeters) };
}

test('the perimeter of a listed plan is in its block, with its share, and drawn', () => {
  const { block, headings, document } = printed(obtained([perimeter({})], 'apicarto-gpu-sup'));
  expect(block('A')).toContainEqual(
    expect.objectContaining({
      label: 'Périmètre publié',
      text: expect.stringMatching(/servitude PM1.*terrain touché, 50\s%/u),
    }),
  );
  expect(headings).toMatchObject([
    {
      heading: 'pprn',
      subject: 'PPR inondation du Doubs central',
      zones: [{ isOwn: true, label: 'Périmètre publié : PPR inondation du Doubs central', outline: square(WEST, 200) }],
    },
  ]);
  expect(JSON.stringify(document)).toContain('indication, qui ne coche aucune case');
});

test('a perimeter that denies the « non » of its heading is named once in its block', () => {
  const facts = {
    ...TYPICAL_FACTS,
    pprn: obtained([]),
    planPerimeters: obtained([perimeter({ name: 'PPRi voisin' })]),
  };
  const findings = assessRisks(facts, PLACE);
  const planPerimeters = placePerimeters(facts.planPerimeters, findings, PLACE);
  const { regulatory } = buildStatementDocument({ ...statementInput(), findings, planPerimeters });
  const rows = regulatory.blocks.find(({ letter }) => letter === 'A')?.rows;
  expect(JSON.stringify(rows).match(/PPRi voisin/gu)).toHaveLength(1);
});

test.each<[string, Ppr[], RegExp]>([
  [
    'one',
    [{ ...FLOOD_PLAN, gasparId: 'A', name: 'A', zoned: false }],
    /recense «\sA\s» sans placer .* une de ses zones/u,
  ],
  [
    'two',
    ['A', 'B'].map((name) => ({ ...FLOOD_PLAN, gasparId: name, name, zoned: false })),
    /recense «\sA\s» et «\sB\s» sans placer .* une de leurs zones/u,
  ],
  [
    'one, and one without zones yet',
    [
      { ...FLOOD_PLAN, gasparId: 'A', name: 'A', zoned: false },
      { ...FLOOD_PLAN, gasparId: 'B', name: 'B', zoned: false, status: 'prescribed' },
    ],
    /recense «\sA\s» sans placer .* une de ses zones/u,
  ],
])('plans of which no zone reaches the land, beside a perimeter over it: %s', (_, listed, expected) => {
  const facts = { ...TYPICAL_FACTS, pprn: obtained(listed), planPerimeters: obtained([perimeter({})]) };
  expect(assessRisks(facts, PLACE).pprn.contradiction?.sentence).toMatch(expected);
});

test('a plan that does not reach the land, whose perimeter covers it, is not « vérifié et non retenu » beside another', () => {
  const other = (name: string): Ppr => ({
    ...FLOOD_PLAN,
    gasparId: name,
    name: `PPR ${name}`,
    zoned: false,
    zones: [],
  });
  const listed = [FLOOD_PLAN, other('A'), other('B')];
  const published = [perimeter({ gasparId: 'A', name: 'PPR A' })];
  const facts = { ...TYPICAL_FACTS, pprn: obtained(listed), planPerimeters: obtained(published) };
  const findings = assessRisks(facts, PLACE);
  expect(findings.pprn.sentence).toMatch(/Vérifié et non retenu\s: «\sPPR B\s»\./u);
  expect(findings.pprn.contradiction?.sentence).toMatch(
    /recense «\sPPR A\s» sans placer l’immeuble dans une de ses zones/u,
  );
  const planPerimeters = placePerimeters(facts.planPerimeters, findings, PLACE);
  const document = buildStatementDocument({ ...statementInput(), findings, planPerimeters });
  expect(JSON.stringify(document)).not.toMatch(/Vérifié et non retenu[^.]*PPR A/u);
});

test('a perimeter beside the land changes no box, and is printed with its distance', () => {
  const near = square([WEST[0], WEST[1]], 160);
  const stray = perimeter({ servitude: 'PM3', gasparId: null, name: 'PPRT du dépôt', outline: near });
  const { block, document } = printed(obtained([stray]));
  const without = printed(obtained([]));
  expect(block('C').slice(0, -1)).toEqual(without.block('C'));
  expect(block('C').at(-1)).toMatchObject({
    kind: 'note',
    text: expect.stringMatching(
      /la servitude PM3, «\sPPRT du dépôt\s».*terrain non touché, limite à 3\sm\. Les deux sources ne se contredisent pas/u,
    ),
  });
  expect(document.cover.verdict).toEqual(without.document.cover.verdict);
});

test('a plan of a hundred thousand points is compared quickly', async () => {
  const ring = Array.from({ length: 100_000 }, (_, index): [number, number] => {
    const angle = (index / 100_000) * 2 * Math.PI;
    const metres = 3000 + 40 * Math.sin(index / 7);
    return [HERE[0] + (metres * Math.cos(angle)) / 75_000, HERE[1] + (metres * Math.sin(angle)) / 111_195];
  });
  const outline = { type: 'MultiPolygon' as const, coordinates: [[[...ring, ring[0] ?? HERE]]] };
  const place = () => placePerimeters(obtained([perimeter({ outline })]), assessRisks(TYPICAL_FACTS, PLACE), PLACE);
  expect(await processorMs(place)).toBeLessThan(500);
  const placed = place();
  expect(placed).toMatchObject({ value: [{ overlap: { shareOfParcel: 1 } }] });
  // The attachments leave the outline out.
  expect(factsGeoJson({ ...statementInput(), planPerimeters: placed }).length).toBeLessThan(5000);
});

test('a failure of the source shows only in its line of the sources', () => {
  const { document, headings } = printed(notObtained('apicarto-gpu-sup'));
  expect(headings).toEqual([]);
  expect(JSON.stringify(document)).toContain('non obtenu (délai dépassé)');
});
