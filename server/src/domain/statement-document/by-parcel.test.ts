import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { describe, expect, it } from 'vitest';
import { confirmed, EVERYTHING_FACTS, notObtained, obtained, statementInput } from '#test/statement-input.ts';
import { aParcel } from '#test/supplier-deps.ts';
import { placeOf, type Parcel } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { factsGeoJson, factsJson } from './facts.ts';
import { cell, inColumns, type Cell } from '#domain/printing/parts.ts';
import { buildStatementDocument } from './statement-document.ts';

const LORAY = { longitude: 6.4967, latitude: 47.1531 };
const parcel = (index: number, commune: [string, string], farBy = 1 / 2_000): Parcel => ({
  ...aParcel(LORAY.longitude + index * farBy, LORAY.latitude),
  section: 'AB',
  number: String(index + 1).padStart(4, '0'),
  commune: commune[0],
  communeName: commune[1],
});
const HERE: [string, string] = ['25349', 'Loray'];
/** Degrees of longitude between two parcels that no published zone joins. */
const FAR = 0.5;
const NEXT: [string, string] = ['25288', 'Fuans'];
const inputOf = (communes: [string, string][], facts: Facts = EVERYTHING_FACTS, farBy?: number) => {
  const [first, ...others] = communes.map((commune, index) => parcel(index, commune, farBy));
  if (first === undefined) throw new Error('no parcel');
  return statementInput(facts, placeOf(LORAY, [first, ...others]), confirmed('12 rue des Fontaines, 25390 Loray'));
};

describe('several parcels', () => {
  it('a table after the form: a line for each published zone that lies alike to all parcels', () => {
    const { byParcel } = buildStatementDocument(inputOf([HERE, HERE, HERE])).regulatory;
    expect(byParcel?.intro.join(' ')).toContain('bien entier');
    const [alike] = byParcel?.tables ?? [];
    expect(alike?.head).toEqual(['Zone', 'Les 3 parcelles']);
    expect(alike?.rows.length).toBeGreaterThan(0);
  });

  it('where the parcels differ: a line for each, and a column for each zone', () => {
    const { byParcel } = buildStatementDocument(inputOf([HERE, HERE], EVERYTHING_FACTS, FAR)).regulatory;
    const [differing] = byParcel?.tables ?? [];
    expect(differing?.head[0]).toBe('Parcelle');
    const [[, here], [, there]] = (differing?.rows ?? []) as [Cell[], Cell[]];
    expect([here?.text, there?.text]).toEqual(['100\u00A0%', expect.stringMatching(/^à plus de 1/u)]);
  });

  it('a long list is read down its columns', () => {
    const [a, b, c] = ['AB 1', 'AB 2', 'AB 3'].map((name) => cell(name)) as [Cell, Cell, Cell];
    const table = inColumns({ head: ['Parcelle'], widths: [30], rows: [[a], [b], [c]] }, 2);
    expect(table).toMatchObject({
      head: ['Parcelle', 'Parcelle'],
      widths: [30, 30],
      rows: [
        [a, c],
        [b, { text: '' }],
      ],
    });
  });

  it('outlines that were not obtained are named, and no sentence speaks for them', () => {
    const silent = notObtained('sis');
    const input = { ...inputOf([HERE, HERE], { ...EVERYTHING_FACTS, sis: silent }), planPerimeters: silent };
    const intro = buildStatementDocument(input).regulatory.byParcel?.intro.join(' ');
    expect(intro).toMatch(/Non vérifié par parcelle, faute de réponse\s: .* et périmètres publiés des plans\./);
  });

  it('the data and the GeoJSON carry each parcel with its zones', () => {
    const input = inputOf([HERE, HERE]);
    const { place } = StatementFacts.parse(JSON.parse(factsJson(input)));
    expect(place.parcels.map(({ zones }) => (zones ?? []).length > 0)).toEqual([true, true]);
    const { features } = JSON.parse(factsGeoJson(input)) as {
      features: { properties: { kind: string; zones?: unknown[] } }[];
    };
    const drawn = features.filter(({ properties }) => properties.kind === 'parcel');
    expect(drawn.map(({ properties }) => properties.zones?.length)).toEqual(
      place.parcels.map(({ zones }) => zones?.length),
    );
  });

  it('one parcel has neither', () => {
    const input = inputOf([HERE]);
    expect(buildStatementDocument(input).regulatory.byParcel).toBeNull();
    expect(factsJson(input)).not.toContain('"zones": [\n   {\n    "heading"');
    expect(StatementFacts.parse(JSON.parse(factsJson(input))).place.parcels[0]).not.toHaveProperty('zones');
  });
});

describe('several communes', () => {
  const facts: Facts = {
    ...EVERYTHING_FACTS,
    seismicZone: obtained(
      {
        zone: 3 as const,
        communes: [
          { code: '25349', name: 'Loray', value: 3 as const },
          { code: '25288', name: 'Fuans', value: 2 as const },
        ],
      },
      'zonage sismique',
    ),
  };

  it('each is named with its class, and the most exposed answers for the property', () => {
    const { regulatory, cover } = buildStatementDocument(inputOf([HERE, NEXT], facts, FAR));
    expect(JSON.stringify(regulatory.blocks)).toMatch(/Loray\s:\szone\s3\s;\sFuans\s:\szone\s2/u);
    expect(cover.commune).toMatch(/Loray\s\(code\sInsee\s25349\), Fuans\s\(25288\)/u);
    expect(JSON.stringify(cover.concerned)).toContain('commune entière\u00A0: Loray');
    expect(regulatory.byParcel?.tables[0]?.rows.map(([name]) => name?.text)).toEqual(['AB 1, Loray', 'AB 2, Fuans']);
  });

  it('a decree that names both is one line', () => {
    const decree = {
      code: 'INTE1',
      hazard: 'Inondations',
      start: '2020-01-01',
      end: '2020-01-02',
      decree: '2020-02-01',
      journalOfficiel: '2020-02-02',
    };
    const catnat = obtained(
      [
        { ...decree, commune: 'LORAY' },
        { ...decree, commune: 'FUANS' },
      ],
      'catnat',
    );
    const { disasters } = buildStatementDocument(inputOf([HERE, NEXT], { ...facts, catnat }));
    expect(disasters.rows.map(({ cells }) => cells[0]?.detail)).toEqual(['INTE1, LORAY et FUANS']);
  });
});
