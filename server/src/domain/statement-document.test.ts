import { describe, expect, it } from 'vitest';
import type { Declarations } from '@clairisque/contract/statements.ts';
import type { Facts } from './facts.ts';
import { scaleBar } from './statement-document-maps.ts';
import type { Block, Row } from './statement-document-parts.ts';
import { printed } from './statement-document-text.ts';
import { buildStatementDocument } from './statement-document.ts';
import type { StatementDocument } from './statement-document.ts';
import {
  ENDLESS,
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  frame,
  notObtained,
  NOTHING_FACTS,
  obtained,
  PLACE,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';

const document = (facts: Facts = TYPICAL_FACTS, declarations: Declarations | null = null): StatementDocument => {
  const input = statementInput(facts);
  return buildStatementDocument({ ...input, statement: { ...input.statement, declarations } });
};

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/gu, ' ').replaceAll('\u200b', '');
const blocks = (doc: StatementDocument, letter: string): Block[] =>
  doc.regulatory.blocks.filter((block) => block.letter === letter);

/** « oui », « non », « aucune » …: the labels of the ticked boxes of the question that begins so. */
function ticked(rows: Row[], label: string): string[] {
  const row = rows.find((row) => row.kind === 'question' && plain(row.label).startsWith(label));
  if (row?.kind !== 'question') throw new Error(`no question « ${label} »`);
  return row.boxes.filter((box) => box.checked).map((box) => plain(box.label));
}

const NOTHING_DECLARED: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

describe('cover', () => {
  it.each([
    [TYPICAL_FACTS, 'concerned', 'Votre bien est concerné par 2 des 10 points que la loi impose de vérifier.'],
    [EVERYTHING_FACTS, 'concerned', 'Votre bien est concerné par 10 des 10 points que la loi impose de vérifier.'],
    [
      { ...TYPICAL_FACTS, pprn: obtained([]), seismicZone: obtained({ zone: 1 as const }) },
      'not-concerned',
      'Votre bien n’est concerné par aucun des 10 points que la loi impose de vérifier.',
    ],
    [
      { ...TYPICAL_FACTS, radon: notObtained('radon') },
      'concerned',
      'Votre bien est concerné par 2 des 10 points que la loi impose de vérifier. Un point n’a pas pu être vérifié.',
    ],
    [NOTHING_FACTS, 'not-obtained', 'Aucun des 10 points que la loi impose de vérifier n’a pu l’être.'],
  ])('gives the verdict %#', (facts, state, headline) => {
    const { verdict } = document(facts).cover;
    expect([verdict.state, plain(verdict.headline)]).toEqual([state, headline]);
  });

  it('puts every compulsory heading in exactly one list', () => {
    const { cover } = document({ ...TYPICAL_FACTS, sis: notObtained('sis') });
    expect([cover.concerned.length, cover.notObtained.length, cover.notConcerned.length]).toEqual([2, 1, 7]);
  });

  it('keeps the cover short for many parcels, and lists them all in part 1', () => {
    const [parcel] = PLACE.parcels;
    const parcels = Array.from({ length: 50 }, (_, index) => ({
      ...(parcel as NonNullable<typeof parcel>),
      number: String(index + 1).padStart(4, '0'),
    }));
    const doc = buildStatementDocument(statementInput(undefined, { ...PLACE, parcels }));
    expect(doc.cover.parcels).toHaveLength(4);
    expect(plain(doc.cover.moreParcels ?? '')).toBe('et 46 autres parcelles, en partie 1');
    expect(doc.regulatory.parcels.rows).toHaveLength(50);
    expect(plain(doc.running.place)).toBe('Parcelles 000-0A-0001, 000-0A-0002, 000-0A-0003 et 47 autres — 25390 Loray');
  });
});

describe('regulatory blocks', () => {
  it('prints the blocks A to K, one A a plan', () => {
    const letters = document(EVERYTHING_FACTS).regulatory.blocks.map((block) => block.letter);
    expect(letters.join('')).toBe('AAABCDEFGHIJK');
  });

  it('ticks nothing when the answer was not obtained, and says so', () => {
    const doc = document(NOTHING_FACTS);
    const questions = doc.regulatory.blocks.filter(({ letter }) => letter !== 'K');
    const labels = questions.flatMap((block) =>
      block.rows.flatMap((row) =>
        row.kind === 'question' ? row.boxes.filter((box) => box.checked).map((box) => box.label) : [],
      ),
    );
    expect(labels).toEqual(['zonage indisponible']);
    const [row] = blocks(doc, 'E')[0]?.rows ?? [];
    expect(row).toMatchObject({ sentence: expect.stringContaining('Donnée non obtenue') });
  });

  it('gives the état, the date and the hazards of a plan', () => {
    const rows = blocks(document(), 'A')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est situé dans le périmètre')).toEqual(['oui']);
    expect(ticked(rows, 'État du plan')).toEqual(['approuvé', 'en cours de révision']);
    expect(ticked(rows, 'Risques naturels')).toEqual(['inondation', 'remontée de nappe']);
    expect(rows.flatMap((row) => (row.kind === 'question' ? [plain(row.sentence)] : []))).toContain(
      'Plan approuvé le 28/03/2008, en cours de révision.',
    );
  });

  it('shows a merely prescribed plan in its family’s block', () => {
    const facts = {
      ...TYPICAL_FACTS,
      pprn: obtained([{ ...FLOOD_PLAN, status: 'prescribed' as const, underRevision: false, zoned: null, zones: [] }]),
    };
    const rows = blocks(document(facts), 'A')[0]?.rows ?? [];
    expect(ticked(rows, 'État du plan')).toEqual(['prescrit']);
  });

  it.each([
    ['not placed by the source', { zoned: null, zones: [] }],
    ['of an unknown état, without a zone here', { status: 'unknown' as const, zoned: false, zones: [] }],
    ['in force elsewhere in the commune, under revision', { underRevision: true, zoned: false, zones: [] }],
  ])('leaves the perimeter of a plan %s to tick, « à vérifier »', (_, plan) => {
    const [block] = blocks(document({ ...TYPICAL_FACTS, pprn: obtained([{ ...FLOOD_PLAN, ...plan }]) }), 'A');
    expect(ticked(block?.rows ?? [], 'L’immeuble est situé dans le périmètre')).toEqual([]);
    expect(JSON.stringify(block?.rows)).toContain('à vérifier');
  });

  it.each([
    [['prescriptions', 'unidentified'], [], ['oui']],
    [['unidentified'], [], []],
    [['expropriation', 'prescriptions-outside-hazard'], ['oui'], ['non']],
  ] as const)('answers the secteurs of a PPRT whose rules are %j', (rules, leaving, prescription) => {
    const zones = rules.map((rule) => ({ code: 'r', name: null, rule, ruleLabel: null }));
    const answers = (partial: boolean) => {
      const pprt = obtained([{ ...FLOOD_PLAN, family: 'pprt' as const, zones, partial }]);
      const rows = blocks(document({ ...TYPICAL_FACTS, pprt }), 'C')[0]?.rows ?? [];
      return ['L’immeuble est situé en secteur', 'L’immeuble est situé en zone de prescription'].map((label) =>
        ticked(rows, label),
      );
    };
    expect(answers(false)).toEqual([leaving, prescription]);
    // Points that miss part of the property find zones, they exclude none.
    expect(answers(true).flat()).not.toContain('non');
  });

  it.each([
    ['pprm', 'B', 'Risques miniers', ['autres']],
    ['pprn', 'A', 'Risques naturels', ['mouvement de terrain']],
  ] as const)('ticks a slope’s movement in a %s', (...[family, letter, label, expected]) => {
    const plan = { ...FLOOD_PLAN, family, hazards: ['Glissements ou mouvements de pente'] };
    const rows = blocks(document({ ...TYPICAL_FACTS, [family]: obtained([plan]) }), letter)[0]?.rows ?? [];
    expect(ticked(rows, label)).toEqual(expected);
  });

  it('ticks « zonage indisponible » on a coast without a published document, and leaves what it cannot know', () => {
    const shoreline = obtained({ coastalCommune: true, unpublished: true, zones: [] });
    const rows = blocks(document({ ...TYPICAL_FACTS, shoreline }), 'G')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est situé dans une zone exposée')).toEqual(['zonage indisponible']);
    expect(ticked(rows, 'L’immeuble est situé sur une commune')).toEqual([]);
    expect(JSON.stringify(rows)).toContain('à vérifier auprès de la mairie');
  });

  it('leaves the list of the decree to tick when the source does not say whether the commune is coastal', () => {
    const shoreline = obtained({ coastalCommune: null, unpublished: false, zones: [] });
    const rows = blocks(document({ ...TYPICAL_FACTS, shoreline }), 'G')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est situé sur une commune')).toEqual([]);
  });

  it('answers « non » only when the source answered', () => {
    expect(ticked(blocks(document(), 'B')[0]?.rows ?? [], 'L’immeuble')).toEqual(['non']);
    expect(
      ticked(blocks(document({ ...TYPICAL_FACTS, pprm: notObtained('pprm') }), 'B')[0]?.rows ?? [], 'L’immeuble'),
    ).toEqual([]);
  });

  it.each([
    [1, 'zone 1 très faible'],
    [4, 'zone 4 moyenne'],
  ] as const)('ticks the seismic zone %i', (zone, label) => {
    const doc = document({ ...TYPICAL_FACTS, seismicZone: obtained({ zone }) });
    expect(ticked(blocks(doc, 'D')[0]?.rows ?? [], 'L’immeuble se situe')).toEqual([label]);
  });
});

describe('owner’s declarations', () => {
  const works = { ...NOTHING_DECLARED, travaux_prescrits: true, travaux_realises: false };

  it('ticks the works of the only plan', () => {
    const rows = blocks(document(TYPICAL_FACTS, works), 'A')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est concerné par des prescriptions')).toEqual(['oui']);
    expect(ticked(rows, 'Si oui')).toEqual(['non']);
  });

  it('leaves the works to fill in when several plans apply: nobody said which règlement prescribes them', () => {
    for (const block of blocks(document(EVERYTHING_FACTS, works), 'A'))
      expect(ticked(block.rows, 'L’immeuble est concerné par des prescriptions')).toEqual([]);
  });

  it.each([
    [true, ['oui'], []],
    [false, ['non'], ['non']],
    [null, [], []],
  ])('indemnified disasters %s: block I %j, each decree %j', (sinistres_indemnises, inBlock, inDecree) => {
    const doc = document(TYPICAL_FACTS, { ...NOTHING_DECLARED, sinistres_indemnises });
    expect(ticked(blocks(doc, 'I')[0]?.rows ?? [], 'Le bien')).toEqual(inBlock);
    for (const row of doc.disasters.rows)
      expect(row.boxes.filter((box) => box.checked).map((box) => box.label)).toEqual(inDecree);
  });

  it('lists every decree of the commune, the latest first', () => {
    const { rows } = document(EVERYTHING_FACTS).disasters;
    expect(rows).toHaveLength(200);
    expect(rows[0]?.cells[1]?.text).toMatch(/2025$/u);
    expect(rows.at(-1)?.cells[1]?.text).toMatch(/1983$/u);
  });
});

describe('noise', () => {
  it('prints one block an aerodrome, with the psophic index without unit', () => {
    const { blocks } = document(EVERYTHING_FACTS).noise;
    expect(blocks.map((block) => plain(block.title)).sort()).toEqual([
      'Aérodrome : Paris-Charles-de-Gaulle (LFPG)',
      'Aérodrome : Paris-Le Bourget (LFPB)',
    ]);
    const psophic = blocks.find((block) => block.title.includes('LFPB'))?.rows ?? [];
    expect(ticked(psophic, 'L’immeuble se situe')).toEqual(['zone A très forte']);
    const position = psophic.find((row) => row.kind === 'text' && row.label === 'Indice et position');
    expect(position).toMatchObject({ text: expect.not.stringContaining('dB') });
  });
});

describe('sources', () => {
  it('says what was obtained, what is an old answer, and what was not obtained', () => {
    const { provenance } = obtained(null, 'radon');
    const facts: Facts = {
      ...TYPICAL_FACTS,
      radon: { state: 'last-good', value: { potential: 1 }, provenance },
      sis: notObtained('sis', 'unavailable'),
    };
    const states = document(facts).sources.table.rows.map((row) => row.map(({ text }) => plain(text)));
    const of = (source: string): string | undefined =>
      states.find(([label]) => label?.includes(`Géorisques — ${source}`))?.[3];
    expect(of('argiles')).toBe('obtenu');
    expect(of('radon')).toBe('dernière réponse du 20/11/2026 à 14:05');
    expect(of('sis')).toBe('non obtenu (source indisponible)');
  });

  it.each([
    ['2026-11-20T08:00:00Z', 'obtenu'],
    ['2026-11-01T08:00:00Z', 'dernière réponse du 01/11/2026 à 09:00'],
  ])('dates the outline of the parcels: %s', (obtainedAt, expected) => {
    const parcels = PLACE.parcels.map((parcel) => ({ ...parcel, obtainedAt }));
    const { rows } = buildStatementDocument(statementInput(undefined, { ...PLACE, parcels })).sources.table;
    const row = rows.find(([label]) => label?.text.startsWith('Cadastre'));
    expect(plain(row?.[3]?.text ?? '')).toBe(expected);
  });

  it('tells of the maps that lack tiles', () => {
    const input = statementInput();
    const situation = { ...frame('situation.jpg'), missingTiles: 3 };
    const doc = buildStatementDocument({ ...input, maps: { situation, cadastral: frame('cadastral.jpg'), zones: [] } });
    expect(doc.sources.table.rows.at(-1)?.[3]?.text).toBe('obtenu en partie');
    expect(doc.maps.map(({ warning }) => warning !== null)).toEqual([true, false]);
  });
});

describe('printed', () => {
  it.each([
    ['a name with emoji 👩🏽‍🚒 ok', 'a name with emoji  ok'],
    ['漢字 Dupont', '?? Dupont'],
    ['ligne\r\nsuivante\u0000\u0007', 'ligne suivante'],
    ['Zürich – œuvre – Łódź', 'Zürich – œuvre – Łódź'],
    ['Prix : 12 € « net »', 'Prix\u00a0: 12\u00a0€ «\u00a0net\u00a0»'],
    ['www.georisques.gouv.fr.', 'www.georisques.gouv.fr.'],
  ])('%j', (raw, expected) => {
    expect(printed(raw)).toBe(expected);
  });

  it('gives long runs places to break', () => {
    expect(
      Math.max(
        ...printed(ENDLESS)
          .split('\u200b')
          .map((run) => run.length),
      ),
    ).toBeLessThanOrEqual(22);
    expect(printed('https://www.georisques.gouv.fr/fiche/SSP00012340101').replaceAll('\u200b', '')).toBe(
      'https://www.georisques.gouv.fr/fiche/SSP00012340101',
    );
  });
});

it.each([
  [820, '200 m'],
  [280, '50 m'],
  [9000, '2 km'],
])('draws the scale bar of a map of %i m as %s', (widthMetres, label) => {
  const scale = scaleBar(widthMetres);
  expect(plain(scale.label)).toBe(label);
  expect(scale.share).toBeLessThanOrEqual(0.25);
});

it('marks a specimen, and only a specimen', () => {
  const input = statementInput();
  expect(buildStatementDocument(input).running.specimen).toBeNull();
  const specimen = buildStatementDocument({ ...input, statement: { ...input.statement, specimen: true } });
  expect(plain(specimen.running.specimen ?? '')).toBe('SPÉCIMEN — données fictives, sans valeur légale');
});
