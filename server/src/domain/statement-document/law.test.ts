import { describe, expect, it } from 'vitest';
import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Facts, NoiseZone, Ppr } from '#domain/risks/facts.ts';
import { ruleInWords } from './plan-lines.ts';
import { buildStatementDocument, type StatementDocument } from './statement-document.ts';
import { plain, ticked } from '#test/printed-statement.ts';
import {
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  obtained,
  PLACE,
  square,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';

/** What each article requires the document to say, or not to say. `docs/legal-rules.md` has the articles. */

function printed(facts: Partial<Facts>, transaction: TransactionType = 'Vente'): StatementDocument {
  const input = statementInput({ ...TYPICAL_FACTS, ...facts });
  const declarations = {
    travaux_prescrits: null,
    travaux_realises: null,
    sinistres_indemnises: null,
    travaux_rga_non_realises: 'Reprise des fondations',
  };
  return buildStatementDocument({ ...input, statement: { ...input.statement, transaction, declarations } });
}
const rowsOf = ({ regulatory }: StatementDocument, letter: string) =>
  regulatory.blocks.filter((block) => block.letter === letter).flatMap(({ rows }) => rows);
const said = (value: unknown): string => plain(JSON.stringify(value));

const zone = (rule: Ppr['zones'][number]['rule'], name: string | null = null, code = 'r1'): Ppr['zones'][number] => ({
  code,
  name,
  rule,
  ruleLabel: null,
});
const pprt = (...zones: Ppr['zones']) => ({ pprt: obtained([{ ...FLOOD_PLAN, family: 'pprt' as const, zones }]) });

describe('PPRT: délaissement and expropriation', () => {
  const DELAISSEMENT =
    'Secteur de délaissement : un droit de délaissement peut exister, dans un délai limité : à vérifier en mairie.';

  it.each<[Ppr['zones'], string]>([
    [[zone('delaissement')], DELAISSEMENT],
    [[zone('prescriptions'), zone('delaissement')], DELAISSEMENT],
    [[zone('expropriation')], 'Secteur d’expropriation : une expropriation peut être décidée : à vérifier en mairie.'],
  ])('page 1 says it first, and what the code does not prove stays open: %#', (zones, first) => {
    const document = printed(pprt(...zones));
    const line = document.cover.concerned[0];
    expect(plain(line?.sentence ?? '')).toMatch(new RegExp(`^${first}`, 'u'));
    expect(plain(line?.subject ?? '')).toMatch(/^Secteur d/u);
    const rows = rowsOf(document, 'C');
    expect(ticked(rows, 'L’immeuble est situé en secteur d’expropriation')).toEqual(['oui']);
    expect(ticked(rows, 'L’immeuble est situé en zone de prescription')).not.toContain('non');
  });

  it.each<[Ppr['zones'][number]['rule'], RegExp]>([
    ['delaissement', /Secteur de délaissement du plan « PPR.*exiger que la collectivité achète.*L\. 515-16-3/u],
    ['expropriation', /Secteur d’expropriation du plan « PPR.*peut être exproprié.*L\. 515-16-4/u],
  ])('« Ce que cela change pour vous » begins with it: %s', (rule, words) => {
    const [topic] = printed(pprt(zone(rule))).consequences.topics;
    expect(plain(topic?.title ?? '')).toBe('Garder ou quitter le bien');
    expect(topic?.lines).toHaveLength(1);
    expect(said(topic?.lines)).toMatch(words);
  });

  it('what page 1 sends to the town hall is also among what is left to verify', () => {
    const { next } = printed(pprt(zone('delaissement'))).cover;
    expect(said(next.find(({ title }) => title === 'Vérifier')?.items)).toMatch(
      /Secteur de délaissement du plan « PPR.*» : en mairie/u,
    );
  });

  it('no other zone mentions them', () => {
    const { cover, consequences } = printed(pprt(zone('interdiction')));
    expect(said([cover, consequences])).not.toMatch(/délaissement|expropri/u);
  });
});

describe('a plan binds permits', () => {
  const natural = { pprn: obtained([FLOOD_PLAN]) };
  it.each<[string, Partial<Facts>, string]>([
    ['natural', natural, 'L. 562-4 du code de l’environnement'],
    ['technological', { pprn: obtained([]), ...pprt(zone('interdiction')) }, 'L. 515-23 du code de l’environnement'],
    ['both', { ...natural, ...pprt(zone('interdiction')) }, 'L. 562-4 et L. 515-23 du code de l’environnement'],
  ])('%s: by the article of its kind', (...[, facts, source]) => {
    const lines = printed(facts).consequences.topics.flatMap((topic) => topic.lines);
    expect(plain(lines.find(({ text }) => text.includes('permis de construire'))?.source ?? '')).toBe(source);
  });
});

describe('a plan under study', () => {
  const study = { status: 'prescribed' as const, underRevision: false, zones: [] };
  const natural = { ...FLOOD_PLAN, ...study };
  const industrial = { ...natural, family: 'pprt' as const, gasparId: '25DDT20240001' };
  it.each<[Ppr[], Ppr[], RegExp]>([
    [[natural], [], /Un plan est en préparation : ses .*"R\. 562-2 du code/u],
    [[], [industrial], /Un plan est en préparation : ses .*"R\. 515-40 du code/u],
    [[natural], [industrial], /Des plans sont en préparation : leurs .*"R\. 562-2 et R\. 515-40 du code/u],
  ])('by the article of its kind, one or several: %#', (pprn, pprt, words) => {
    expect(said(printed({ pprn: obtained(pprn), pprt: obtained(pprt) }).consequences)).toMatch(words);
  });
});

describe('the rule of a zone', () => {
  it.each<[Ppr['zones'][number], string]>([
    [zone('prescriptions', 'Zone endiguée', 'Cid'), 'prescriptions (zone Cid)'],
    [zone('interdiction-stricte', null, 'R'), 'interdiction stricte (zone R)'],
    [zone('prescriptions-outside-hazard', null, ''), 'prescriptions hors zone d’aléa'],
    [zone('unidentified', 'Zone bleue', 'B1'), '« Zone bleue » (zone B1), lire le règlement'],
    [zone('unidentified', null, 'B1'), 'zone B1, lire le règlement'],
    [zone('unidentified', 'B1', 'B1'), 'zone B1, lire le règlement'],
  ])('comes from the source’s own code, else from its published name: %#', (of, words) => {
    expect(ruleInWords(of)).toBe(words);
  });
});

describe('drought works (block J, R. 125-6-1 code des assurances)', () => {
  it('are asked of the seller, with the conditions', () => {
    const document = printed({});
    const [block] = document.regulatory.blocks.filter(({ letter }) => letter === 'J');
    expect(plain(block?.article ?? '')).toBe('R. 125-6-1 du code des assurances');
    expect(said(rowsOf(document, 'J'))).toMatch(/rapport d’expertise.*1er janvier 2024.*Reprise des fondations/u);
  });

  it('are neither printed nor counted for a lease', () => {
    const document = printed({}, 'Location');
    expect(rowsOf(document, 'J')).toEqual([]);
    expect(said(document.cover.next)).not.toMatch(/bloc J/iu);
    expect(said(document.regulatory)).not.toMatch(/Reprise des fondations|125-6-1/u);
  });
});

describe('débroussaillement', () => {
  const { brushClearing } = EVERYTHING_FACTS;

  it('sale: the seller’s attestation is included, every answer blank', () => {
    const document = printed({ brushClearing });
    const rows = document.attestation?.rows ?? [];
    expect(plain(document.attestation?.article ?? '')).toBe('L. 134-16 et D. 134-7 du code forestier');
    expect(rows.flatMap((row) => (row.kind === 'question' ? row.boxes : [])).some(({ checked }) => checked)).toBe(
      false,
    );
    expect(rows.filter(({ kind }) => kind === 'blank')).toHaveLength(4);
    expect(ticked(rowsOf(document, 'K'), 'Attestation du vendeur')).toEqual([]);
    expect(said(rowsOf(document, 'K'))).toMatch(/À la suite de la partie 2 : à remplir et à signer/u);
    expect(said(document.cover.next)).toMatch(/signe aussi l’attestation/u);
    expect(said(rowsOf(document, 'H'))).toMatch(/informe l’acquéreur.*L\. 134-16/u);
  });

  it('sale: in the words of D. 134-7, « pas encore satisfait » is an outcome with its warning', () => {
    const rows = printed({ brushClearing }).attestation?.rows ?? [];
    const outcomes = rows.flatMap((row) => (row.kind === 'question' && row.wide ? row.boxes : []));
    expect(outcomes.map(({ label }) => plain(label))).toEqual([
      'il y a été satisfait',
      'il n’y a pas encore été satisfait',
    ]);
    expect(said(rows)).toMatch(/« atteste sur l’honneur de ce qu’il y a été satisfait »/u);
    expect(said(rows)).toMatch(/Pas encore satisfait : .*« conditionnée » \(L\. 134-16\).*100 €.*50 €/u);
  });

  it('sale: the blank attestation is on page 1, counted among what is left, and not enclosed until it is signed', () => {
    const { cover } = printed({ brushClearing });
    const line = cover.concerned.find(({ title }) => title.includes('débroussaillement'));
    expect(plain(line?.duty ?? '')).toMatch(/Le vendeur atteste sur l’honneur.*à la suite de la partie 2.*D\. 134-7/u);
    const items = (title: string) => said(cover.next.find((step) => step.title === title)?.items);
    expect(items('Compléter')).toMatch(/attestation de débroussaillement : 2 réponses/u);
    expect(items('Joindre')).toMatch(/Attestation du vendeur : débroussaillement, une fois remplie et signée/u);
  });

  it('lease: L. 134-16 is cited for the tenant at each renewal, servitudes included, without an attestation', () => {
    const document = printed({ brushClearing }, 'Location');
    expect(document.attestation).toBeNull();
    expect(said(rowsOf(document, 'H'))).toMatch(
      /informe le locataire.*servitudes.*à chaque conclusion ou renouvellement du bail \(L\. 134-16/u,
    );
    expect(said(document.cover.next)).toMatch(/rappelée au locataire à chaque renouvellement/u);
    expect(said(document.consequences)).toMatch(
      /et de ses servitudes, à chaque conclusion et à chaque renouvellement/u,
    );
    expect(said(document.cover)).not.toMatch(/attestation/u);
    expect(said(document)).not.toMatch(/D\. 134-7(?!\))/u);
  });

  it('sale, where the source does not locate the zones: the attestation does not say that the land is in one', () => {
    const value = { departement: '25', sheetUrl: null, decreeDate: null, communeOnly: true };
    const { attestation, cover } = printed({ brushClearing: obtained(value) });
    expect(said(attestation)).toMatch(/À remplir si le terrain est bien soumis .*ce que la source ne dit pas/u);
    expect(said(attestation)).not.toMatch(/Le terrain est soumis/u);
    expect(said(cover.concerned)).toMatch(/Si le terrain y est bien soumis, le vendeur atteste/u);
  });

  it('outside the zones, nothing', () => {
    const document = printed({});
    expect([document.attestation, said(document.cover.next).includes('attestation')]).toEqual([null, false]);
  });
});

describe('argiles', () => {
  const study = (document: StatementDocument) =>
    document.cover.next.find(({ title }) => title === 'Étude de sol')?.text;
  const clay = (exposure: 0 | 1 | 2 | 3, map?: '2020' | '2026') => ({
    clay: obtained({ exposure, ...(map && { map }) }),
  });

  it.each<[0 | 1 | 2 | 3, TransactionType, RegExp]>([
    [3, 'Vente', /exposition forte.*terrain non bâti constructible.*étude géotechnique/u],
    [2, 'Vente', /exposition moyenne/u],
    [1, 'Vente', /^$/u],
    [0, 'Vente', /^$/u],
    [3, 'Location', /^$/u],
  ])('level %s, %s: the study of the ground among what remains to do', (exposure, transaction, words) => {
    expect(plain(study(printed(clay(exposure), transaction)) ?? '')).toMatch(words);
  });

  it('names the map', () => {
    const annex = (facts: Partial<Facts>) => said(printed(facts).annexes.sections[0]);
    expect(annex(clay(2, '2020'))).toMatch(/Carte lue : celle de 2020/u);
    expect(annex(clay(0, '2026'))).toMatch(/Carte lue : celle de l’arrêté du 9 janvier 2026/u);
    expect(annex(clay(1))).toMatch(/la source ne dit pas/u);
  });

  it('mentions no map and no study where nothing is mapped', () => {
    const input = statementInput(TYPICAL_FACTS, { ...PLACE, inseeCodes: ['97302'] });
    const { findings } = statementInput({ ...TYPICAL_FACTS, ...clay(0) }, { ...PLACE, inseeCodes: ['97302'] });
    const document = buildStatementDocument({ ...input, findings });
    expect(study(document)).toBeUndefined();
    expect(said(document.annexes.sections[0])).toMatch(
      /^(?!.*Carte lue)(?!.*géotechnique)(?!.*étude).*Non cartographié ici/u,
    );
  });
});

describe('aircraft noise', () => {
  const noise = (kind: 'lden' | 'psophique'): NoiseZone => ({
    aerodrome: 'LFDC',
    aerodromeName: 'MONTENDRE MARCILLAC',
    zone: 'C',
    index: { kind, low: 84, high: 96 },
    decreeDate: '1986-07-28',
    documentUrl: null,
    outline: square([PLACE.longitude, PLACE.latitude], 600),
  });

  it('prints the definitions of the index in which the plan is drawn', () => {
    const footer = (...zones: NoiseZone[]) => said(printed({ noise: obtained(zones) }).noise.footer);
    expect(footer(noise('psophique'))).toMatch(/^(?!.*Lden 70).*indice psophique/u);
    expect(footer(noise('lden'))).toMatch(/^(?!.*psophique)(?!.*Lden 70).*fixe en indice Lden les bornes/u);
    expect(footer(noise('lden'), { ...noise('psophique'), aerodrome: 'LFPZ' })).toMatch(/indice Lden les.*psophique/u);
    expect(footer(noise('lden'))).toMatch(/Le plan .* fixe en indice .* la zone du bien/u);
    expect(footer(noise('lden'), { ...noise('lden'), aerodrome: 'LFPZ' })).toMatch(
      /Les plans .* fixent en indice .* les zones du bien/u,
    );
  });

  it('without the plan’s own bounds, prints the whole rule of R. 112-3 and L. 112-7', () => {
    const footer = (...zones: NoiseZone[]) => said(printed({ noise: obtained(zones) }).noise.footer);
    for (const words of [footer(), footer({ ...noise('lden'), index: null })]) {
      expect(words).toMatch(/Lden 70.*28 avril 2002.*65 et 62.*57 et 55.*57 et 52.*militaires.*68 et 62.*64 et 55/u);
      expect(words).toMatch(/L\. 6360-1 du code des transports/u);
      expect(words).not.toContain('1609');
    }
  });

  it('the explanation says of new housing what page 2 says', () => {
    const document = printed({ noise: obtained([noise('lden')]) });
    expect(said(document.consequences)).toMatch(/interdit en zones de bruit A et B, très limité en C/u);
    expect(said(document.explanations)).toMatch(/interdits en A et en B, très limités en C/u);
  });

  it('links to a plan whose zones are not published, and ticks nothing', () => {
    const plan = {
      aerodrome: 'SOCA',
      aerodromeName: 'CAYENNE',
      decreeDate: '1995-11-09',
      documentUrl: 'http://x/PEB_SOCA_09_11_1995.pdf',
      distanceMetres: 4200,
    };
    const { noise, cover } = printed({ noisePlans: obtained([plan]) });
    const [block] = noise.blocks;
    expect(ticked(block?.rows ?? [], 'L’immeuble est situé dans le périmètre')).toEqual([]);
    expect(ticked(block?.rows ?? [], 'L’immeuble se situe dans une zone')).toEqual([]);
    expect(said(block?.rows)).toContain('PEB_SOCA_09_11_1995.pdf');
    expect(plain(cover.notObtained.at(-1)?.sentence ?? '')).toMatch(
      /^Non vérifié : .*Cayenne.*09\/11\/1995|^Non vérifié : .*09\/11\/1995.*Cayenne/u,
    );
  });
});

describe('coastal communes', () => {
  const listed = (value: object) =>
    printed({ coastlineRetreat: obtained({ coastalCommune: true, unpublished: false, zones: [], ...value }) });
  const vintage = 'décret n° 2024-531';

  it.each<[object, string[], RegExp]>([
    [{}, [], /Non vérifié : la liste des communes du décret n’a pas été lue/u],
    [{ listed: { isListed: true, vintage } }, ['oui'], /figure sur la liste consultée \(décret n° 2024-531\)/u],
    [{ listed: { isListed: false, vintage } }, ['non'], /ne figure pas sur la liste consultée \(décret n° 2024-531\)/u],
    [{ coastalCommune: false }, [], /Non vérifié : la liste des communes du décret n’a pas été lue/u],
    [{ coastalCommune: false, listed: { isListed: null, vintage } }, [], /vérifier en mairie : deux listes diffèrent/u],
  ])('are read from the list given to the product, never from memory: %j', (value, boxes, sentence) => {
    const rows = rowsOf(listed(value), 'G');
    expect(ticked(rows, 'L’immeuble est situé sur une commune')).toEqual(boxes);
    expect(said(rows)).toMatch(sentence);
  });

  it.each([
    [true, false],
    [false, true],
  ])(
    'a map of préfiguration (%s) speaks of demolition: %s; no document d’urbanisme identifies it',
    (provisional, isSaid) => {
      const outline = square([PLACE.longitude, PLACE.latitude], 600);
      const zone = { horizon: '30-100', provisional, label: 'Zone', documentUrl: null, outline };
      const document = listed({ zones: [zone], listed: { isListed: true, vintage } });
      const words = said([document.cover, document.consequences, document.explanations, rowsOf(document, 'G')]);
      expect(/démoli/u.test(words)).toBe(isSaid);
      expect(/nullité/u.test(words)).toBe(isSaid);
      expect(/identifiée par un document d’urbanisme/u.test(words)).toBe(isSaid);
      expect(/surseoir/u.test(words)).toBe(provisional);
      expect(/règlement du document d’urbanisme/u.test(words)).toBe(isSaid);
    },
  );

  it('a map of préfiguration has the same name on page 1 and in the form', () => {
    const outline = square([PLACE.longitude, PLACE.latitude], 600);
    const preview = { horizon: null, provisional: true, label: 'pre-ZERTC', documentUrl: null, outline };
    const document = listed({ zones: [preview] });
    const names = document.cover.concerned.flatMap(({ plans }) => plans.map(({ name }) => plain(name)));
    expect(names).toContain('Carte de préfiguration (pre-ZERTC)');
    expect(said(rowsOf(document, 'G'))).toContain('Carte de préfiguration (pre-ZERTC). La zone couvre');
  });
});
