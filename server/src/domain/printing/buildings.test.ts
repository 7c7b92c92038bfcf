import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import type { FeatureCollection } from 'geojson';
import { describe, expect, test } from 'vitest';
import { placeBuildings } from '#domain/risks/buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import type { Building, Fact, Facts } from '#domain/risks/facts.ts';
import { placePerimeters } from '#domain/risks/plan-perimeters.ts';
import { building } from '#test/facts.ts';
import {
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  notObtained,
  obtained,
  PLACE,
  square,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';
import { factsGeoJson, factsJson } from '#domain/statement-document/facts.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { buildStatementDocument, type StatementDocument } from '#domain/statement-document/statement-document.ts';

/** Metres east of the middle of the parcel, which is 34 m wide. */
const at = (east: number): [number, number] => [
  PLACE.longitude + east / 111_195 / Math.cos((PLACE.latitude * Math.PI) / 180),
  PLACE.latitude,
];
/** 10 m wide, from 2 to 12 m east. */
const HOUSE = building(square(at(7), 10), { updatedOn: '2020-01-13' });
/** Its limit passes at 10 m west of the middle. */
const WEST = square(at(-110), 200);

function inputWith(buildings: Fact<Building[]>, facts: Facts = soiled(WEST)): StatementInput {
  const input = statementInput(facts);
  const perimeter = { servitude: 'PM1', gasparId: FLOOD_PLAN.gasparId, name: null, outline: WEST } as const;
  const planPerimeters = placePerimeters(obtained([perimeter]), input.findings, PLACE);
  const zones = delimitedZones(input.findings, planPerimeters);
  return { ...input, planPerimeters, buildings: placeBuildings(buildings, zones, PLACE) };
}

const soiled = (outline: Building['outline']): Facts => ({
  ...TYPICAL_FACTS,
  sis: obtained([{ id: 'SSP1', name: 'Ancienne usine', address: null, sheetUrl: null, outline }]),
});

const rowsOf = ({ regulatory, noise }: StatementDocument) => [
  ...regulatory.property,
  ...regulatory.blocks.flatMap(({ rows }) => rows),
  ...noise.blocks.flatMap(({ rows }) => rows),
];
const linesOf = (document: StatementDocument, label: string): string[] =>
  rowsOf(document).flatMap((row) => (row.kind === 'text' && row.label === label ? [plain(row.text)] : []));
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/gu, ' ').replaceAll('\u2060', '');

const printedLine = (buildings: Building[], outline = WEST): string =>
  linesOf(buildStatementDocument(inputWith(obtained(buildings), soiled(outline))), 'Bâtiment (indication)').at(-1) ??
  '';

describe('below a zone that touches the land', () => {
  test('the largest building is at a distance', () => {
    expect(printedLine([HOUSE])).toBe(
      'Terrain touché ; le bâtiment publié est à environ 12 m de la zone, emprise du 13/01/2020.',
    );
  });

  test('or touched too, with its share', () => {
    expect(printedLine([HOUSE], square(at(-93), 200))).toMatch(/publié est touché aussi, 50 % de son emprise du 13/u);
  });

  test('or within its accuracy, « à vérifier »', () => {
    expect(printedLine([{ ...HOUSE, updatedOn: null }], square(at(-100), 200))).toBe(
      'Terrain touché ; le bâtiment publié est à environ 2 m de la zone, emprise non datée ; c’est moins que la précision du dessin (3 m) : à vérifier.',
    );
    expect(printedLine([HOUSE], square(at(-97), 200))).toMatch(/est touché aussi, 10 % .*\(3 m\) : à vérifier\.$/u);
  });

  test('and another building is touched', () => {
    const shed = building(square(at(-13), 4), { id: 'shed' });
    expect(printedLine([HOUSE, shed])).toMatch(
      /; le plus grand bâtiment publié .*1 autre bâtiment publié est touché\.$/u,
    );
  });

  test('of each heading with an outline, and of the plan’s published perimeter', () => {
    const document = buildStatementDocument(inputWith(obtained([HOUSE]), EVERYTHING_FACTS));
    const blocks = [...document.regulatory.blocks, ...document.noise.blocks].filter(({ rows }) =>
      rows.some((row) => row.kind === 'text' && row.label === 'Bâtiment (indication)'),
    );
    expect(blocks.map(({ letter }) => letter)).toEqual(['A', 'E', 'G', null, null]);
  });
});

describe('the largest building is described once, with its doubts', () => {
  const described = (more: Partial<Building>, outline = HOUSE.outline): string =>
    linesOf(buildStatementDocument(inputWith(obtained([{ ...HOUSE, ...more, outline }]))), 'Bâtiments publiés').join();

  test('use, area, accuracy, date, RNB', () => {
    expect(described({})).toMatch(
      /^1 emprise de la BD TOPO® \(IGN\) touche la parcelle\. Résidentiel, 100 m², dessinée à 3 m près, emprise du 13\/01\/2020, identifiant RNB 7XD2T56XMD3T\./u,
    );
  });

  test.each([
    ['planned', { state: 'planned' }, /en projet : il n’est peut-être pas construit/u],
    ['being built', { state: 'under-construction' }, /en construction/u],
    ['ruined', { state: 'ruined' }, /en ruine/u],
    ['demolished', { state: 'demolished' }, /démoli/u],
    ['of unknown state', { state: 'unknown' }, /n’en donne pas l’état/u],
    ['light', { isLight: true }, /construction légère/u],
    [
      'of unknown accuracy',
      { accuracyMetres: null },
      /100 m², emprise du .*ne donne pas la précision du dessin : elle est tenue pour 5 m/u,
    ],
    ['without RNB', { rnbIds: [] }, /emprise du 13\/01\/2020\. Cette indication/u],
  ] as [string, Partial<Building>, RegExp][])('%s', (_, more, words) => {
    expect(described(more)).toMatch(words);
  });

  test('on the limit, or across it', () => {
    expect(described({}, square(at(21), 10))).toMatch(/sur la limite de la parcelle.*celui du voisin/u);
    expect(described({}, square(at(17), 20))).toMatch(/s’étend hors de la parcelle/u);
    expect(described({})).not.toMatch(/limite de la parcelle|hors de la parcelle/u);
  });
});

describe('the document', () => {
  const without = buildStatementDocument(inputWith(obtained([])));

  test('says no more where nothing is published than without buildings', () => {
    expect(without).toEqual(buildStatementDocument({ ...inputWith(obtained([])), buildings: null }));
    const neighbour = building(square(at(60), 10));
    expect(buildStatementDocument(inputWith(obtained([neighbour])))).toEqual(without);
  });

  test('says that the service did not answer, and nothing else', () => {
    const failed = buildStatementDocument(inputWith(notObtained('geopf-bdtopo-batiment')));
    const { table } = failed.sources;
    const [added] = table.rows.filter(
      ({ length }, i) =>
        length > 0 && !without.sources.table.rows.some((row) => JSON.stringify(row) === JSON.stringify(table.rows[i])),
    );
    expect(added?.map(({ text }) => plain(text))).toEqual([
      expect.any(String),
      expect.any(String),
      'non obtenu (délai dépassé)',
    ]);
    expect({ ...failed, sources: without.sources }).toEqual(without);
  });

  test('has the same answers and the same first page, whatever the buildings', () => {
    const answers = (document: StatementDocument) => rowsOf(document).filter(({ kind }) => kind === 'question');
    const document = buildStatementDocument(inputWith(obtained([HOUSE])));
    expect(answers(document)).toEqual(answers(without));
    expect(document.cover).toEqual(without.cover);
    expect(document.sources.method.length).toBe(without.sources.method.length + 1);
  });
});

describe('for machines', () => {
  test('the facts have the buildings, the land and the building of each zone', () => {
    const facts: unknown = JSON.parse(factsJson(inputWith(obtained([HOUSE]))));
    expect(StatementFacts.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({
      buildings: {
        state: 'obtained',
        reason: null,
        buildings: [{ id: HOUSE.id, rnbIds: ['7XD2T56XMD3T'], areaOnParcels: 100, isOnLimit: false }],
        zones: [
          { heading: 'pprn', land: { touchesParcel: true }, largest: { touched: false, distanceMetres: 12 } },
          { heading: 'sis', largest: { toVerify: false }, othersTouched: 0 },
        ],
      },
    });
    const failed: unknown = JSON.parse(factsJson(inputWith(notObtained('geopf-bdtopo-batiment'))));
    expect(failed).toMatchObject({ buildings: { state: 'not-obtained', reason: 'timeout', buildings: [] } });
  });

  test('the outlines have the footprints', () => {
    const { features } = JSON.parse(factsGeoJson(inputWith(obtained([HOUSE])))) as FeatureCollection;
    const drawn = features.filter(({ properties }) => properties?.['kind'] === 'building');
    expect(drawn.map(({ properties }) => properties?.['id'])).toEqual([HOUSE.id]);
  });
});
