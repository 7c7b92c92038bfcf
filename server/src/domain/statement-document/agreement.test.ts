import { describe, expect, it } from 'vitest';
import { placeBuildings } from '#domain/risks/buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import { placeOf, type Parcel } from '#domain/geometry/place.ts';
import type { Fact, Facts } from '#domain/risks/facts.ts';
import {
  confirmed,
  declared,
  declaredLot,
  disaster,
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  obtained,
  square,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';
import { REFERENCE_STATEMENTS } from '#test/reference-statements.ts';
import { building } from '#test/facts.ts';
import { many } from '#test/reference-builders.ts';
import { aParcel } from '#test/supplier-deps.ts';
import type { StatementInput } from './input.ts';
import { buildStatementDocument } from './statement-document.ts';

/** Every printed sentence agrees with what it counts, with the number of parcels and communes, and with the contract. */

const LORAY: [number, number] = [6.4967, 47.1531];
const HERE = ['25349', 'Loray'] as const;
const BOURGET = ['93013', 'Le Bourget'] as const;

const parcel = (number: number, [commune, communeName]: readonly [string, string], area = 1_156): Parcel => ({
  ...aParcel(LORAY[0] + number / 200_000, LORAY[1]),
  section: 'AB',
  number: String(number).padStart(4, '0'),
  commune,
  communeName,
  areaSquareMetres: area,
});

type Parcels = [Parcel, ...Parcel[]];
function inputOf(parcels: Parcels, listed: number, transaction: 'Vente' | 'Location' = 'Vente'): StatementInput {
  const first = <T>(fact: Fact<T[]>): Fact<T[]> =>
    fact.state === 'obtained' ? { ...fact, value: fact.value.slice(0, listed) } : fact;
  const facts: Facts = {
    ...EVERYTHING_FACTS,
    casias: first(EVERYTHING_FACTS.casias),
    installations: first(EVERYTHING_FACTS.installations),
    catnat: obtained(many(listed, disaster), 'arrêtés de catastrophe naturelle'),
  };
  const place = placeOf({ longitude: LORAY[0], latitude: LORAY[1] }, parcels);
  const input = statementInput(facts, place, confirmed('12 rue des Fontaines, 25390 Loray'));
  const footprints = obtained(many(listed, (index) => building(square([LORAY[0] + index / 20_000, LORAY[1]], 12), {})));
  const zones = delimitedZones(input.findings, null);
  return {
    ...input,
    buildings: placeBuildings(footprints, zones, place),
    statement: { ...input.statement, transaction },
  };
}

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(stringsOf);
};
const printedBy = (input: StatementInput): string[] => stringsOf(buildStatementDocument(input));

/** `counted` writes a no-break space before the noun. Dates, measures and « 2 sur 3 » are no counts. */
const NOT_NOUN = String.raw`(?!(?:sur|à|a|ha|ca|k?m|ans|mois|janvier|février|mars|avril|mai|juin|juillet|août|\p{L}+bre)(?!\p{L}))`;
const ONE = new RegExp(String.raw`\b[01]\u00a0${NOT_NOUN}\p{Ll}+[sx](?!\p{L})`, 'u');
const ONE_DO = new RegExp(String.raw`\b1\u00a0${NOT_NOUN}\p{Ll}+ (?:[^.;:]* )?(?:touchent|sont|figurent|ont)\b`, 'u');
const MANY = new RegExp(String.raw`\b(?:[2-9]|\d{2,3})\u00a0${NOT_NOUN}\p{Ll}{2,}(?<![sxz])(?!\p{L})`, 'u');

const disagreements = (texts: string[]): string[] =>
  texts.filter((text) => [ONE, ONE_DO, MANY].some((fault) => fault.test(text)));

describe('words that count', () => {
  it.each([1, 2, 3])('%i of each → singular or plural', (listed) => {
    expect(disagreements(printedBy(inputOf([parcel(1, HERE)], listed)))).toEqual([]);
  });

  it('the check sees what it is for', () => {
    const faults = ['1\u00a0emprises touche', '1\u00a0emprise de la BD TOPO® touchent la parcelle', '2\u00a0arrêté'];
    expect(disagreements(faults)).toEqual(faults);
  });

  it.each(REFERENCE_STATEMENTS)('$name', ({ input }) => {
    expect(disagreements(printedBy(input))).toEqual([]);
  });
});

/** A commune that does something, or of which something is said. */
const LA_COMMUNE = /\bla commune (?:compte|est (?!classée?)|fait|figure|ne figure)/iu;

describe('several plans', () => {
  const named = (count: number) =>
    many(count, (index) => ({ ...FLOOD_PLAN, gasparId: `P${index}`, name: `Plan ${index}` }));
  it.each([
    [
      1,
      /Le règlement du plan .* peut imposer .* Lisez-le .* s’il en impose/u,
      /Le règlement du plan .* s’impose à tout/u,
    ],
    [
      2,
      /Les règlements des plans .* peuvent imposer .* Lisez-les .* s’ils en imposent/u,
      /Les règlements des plans .* s’imposent à tout/u,
    ],
  ])('%i → its règlement, their règlements', (count, works, building) => {
    const { consequences } = buildStatementDocument(statementInput({ ...TYPICAL_FACTS, pprn: obtained(named(count)) }));
    const texts = stringsOf(consequences);
    expect(texts.find((text) => text.includes('imposer des travaux'))).toMatch(works);
    expect(texts.find((text) => text.includes('permis de construire. Demandez'))).toMatch(building);
  });

  it('a plan that may not reach the land is not said to bind it', () => {
    const pprn = obtained([{ ...FLOOD_PLAN, zoned: null, zones: [] }]);
    const { consequences } = buildStatementDocument(statementInput({ ...TYPICAL_FACTS, pprn }));
    expect(stringsOf(consequences).join(' ')).toMatch(/s’impose, si le bien est dans une de ses zones, à tout permis/u);
  });

  it.each([
    [1, 'à entourer à la main sur la carte du plan reproduite'],
    [2, 'à entourer à la main sur chaque carte de plan reproduite'],
  ])('%i maps without a mark', (count, words) => {
    const input = statementInput({ ...TYPICAL_FACTS, pprn: obtained(named(count)) });
    const boundPages = many(count, (index) => ({
      id: `P${index}-zonage`,
      where: 'partie 8',
      whole: true,
      marked: false,
    }));
    const { cover } = buildStatementDocument({ ...input, boundPages });
    expect(cover.next.find(({ title }) => title === 'Repérer')?.text).toContain(words);
  });
});

describe('one parcel or several, one commune or several', () => {
  it('one parcel → never « les parcelles »', () => {
    const plural = printedBy(inputOf([parcel(1, HERE)], 1)).filter((text) =>
      /\b[dl]es parcelles(?! voisines)/u.test(text),
    );
    expect(plural).toEqual([]);
  });

  it('two parcels → never « la parcelle », on the maps neither', () => {
    const input = inputOf([parcel(1, HERE), parcel(2, HERE)], 2);
    const statement = { ...input.statement, declarations: declaredLot(3) };
    const both = [...printedBy(input), ...printedBy({ ...input, statement, address: declared('Chez nous') })];
    expect(both).toContain('Parcelles du bien');
    expect(both.filter((text) => /\b(?:la|sa) parcelle\b|Parcelle du bien/u.test(text))).toEqual([]);
  });

  it('two communes: both in the titles and the foot, « dans les communes », the town halls of each', () => {
    const document = buildStatementDocument(inputOf([parcel(9, HERE), parcel(4, BOURGET), parcel(2, HERE)], 2));
    const texts = stringsOf(document).map((text) => text.replaceAll('\u00a0', ' '));
    expect(document.title).toContain('Loray et Le Bourget');
    expect(document.running.place).toBe('Parcelles 000-AB-0002 et 2\u00a0autres — Loray et Le Bourget');
    expect(document.cover.commune).toMatch(/^Communes\u00a0: .*Loray.*Le Bourget/u);
    expect(document.property.map(({ label }) => label)).toContain('Communes');
    expect(texts.filter((text) => /\bdans la commune\b(?! d’)/u.test(text))).toEqual([]);
    expect(texts.join(' ')).toContain('dans les communes');
    expect(texts.join(' ')).toContain('aux mairies de Loray et du Bourget, communes où est sis l’immeuble');
  });

  it('two communes: no sentence says « la commune » of a plan or of a list', () => {
    const both: Parcels = [parcel(9, HERE), parcel(4, BOURGET)];
    const study = { status: 'prescribed' as const, zoned: null, zones: [] };
    const facts: Partial<Facts> = {
      pprn: obtained([
        { ...FLOOD_PLAN, zoned: null, zones: [] },
        { ...FLOOD_PLAN, gasparId: 'S', ...study },
      ]),
      brushClearing: obtained({ departement: '25', sheetUrl: null, decreeDate: null, communeOnly: true }),
    };
    const listed = (isListed: boolean, coastalCommune: boolean) =>
      obtained({ coastalCommune, unpublished: false, zones: [], listed: { isListed, vintage: 'décret n° 2024-531' } });
    for (const coastlineRetreat of [listed(true, true), listed(true, false), listed(false, true)]) {
      const { place } = inputOf(both, 1);
      const input = statementInput({ ...EVERYTHING_FACTS, ...facts, coastlineRetreat }, place);
      const texts = [...printedBy(input), ...Object.values(input.findings).map(({ sentence }) => sentence)];
      expect(texts.filter((text) => LA_COMMUNE.test(text))).toEqual([]);
      expect(texts.join(' ').match(/Une des communes du bien/gu)?.length).toBeGreaterThan(3);
    }
  });

  it('an unconfirmed address → the communes beside the parcels', () => {
    const input = inputOf([parcel(1, HERE), parcel(2, BOURGET)], 1);
    const document = buildStatementDocument({ ...input, address: declared('Chez nous') });
    expect(document.cover.address).toBe('Parcelles 000-AB-0001, 000-AB-0002, Loray et Le Bourget');
  });

  it('parcels sorted by commune and number, areas as in a deed, with their total', () => {
    const parcels: Parcels = [parcel(9, HERE, 10_235), parcel(4, BOURGET, 56), parcel(2, HERE, 1_156)];
    const { regulatory } = buildStatementDocument(inputOf(parcels, 1));
    const rows = regulatory.parcels.rows.map((cells) => cells.map(({ text }) => text.replaceAll('\u00a0', ' ')));
    expect(rows.map(([, reference, , area]) => [reference, area])).toEqual([
      ['000-AB-0002', '11 a 56 ca'],
      ['000-AB-0009', '1 ha 02 a 35 ca'],
      ['000-AB-0004', '56 ca'],
      ['', '1 ha 14 a 47 ca'],
    ]);
  });
});

describe('for one contract', () => {
  it('a lease names no buyer and no seller', () => {
    const said = printedBy(inputOf([parcel(1, HERE)], 2, 'Location')).filter((text) =>
      /acquéreur|vendeur/iu.test(text),
    );
    expect(said).toEqual([]);
  });

  it('a sale names no tenant, except where the property is let later', () => {
    const document = buildStatementDocument(inputOf([parcel(1, HERE)], 2));
    const topics = document.consequences.topics.filter(({ title }) => title !== 'Louer');
    const texts = stringsOf({ ...document, consequences: topics });
    expect(texts.filter((text) => /locataire|bailleur/iu.test(text))).toEqual([]);
  });
});
