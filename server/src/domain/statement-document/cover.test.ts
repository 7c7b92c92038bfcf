import { describe, expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import type { Facts, Ppr } from '#domain/risks/facts.ts';
import type { CoverLine } from './cover.ts';
import { buildStatementDocument } from './statement-document.ts';
import { document, plain } from '#test/printed-statement.ts';
import {
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  notObtained,
  NOTHING_FACTS,
  obtained,
  PLACE,
  square,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';

describe('cover', () => {
  it.each([
    // The flood plan is under revision.
    [
      TYPICAL_FACTS,
      'concerned',
      'Votre bien est concerné par 2 des 10 points que la loi impose de vérifier. Un point n’a pas pu être vérifié.',
    ],
    [EVERYTHING_FACTS, 'concerned', 'Votre bien est concerné par 10 des 10 points que la loi impose de vérifier.'],
    [
      { ...TYPICAL_FACTS, pprn: obtained([]), seismicZone: obtained({ zone: 1 as const }) },
      'not-concerned',
      'Votre bien n’est concerné par aucun des 10 points que la loi impose de vérifier.',
    ],
    [
      { ...TYPICAL_FACTS, radon: notObtained('radon') },
      'concerned',
      'Votre bien est concerné par 2 des 10 points que la loi impose de vérifier. 2 points n’ont pas pu être vérifiés.',
    ],
    [NOTHING_FACTS, 'not-obtained', 'Aucun des 10 points que la loi impose de vérifier n’a pu l’être.'],
  ])('gives the verdict %#', (facts, state, headline) => {
    const { verdict } = document(facts).cover;
    expect([verdict.state, plain(verdict.headline)]).toEqual([state, headline]);
  });

  const quiet: Partial<Facts> = {
    pprn: obtained([]),
    seismicZone: obtained({ zone: 1 }),
    clay: obtained({ exposure: 0 }),
    casias: obtained([]),
    installations: obtained([]),
    catnat: obtained([]),
  };
  it.each<[string, Partial<Facts>, number]>([
    ['something is explained', {}, 7],
    ['nothing is: no number is skipped', quiet, 6],
  ])('sends to the part of the sources where %s', (...[, facts, part]) => {
    const { cover, explanations, glossary } = document({ ...TYPICAL_FACTS, ...facts });
    expect(explanations.sections.length + glossary.length > 0).toBe(part === 7);
    expect(plain(JSON.stringify(cover.legend))).toContain(`Date de chaque réponse en partie ${part}.`);
  });

  it('says that the decrees’ list alone was read about the coast', () => {
    const listed = { isListed: false, vintage: 'décret n° 2026-95' };
    const coast = { coastalCommune: null, unpublished: false, zones: [], basis: 'decrees-list' as const, listed };
    const { notConcerned } = document({ ...TYPICAL_FACTS, coastlineRetreat: obtained(coast) }).cover;
    expect(notConcerned.map(({ sentence }) => plain(sentence))).toContain(
      'Commune hors de la liste des communes exposées ; documents d’urbanisme non consultés.',
    );
  });

  it('puts every compulsory heading in exactly one list', () => {
    const { cover } = document({ ...TYPICAL_FACTS, sis: notObtained('sis') });
    expect([cover.concerned.length, cover.notObtained.length, cover.notConcerned.length]).toEqual([2, 2, 6]);
  });

  it('keeps the cover short for many parcels, and lists them all in part 1', () => {
    const [parcel] = PLACE.parcels;
    const parcels = Array.from({ length: 50 }, (_, index) => ({
      ...(parcel as NonNullable<typeof parcel>),
      number: String(index + 1).padStart(4, '0'),
    }));
    const doc = buildStatementDocument(statementInput(undefined, { ...PLACE, parcels }));
    expect(doc.cover.parcels).toHaveLength(4);
    expect(plain(doc.cover.moreParcels ?? '')).toBe('et 46 autres parcelles, en partie 1 ; en tout 6 ha 02 a 00 ca');
    const listed = doc.regulatory.parcels.rows.flat().map(({ text }) => text);
    expect(listed.filter((text) => text.startsWith('000-0A-'))).toHaveLength(50);
    expect(plain(doc.running.place)).toBe('Parcelles 000-0A-0001, 000-0A-0002, 000-0A-0003 et 47 autres — 25390 Loray');
  });
});

/** The line of page 1 whose legal heading starts with this text. */
function line(facts: Partial<Facts>, title: string): CoverLine {
  const { cover } = document({ ...TYPICAL_FACTS, ...facts });
  const found = [...cover.concerned, ...cover.notObtained, ...cover.notConcerned].find((line) =>
    line.title.startsWith(title),
  );
  if (!found) throw new Error(`no line « ${title} »`);
  return found;
}

const plan = (more: Partial<Ppr>) => obtained([{ ...FLOOD_PLAN, underRevision: false, ...more }]);
/** A square of 34 m, like the parcel, whose centre lies so many metres to the east of it. */
const eastward = (metres: number) =>
  square([PLACE.longitude + metres / (111_195 * Math.cos(0.823)), PLACE.latitude], 34);
const half = eastward(17);
function soil(east: number | null) {
  const outline = east === null ? null : eastward(east);
  return obtained([{ id: 'SSP1', name: 'Usine à gaz', address: null, sheetUrl: null, outline }]);
}
const zones =
  EVERYTHING_FACTS.coastlineRetreat.state === 'obtained' ? EVERYTHING_FACTS.coastlineRetreat.value.zones : [];
/** Both horizons; only the farther one covers the whole parcel. */
const bothHorizons = {
  coastlineRetreat: obtained({
    coastalCommune: true,
    unpublished: false,
    zones: zones.flatMap((zone) => [
      { ...zone, outline: half },
      { ...zone, horizon: '30-100' as const },
    ]),
  }),
};
const shoreOf = (more: Partial<(typeof zones)[number]>) => ({
  coastlineRetreat: obtained({
    coastalCommune: true,
    unpublished: false,
    zones: zones.map((zone) => ({ ...zone, ...more })),
  }),
});
const everything = (name: 'noise' | 'coastlineRetreat') => ({ [name]: EVERYTHING_FACTS[name] });

describe('page 1 in plain words', () => {
  it.each<[string, Partial<Facts>, string, string, RegExp]>([
    ['Sismicité', {}, 'Sismicité modérée : zone 3 sur 5', 'toute la commune', /^$/u],
    [
      'Potentiel radon',
      { radon: obtained({ potential: 3 }) },
      'Radon : niveau 3 sur 3',
      'toute la commune',
      /^Le radon est un gaz radioactif naturel ; le potentiel de la commune est classé significatif\.$/u,
    ],
    [
      'Secteur d’information',
      { sis: soil(17) },
      'Pollution du sol connue de l’État (SIS)',
      'terrain touché, 50 % de sa surface',
      /^Secteur d’information sur les sols : « .+ »\.$/u,
    ],
    [
      'Secteur d’information',
      { sis: soil(null) },
      'Pollution du sol connue de l’État (SIS)',
      'contour non publié',
      /^Secteur d’information sur les sols : « .+ »\.$/u,
    ],
  ])('%s, case %#', (...[title, facts, subject, position, sentence]) => {
    const found = line(facts, title);
    expect([found.subject, found.position].map((words) => plain(words ?? ''))).toEqual([subject, position]);
    expect(plain(found.sentence)).toMatch(sentence);
    expect(found.plans).toEqual([]);
  });

  const unnamed = (rule: Ppr['zones'][number]['rule'], name: string | null = null) =>
    plan({ zones: [{ code: 'Rc', name, rule, ruleLabel: null }] });
  it.each<[string, Partial<Facts>, string, string[]]>([
    [
      'Plan de prévention des risques naturels',
      { pprn: unnamed('interdiction') },
      'Risques naturels : inondation, remontée de nappe',
      ['PPR inondation du Doubs central · approuvé le 28/03/2008 · interdiction (zone Rc) · terrain touché'],
    ],
    [
      'Plan de prévention des risques naturels',
      { pprn: unnamed('unidentified', 'Zone rouge clair') },
      'Risques naturels : inondation, remontée de nappe',
      [
        'PPR inondation du Doubs central · approuvé le 28/03/2008 · « Zone rouge clair » (zone Rc), lire le règlement · terrain touché',
      ],
    ],
    [
      'Plan de prévention des risques naturels',
      { pprn: plan({ zoned: null, zones: [], hazards: [], procedure: 'PPRN-Multi' }) },
      'Risques naturels',
      ['PPR inondation du Doubs central · approuvé le 28/03/2008 · position à vérifier'],
    ],
    [
      'Plan de prévention des risques prescrit',
      { pprn: plan({ status: 'prescribed', zoned: true, zones: [] }) },
      'Plan en préparation : inondation, remontée de nappe',
      ['PPR inondation du Doubs central · prescrit le 28/03/2008 · terrain touché'],
    ],
    [
      'Recul du trait',
      bothHorizons,
      'Recul du trait de côte : 0 à 30 ans et 30 à 100 ans',
      [
        'Zone exposée au recul à 30 ans · 0 à 30 ans · carte provisoire · 50 % du terrain',
        'Zone exposée au recul à 30 ans · 30 à 100 ans · carte provisoire · 100 % du terrain',
      ],
    ],
    [
      'Recul du trait',
      shoreOf({ horizon: null }),
      'Recul du trait de côte : horizon non précisé',
      ['Zone exposée au recul à 30 ans · horizon à vérifier · carte provisoire · 100 % du terrain'],
    ],
    [
      'Nuisances sonores',
      everything('noise'),
      'Bruit d’aérodrome : zone A et zone D',
      [
        'Paris-Le Bourget · plan du 03/04/2007 · bruit très fort (zone A) · 100 % du terrain',
        'Paris-Charles-de-Gaulle · plan du 03/04/2007 · bruit faible (zone D) · 100 % du terrain',
      ],
    ],
  ])('one line a plan: %s, case %#', (...[title, facts, subject, lines]) => {
    const found = line(facts, title);
    expect(plain(found.subject)).toBe(subject);
    expect(found.plans.map(({ name, facts }) => plain([name, ...facts].join(' · ')))).toEqual(lines);
  });

  it.each<[string, Partial<Facts>, string]>([
    ['Secteur d’information', {}, 'Terrain hors de tout secteur.'],
    [
      'Secteur d’information',
      { sis: soil(44) },
      'Terrain hors de tout secteur. Zone la plus proche à 10 m : à vérifier sur le plan.',
    ],
    [
      'Plan de prévention des risques prescrit',
      { pprn: plan({ prescribedDate: '2025-02-01' }) },
      'Le plan « PPR inondation du Doubs central » fait l’objet d’une prescription du 01/02/2025 : à vérifier auprès de la préfecture.',
    ],
    ['Potentiel radon', {}, 'Niveau 1 sur 3 ; l’information est due au niveau 3.'],
  ])('what was not retained: %s, case %#', (title, facts, sentence) => {
    expect(plain(line(facts, title).sentence)).toBe(sentence);
  });

  it('dates an older answer', () => {
    const { provenance } = obtained(null);
    const radon = { state: 'last-good' as const, value: { potential: 3 as const }, provenance };
    expect(plain(line({ radon }, 'Potentiel radon').sentence)).toContain('reprend sa réponse du 20/11/2026');
  });

  it('never says « concerné » with more certainty than the finding', () => {
    const found = line({ pprn: plan({ zoned: null, zones: [] }) }, 'Plan de prévention des risques naturels');
    expect([found.tag, plain(found.sentence)]).toEqual(['à vérifier', expect.stringContaining('par prudence')]);
  });
});

describe('what is left to do', () => {
  const stepsOf = (facts: Partial<Facts>) =>
    new Map(document({ ...TYPICAL_FACTS, ...facts }).cover.next.map(({ title, items }) => [title, items.map(plain)]));

  it('lists the blocks with an open answer, the doubts and the missing documents of this property', () => {
    const steps = stepsOf({ pprn: plan({ zoned: null, zones: [] }), sis: notObtained('sis') });
    expect(steps.get('Compléter')).toEqual([
      'Bloc A, plan de prévention des risques naturels (PPRN) : 3 réponses',
      'Bloc E, pollution des sols : 2 réponses',
      'Bloc G, recul du trait de côte : 1 réponse',
      'Bloc I, sinistres indemnisés par l’assurance : 2 réponses',
      'Bloc J, sécheresse et argiles : 1 réponse',
      'Partie 2 : oui ou non pour 14 arrêtés de catastrophe naturelle, ou la case « aucun »',
    ]);
    expect(steps.get('Vérifier')).toEqual([
      'Risques naturels (PPRN) : sur la carte du plan, en mairie ou en préfecture',
      'Pollution des sols (SIS) : sur la fiche du secteur ou en mairie',
    ]);
    expect(steps.get('Joindre')).toEqual([
      'Carte réglementaire du plan « PPR inondation du Doubs central »',
      'Extrait du règlement du plan « PPR inondation du Doubs central »',
      'Fiche d’information sur le risque sismique',
    ]);
  });

  it('asks for nothing to verify or to enclose where there is nothing', () => {
    const steps = stepsOf({ pprn: obtained([]), seismicZone: obtained({ zone: 1 }) });
    expect([steps.has('Vérifier'), steps.get('Joindre')]).toEqual([false, []]);
  });

  it('never says « Aucune autre pièce » while an answer is missing', () => {
    const facts = {
      ...TYPICAL_FACTS,
      pprn: obtained([]),
      seismicZone: obtained({ zone: 1 as const }),
      sis: notObtained('sis'),
    };
    const { cover, regulatory } = document(facts);
    expect(JSON.stringify([cover.next, regulatory.blocks.at(-1)])).not.toMatch(/aucune autre pièce/iu);
  });
});

describe('the life of the document', () => {
  it('a first edition names no former document', () => {
    expect(buildStatementDocument(statementInput()).cover.renewal).toBeNull();
  });

  it('a renewal names the document that it replaces and the changes', () => {
    const input = statementInput();
    const replaces = { reference: 'ERP-2026-000123', issuedOn: Temporal.PlainDate.from('2026-05-20') };
    const { renewal } = buildStatementDocument({ ...input, replaces, changes: ['Rien n’a changé.'] }).cover;
    expect(plain(renewal?.sentence ?? '')).toBe('Ce document remplace l’état ERP-2026-000123, établi le 20 mai 2026.');
    expect(renewal?.changes).toEqual(['Rien n’a changé.']);
  });

  it('links to its verification page, with a URL that can be copied', () => {
    const { running, cover } = document();
    const link = {
      text: 'www.clairisque.example/verification/ERP-2026-000123',
      href: 'https://www.clairisque.example/verification/ERP-2026-000123',
    };
    expect([running.verification, cover.verification.link]).toEqual([link, link]);
  });
});
