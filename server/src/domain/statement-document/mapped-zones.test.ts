import { describe, expect, it } from 'vitest';
import { assessRisks } from '#domain/headings/assess.ts';
import type { NoiseZone, RetreatZone } from '#domain/risks/facts.ts';
import { FLOOD_PLAN, obtained, PLACE, square, TYPICAL_FACTS } from '#test/statement-input.ts';
import { mappedHeadings, unitedZonings, withNeighbours, type PublishedZone } from './mapped-zones.ts';

const at = (east: number): [number, number] => [PLACE.longitude + east / 78_000, PLACE.latitude];
const noise = (zone: NoiseZone['zone'], east: number, aerodrome = 'LFPB'): NoiseZone => ({
  aerodrome,
  aerodromeName: aerodrome,
  zone,
  index: null,
  decreeDate: null,
  documentUrl: null,
  outline: square(at(east), 400),
});
const retreat = (horizon: RetreatZone['horizon'], east: number, provisional = false): RetreatZone => ({
  horizon,
  provisional,
  label: `Recul, ${horizon}`,
  documentUrl: null,
  outline: square(at(east), 200),
});
const findingsOf = (noiseZones: NoiseZone[], zones: RetreatZone[] = []) =>
  assessRisks(
    {
      ...TYPICAL_FACTS,
      noise: obtained(noiseZones),
      noisePlans: obtained([]),
      coastlineRetreat: obtained({ coastalCommune: true, unpublished: false, zones }),
    },
    PLACE,
  );
const namesOf = (headings: ReturnType<typeof mappedHeadings>, of: string) =>
  headings
    .filter(({ heading }) => heading === of)
    .flatMap(({ zones }) => zones.map(({ mark, isOwn, style }) => `${mark}${isOwn ? ' (bien)' : ''} ${style}`));

describe('the zones of a map', () => {
  it('of an aerodrome: all of the frame by their letters, the property’s told apart, no other aerodrome’s', () => {
    const own = mappedHeadings(findingsOf([noise('A', 0)]), null);
    expect(namesOf(own, 'bruit')).toEqual(['A (bien) peb-a']);
    const around = { bruit: [noise('C', 500), noise('A', 0), noise('B', 300), noise('D', 0, 'LFPG')], 'trait-de-cote': [] }; // prettier-ignore
    const all = withNeighbours(own, around);
    expect(namesOf(all, 'bruit')).toEqual(['A (bien) peb-a', 'B peb-b', 'C peb-c']);
    // A drawing that is drawn twice would cancel itself.
    expect(all[0]?.zones[0]?.outline.coordinates).toHaveLength(1);
  });

  it('of the coast: the nearer horizon seaward, though it does not touch the property', () => {
    const own = mappedHeadings(findingsOf([], [retreat('30-100', 0)]), null);
    const around = { bruit: [], 'trait-de-cote': [retreat('0-30', -270), retreat('0-30', 900, true)] };
    const all = withNeighbours(own, around);
    expect(namesOf(all, 'trait-de-cote')).toEqual(['0–30 ans cote-30', '30–100 ans (bien) cote-100']);
    // A carte de préfiguration is drawn only where nothing is decided.
    const [near] = all.flatMap(({ zones }) => zones).filter(({ style }) => style === 'cote-30');
    expect(near?.outline.coordinates).toHaveLength(1);
  });

  it('that were not obtained: those of the findings, and the map says so', () => {
    const own = mappedHeadings(findingsOf([noise('A', 0)]), null);
    const [map] = withNeighbours(own, { bruit: null, 'trait-de-cote': null });
    expect(map).toMatchObject({ hasNeighbours: false, zones: own[0]?.zones });
  });

  it('of a plan in a release: each code with the colour of its rule, none of another plan', () => {
    const code = FLOOD_PLAN.zones[0]?.code ?? '';
    const zone = (own: Partial<PublishedZone>): PublishedZone => ({
      gasparId: FLOOD_PLAN.gasparId ?? '',
      code,
      name: null,
      rule: 'prescriptions',
      ruleLabel: 'Prescriptions',
      outline: square(at(0), 100),
      ...own,
    });
    const zonings = obtained([
      zone({}),
      zone({ code: 'R9', rule: 'interdiction' }),
      zone({ gasparId: 'other', code: 'X' }),
    ]);
    const headings = mappedHeadings(findingsOf([]), null, zonings);
    expect(namesOf(headings, 'pprn').toSorted()).toEqual([`${code} (bien) ppr-bleu`, 'R9 ppr-rouge'].toSorted());
    expect(headings[0]).toMatchObject({ subject: FLOOD_PLAN.name, zoning: { source: expect.any(String) } });
  });

  it('of a plan that a release keeps in pieces: one zone, without the pieces’ limits', () => {
    const piece = (east: number): PublishedZone => ({
      gasparId: FLOOD_PLAN.gasparId ?? '',
      code: 'B1',
      name: null,
      rule: 'prescriptions',
      ruleLabel: null,
      outline: square(at(east), 100),
    });
    const zonings = unitedZonings(obtained([piece(0), piece(60)]), findingsOf([]), PLACE);
    expect(zonings).toMatchObject({ value: [{ code: 'B1' }] });
    const [zone] = mappedHeadings(findingsOf([]), null, zonings)[0]?.zones ?? [];
    expect(zone?.outline.coordinates).toHaveLength(1);
  });

  it('more than ten: the property’s own are kept', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...retreat('30-100', 900 + index), label: `A ${index}` }));
    const own = mappedHeadings(findingsOf([], [{ ...retreat('0-30', 0), label: 'Z' }]), null);
    const [map] = withNeighbours(own, { bruit: [], 'trait-de-cote': many });
    expect(map?.zones).toHaveLength(10);
    expect(map?.zones.filter(({ isOwn }) => isOwn).map(({ label }) => label)).toEqual(['Z']);
  });
});
