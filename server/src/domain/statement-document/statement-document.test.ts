import { describe, expect, it } from 'vitest';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { Facts, NearbySite } from '#domain/risks/facts.ts';
import { scaleBar } from '#domain/printing/map-frames.ts';
import { printed } from '#domain/printing/text.ts';
import { buildStatementDocument } from './statement-document.ts';
import { blocks, document, plain, ticked } from '#test/printed-statement.ts';
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

const NOTHING_DECLARED: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

describe('regulatory blocks', () => {
  it('prints the blocks A to K, one A per plan', () => {
    const letters = document(EVERYTHING_FACTS).regulatory.blocks.map((block) => block.letter);
    expect(letters.join('')).toBe('AAABCDEFGHIJK');
  });

  it.each([
    ['nothing obtained', NOTHING_FACTS],
    ['a typical place', TYPICAL_FACTS],
    ['everything', EVERYTHING_FACTS],
  ])('every box has the same answer in words: %s', (_, facts) => {
    const doc = document(facts);
    const rows = [...doc.regulatory.blocks, ...doc.noise.blocks].flatMap((block) => block.rows);
    const silent = rows.filter((row) => row.kind === 'question' && !/\p{L}{3}/u.test(row.sentence));
    expect(silent).toEqual([]);
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
    const explained = JSON.stringify({ ...doc, sources: null }).match(/absence de risque/gu);
    expect(explained, 'explained once, on page 1').toHaveLength(1);
    expect(doc.cover.legend.map(({ text }) => plain(text)).join(' ')).toContain('Ce n’est pas une absence de risque');
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
    const [block] = blocks(document(facts), 'A');
    const rows = block?.rows ?? [];
    expect(ticked(rows, 'État du plan')).toEqual(['prescrit']);
    expect(plain(block?.article ?? '')).toContain('R. 125-23, 4°');
    // It has no règlement yet: the document must not require one.
    const texts = rows.flatMap((row) => (row.kind === 'text' ? [plain(row.text)] : []));
    expect(texts.join(' ')).toMatch(/pas encore de règlement.*périmètre mis à l’étude/u);
    expect(texts.join(' ')).not.toContain('pages du règlement');
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
    ['prescribed', true, ['oui'], ['non']],
    ['approved', true, ['non'], ['oui']],
    ['prescribed', null, [], ['non']],
    ['anticipated', true, [], []],
  ] as const)(
    'asks of a PPRT %s, zoned %s, whether it is prescribed or approved',
    (...[status, zoned, prescribed, approved]) => {
      const plan = { ...FLOOD_PLAN, family: 'pprt' as const, status, zoned, underRevision: false };
      const rows = blocks(document({ ...TYPICAL_FACTS, pprt: obtained([plan]) }), 'C')[0]?.rows ?? [];
      const perimeter = 'L’immeuble est situé dans le périmètre d’un PPR technologique';
      expect(ticked(rows, `${perimeter} prescrit`)).toEqual(prescribed);
      expect(ticked(rows, `${perimeter} approuvé`)).toEqual(approved);
    },
  );

  it.each([
    [true, []],
    [false, ['non']],
  ])('an approved PPRT, under revision: %s → prescribed: %j', (underRevision, prescribed) => {
    const plan = { ...FLOOD_PLAN, family: 'pprt' as const, underRevision };
    const rows = blocks(document({ ...TYPICAL_FACTS, pprn: obtained([]), pprt: obtained([plan]) }), 'C')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est situé dans le périmètre d’un PPR technologique prescrit')).toEqual(prescribed);
  });

  it('lists no decree as enclosed where the commune has none', () => {
    const rows = blocks(document({ ...TYPICAL_FACTS, catnat: obtained([]) }), 'K')[0]?.rows ?? [];
    expect(JSON.stringify(rows)).not.toContain('arrêtés de catastrophe');
  });

  it('a revision or a new prescription is in its family’s block only', () => {
    const doc = document(EVERYTHING_FACTS);
    const notes = (letter: string) =>
      blocks(doc, letter).flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'note'));
    expect(JSON.stringify(notes('B'))).toContain('bassin salifère');
    expect(JSON.stringify(notes('B'))).not.toContain('dépôts pétroliers');
    expect(JSON.stringify(notes('C'))).toContain('dépôts pétroliers');
  });

  it('lists enclosed documents, and those that the owner must enclose', () => {
    const rows = blocks(document(EVERYTHING_FACTS), 'K')[0]?.rows ?? [];
    expect(ticked(rows, 'Plan de situation')).toEqual(['jointe']);
    expect(ticked(rows, 'Carte réglementaire du plan « PPRT des dépôts')).toEqual([]);
    expect(ticked(rows, 'Périmètre mis à l’étude du plan « PPR feux de forêt »')).toEqual([]);
    expect(rows).toHaveLength(2 + 4 * 2 + 1 + 5 + 1);
  });

  it.each([
    [['prescriptions', 'unidentified'], [], ['oui']],
    [['unidentified'], [], []],
    [['expropriation', 'prescriptions-outside-hazard'], ['oui'], []],
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
    // Points that miss part of the property can find zones, but exclude none.
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
    const coastlineRetreat = obtained({ coastalCommune: true, unpublished: true, zones: [] });
    const rows = blocks(document({ ...TYPICAL_FACTS, coastlineRetreat }), 'G')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est situé dans une zone exposée')).toEqual(['zonage indisponible']);
    expect(ticked(rows, 'L’immeuble est situé sur une commune')).toEqual([]);
    expect(JSON.stringify(rows)).toContain('à vérifier auprès de la mairie');
  });

  it('leaves « listée par décret » to tick when the source does not say whether the commune is coastal', () => {
    const coastlineRetreat = obtained({ coastalCommune: null, unpublished: false, zones: [] });
    const rows = blocks(document({ ...TYPICAL_FACTS, coastlineRetreat }), 'G')[0]?.rows ?? [];
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

  it.each([
    [
      null,
      [],
      /^Selon le zonage publié, .* prescrit des travaux dans la zone Cid.* : à confirmer par le propriétaire\.$/,
    ],
    [
      false,
      ['non'],
      /^Déclaration du propriétaire : non\. Selon le zonage publié, .* : à vérifier dans le règlement\.$/,
    ],
    [true, ['oui'], /^Déclaration du propriétaire : oui\.$/],
  ])('works that the zoning prescribes, declared %s: the box is the owner’s', (travaux_prescrits, boxes, sentence) => {
    const zones = FLOOD_PLAN.zones.map((zone) => ({ ...zone, works: true }));
    const facts = { ...TYPICAL_FACTS, pprn: obtained([{ ...FLOOD_PLAN, zones }]) };
    const rows = blocks(document(facts, { ...NOTHING_DECLARED, travaux_prescrits }), 'A')[0]?.rows ?? [];
    expect(ticked(rows, 'L’immeuble est concerné par des prescriptions')).toEqual(boxes);
    const said = rows.flatMap((row) => (row.kind === 'question' ? [plain(row.sentence)] : []));
    expect(said).toContainEqual(expect.stringMatching(sentence));
  });

  it.each([null, false, undefined])('works %s in the zoning prove nothing', (works) => {
    const zones = FLOOD_PLAN.zones.map((zone) => ({ ...zone, ...(works !== undefined && { works }) }));
    const facts = { ...TYPICAL_FACTS, pprn: obtained([{ ...FLOOD_PLAN, zones }]) };
    expect(blocks(document(facts), 'A')).toEqual(blocks(document(TYPICAL_FACTS), 'A'));
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

  const none = { ...NOTHING_DECLARED, sinistres_indemnises: false };
  it('answers every line at once with one box', () => {
    expect(document(TYPICAL_FACTS, none).disasters.none?.box.checked).toBe(true);
    expect(document(TYPICAL_FACTS).disasters.none?.box.checked).toBe(false);
    expect(document({ ...TYPICAL_FACTS, catnat: obtained([]) }).disasters.none).toBeNull();
  });

  it.each([
    [undefined, /écrire « aucun »/u],
    [none, /Déclaration du propriétaire : aucun sinistre indemnisé/u],
  ])('without a decree, declarations %j: part 3 says the same as block I', (declarations, words) => {
    const { intro, other } = document({ ...TYPICAL_FACTS, catnat: obtained([]) }, declarations).disasters;
    expect([...intro, other].join(' ').replaceAll(/\s/gu, ' ')).toMatch(words);
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

describe('annexes', () => {
  it('print every site that the source gives, with a distance only where its position is its own', () => {
    const place = EVERYTHING_FACTS.casias.state === 'obtained' ? EVERYTHING_FACTS.casias.value : [];
    const sites = Array.from({ length: 400 }, (_, index) => ({ ...place[index % 4], id: String(index) }) as NearbySite);
    const { sections } = document({ ...TYPICAL_FACTS, casias: obtained(sites) }).annexes;
    const rows = sections.find(({ title }) => title.includes('CASIAS'))?.table?.rows ?? [];
    expect(rows).toHaveLength(400);
    expect(rows.filter(([distance]) => distance?.text === '—')).toHaveLength(100);
  });
});

describe('sources', () => {
  it('lists obtained, older and missing answers', () => {
    const { provenance } = obtained(null, 'radon');
    const facts: Facts = {
      ...TYPICAL_FACTS,
      radon: { state: 'last-good', value: { potential: 1 }, provenance },
      sis: notObtained('sis', 'unavailable'),
    };
    const states = document(facts).sources.table.rows.map((row) => row.map(({ text }) => plain(text)));
    const of = (source: string): string | undefined =>
      states.find(([label]) => label?.includes(`Géorisques — ${source}`))?.[2];
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
    expect(plain(row?.[2]?.text ?? '')).toBe(expected);
  });

  it('mentions missing map tiles', () => {
    const input = statementInput();
    const situation = { ...frame('situation.jpg'), missingTiles: 3 };
    const doc = buildStatementDocument({ ...input, maps: { situation, cadastral: frame('cadastral.jpg'), zones: [] } });
    expect(doc.sources.table.rows.at(-1)?.[2]?.text).toBe('obtenu en partie');
    expect(doc.maps.map(({ warning }) => warning !== null)).toEqual([true, false]);
  });

  it('says what its maps show in whole sentences: the property is named after a colon', () => {
    const { place, maps } = statementInput();
    const parcels = [...place.parcels, { ...place.parcels[0]!, number: '0038' }];
    const alternatives = [place, { ...place, parcels }].map((place) =>
      buildStatementDocument({ ...statementInput(undefined, place), maps }).maps.map(({ alt }) => plain(alt)),
    );
    expect(
      alternatives.flat().filter((alt) => !/^Plan [a-zé ]+ : Parcelles? 000-0A-0037(?:, 000-0A-0038)?\./.test(alt)),
    ).toEqual([]);
    expect(alternatives.flat()).toHaveLength(4);
  });
});

describe('printed', () => {
  it.each([
    ['a name with emoji 👩🏽‍🚒 ok', 'a name with emoji  ok'],
    ['漢字 Dupont', '?? Dupont'],
    ['Mme Trương'.normalize('NFD'), 'Mme Trương'],
    ['Guivarcʼh, Teʻura, Joseﬁne', 'Guivarcʼh, Teʻura, Josefine'],
    ['שלום \u202Eمرحبا', 'שלום مرحبا'],
    ['#strong[x] $x$ *a* _b_ <c> @d "e"', '#strong[x] $x$ *a* _b_ <c> @d "e"'],
    ['ligne\r\nsuivante\u0000\u0007', 'ligne suivante'],
    ['Zürich – œuvre – Łódź', 'Zürich – œuvre – Łódź'],
    ['Prix : 12 € « net »', 'Prix\u00a0: 12\u00a0€ «\u00a0net\u00a0»'],
    ['www.georisques.gouv.fr.', 'www.georisques.gouv.fr.'],
  ])('%j', (raw, expected) => {
    expect(printed(raw)).toBe(expected);
  });

  it('breaks long words', () => {
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
