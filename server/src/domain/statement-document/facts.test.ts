import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { booleanClockwise } from '@turf/turf';
import type { FeatureCollection, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS } from '@clairisque/contract/common/headings.ts';
import { factsGeoJson, factsJson } from './facts.ts';
import type { StatementInput } from './input.ts';
import { EVERYTHING_FACTS, NOTHING_FACTS, obtained, statementInput } from '#test/statement-input.ts';

const SITE = { id: 'A', name: 'Station', activity: null, status: null, address: null, sheetUrl: null };
const everything = (): StatementInput => {
  const casias = obtained([
    { ...SITE, distanceMetres: 40, position: [6.49681234567, 47.15] as [number, number] },
    { ...SITE, id: 'B', distanceMetres: null },
  ]);
  const input = statementInput({ ...EVERYTHING_FACTS, casias });
  return { ...input, statement: { ...input.statement, seller: 'Jeanne Discrète' } };
};

describe('the machine-readable statement', () => {
  it.each([
    ['everything concerned', everything],
    ['a typical place', () => statementInput()],
    ['nothing obtained', () => statementInput(NOTHING_FACTS)],
  ])('keeps to its published schema, whole: %s', (_, make) => {
    const facts: unknown = JSON.parse(factsJson(make()));
    expect(StatementFacts.parse(facts)).toEqual(facts);
  });

  it('lists every heading with its state, its sentence and its sources', () => {
    const { findings } = everything();
    const { compulsory, informative } = StatementFacts.parse(JSON.parse(factsJson(everything())));
    expect(Object.keys(compulsory)).toEqual([...COMPULSORY_HEADINGS]);
    expect(Object.keys(informative)).toEqual([...INFORMATIVE_HEADINGS]);
    for (const [name, published] of Object.entries({ ...compulsory, ...informative })) {
      const { state, sentence, article, duty, provenances } = findings[name as keyof typeof findings];
      expect(published).toMatchObject({ state, sentence, article, duty, provenances });
    }
    expect(compulsory.sis.details?.sites[0]).toMatchObject({
      name: 'Ancienne usine à gaz',
      overlap: { shareOfParcel: 1 },
    });
  });

  it('says why a source did not answer, and repeats no party’s name', () => {
    const { compulsory } = StatementFacts.parse(JSON.parse(factsJson(statementInput(NOTHING_FACTS))));
    expect(compulsory.radon).toMatchObject({ state: 'not-obtained', reason: 'timeout', details: null });
    expect(factsJson(everything()) + factsGeoJson(everything())).not.toContain('Discrète');
  });

  it('names the edition that it replaces', () => {
    const replaces = { reference: 'ERP-2026-000123', issuedOn: Temporal.PlainDate.from('2026-05-01') };
    const facts = JSON.parse(
      factsJson({ ...everything(), replaces, changes: ['Le radon passe au niveau 3.'] }),
    ) as object;
    expect(facts).toMatchObject({ replaces: { issuedOn: '2026-05-01' }, changes: ['Le radon passe au niveau 3.'] });
  });
});

describe('the outlines', () => {
  const { features } = JSON.parse(factsGeoJson(everything())) as FeatureCollection;

  it('contain the point, the parcels, the zones, and the sites with a position', () => {
    const kinds = Map.groupBy(features, ({ properties }) => String(properties?.['kind']));
    const count = (kind: string): number | undefined => kinds.get(kind)?.length;
    expect([count('point'), count('parcel'), count('zone'), count('site')]).toEqual([1, 1, 4, 1]);
    expect(kinds.get('zone')?.map(({ properties }) => properties?.['heading'])).toEqual([
      'trait-de-cote',
      'sis',
      'bruit',
      'bruit',
    ]);
  });

  it('follow RFC 7946: rings closed, exterior counterclockwise, six decimals', () => {
    const polygons = features.flatMap(({ geometry }): Position[][][] =>
      geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
    );
    expect(polygons.length).toBe(5);
    for (const [exterior = []] of polygons) {
      expect(booleanClockwise(exterior)).toBe(false);
      expect(exterior.at(-1)).toEqual(exterior[0]);
    }
    expect(factsGeoJson(everything())).not.toMatch(/\d\.\d{7}/u);
  });
});
