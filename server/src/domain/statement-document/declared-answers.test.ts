import { describe, expect, it } from 'vitest';
import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Facts, Ppr } from '#domain/risks/facts.ts';
import { buildStatementDocument, type StatementDocument } from './statement-document.ts';
import { plain, ticked } from '#test/printed-statement.ts';
import {
  disaster,
  EVERYTHING_FACTS,
  FLOOD_PLAN,
  obtained,
  statementInput,
  TYPICAL_FACTS,
} from '#test/statement-input.ts';

/**
 * Each declaration × the plans and decrees that the sources know → the boxes of the form, page 1, and what is left to
 * complete. No answer is lost, none is printed for a plan that the owner did not mean.
 */

const NOTHING: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};
const said = (value: unknown): string => plain(JSON.stringify(value));

function printed(
  facts: Partial<Facts>,
  declarations: Partial<Declarations>,
  transaction: TransactionType = 'Vente',
): StatementDocument {
  const input = statementInput({ ...TYPICAL_FACTS, ...facts });
  const all = { ...NOTHING, ...declarations };
  return buildStatementDocument({ ...input, statement: { ...input.statement, transaction, declarations: all } });
}

const plan = (more: Partial<Ppr>): Ppr => ({ ...FLOOD_PLAN, ...more });
const A = plan({ gasparId: 'A', name: 'PPR A' });
const B = plan({ gasparId: null, name: 'PPR B' });
const C = plan({ gasparId: 'C', name: 'PPR C' });
const STUDY = plan({ gasparId: 'S', name: 'PPR prescrit', status: 'prescribed', zoned: null, zones: [] });
const T = plan({ gasparId: 'T', name: 'PPRT T', family: 'pprt', procedure: 'PPRT' });
const T_STUDY = plan({ ...T, gasparId: 'TS', name: 'PPRT prescrit', status: 'prescribed', zoned: null, zones: [] });

const plans = (...all: Ppr[]): Partial<Facts> => ({
  pprn: obtained(all.filter(({ family }) => family === 'pprn')),
  pprt: obtained(all.filter(({ family }) => family === 'pprt')),
});

const PRESCRIBED = 'L’immeuble est concerné par des prescriptions de travaux';
const DONE = /travaux prescrits ont été réalisés/u;
type Boxes = 'oui' | 'non' | 'ouvert' | 'sans objet' | 'non demandé';
type Block = StatementDocument['regulatory']['blocks'][number];

function answered({ rows }: Block, label: RegExp): Boxes {
  const row = rows.find((one) => 'label' in one && label.test(plain(one.label)));
  if (row === undefined) return 'non demandé';
  if (row.kind !== 'question') return 'sans objet';
  const [box] = row.boxes.filter(({ checked }) => checked);
  return box === undefined ? 'ouvert' : (box.label as Boxes);
}

/** « prescribed/done » of each plan, in the order of the form. */
const works = ({ regulatory }: StatementDocument): string[] =>
  regulatory.blocks
    .filter(({ letter, rows }) => /[ABC]/u.test(letter ?? '') && said(rows).includes('plan «'))
    .map((block) => `${answered(block, new RegExp(PRESCRIBED, 'u'))}/${answered(block, DONE)}`);
const lines = ({ cover }: StatementDocument): string[] =>
  (cover.declarations?.lines ?? []).map(({ text }) => plain(text));
const toComplete = ({ cover }: StatementDocument): string =>
  said(cover.next.find(({ title }) => title === 'Compléter')?.items);

const of = (id: string, prescrits: boolean | null, realises: boolean | null) => ({ plan: id, prescrits, realises });

/** The line of « Les travaux » about plans. */
const advice = ({ consequences }: StatementDocument): string =>
  said(consequences.topics.find(({ title }) => plain(title) === 'Les travaux')?.lines[0]);

describe('what page 2 says of the works', () => {
  it.each<[string, Partial<Declarations>, RegExp]>([
    ['nothing said', {}, /cet état doit dire s’il en impose/u],
    ['prescribed, without saying if they are done', { travaux_prescrits: true }, /cet état doit dire/u],
    ['answered', { travaux_prescrits: true, travaux_realises: false }, /ce que le propriétaire en déclare/u],
    ['« non »', { travaux_prescrits: false }, /ce que le propriétaire en déclare est dans le résumé/u],
  ])('%s', (...[, declarations, words]) => {
    expect(advice(printed(plans(A), declarations))).toMatch(words);
  });
});

describe('works', () => {
  it.each<[string, Ppr[], Partial<Declarations>, boxes: string[], page1: RegExp[]]>([
    ['nothing said', [A], {}, ['ouvert/ouvert'], []],
    [
      'one plan, the general answer',
      [A],
      { travaux_prescrits: true, travaux_realises: false },
      ['oui/non'],
      [/« PPR A » : travaux prescrits, non réalisés/u],
    ],
    [
      'one plan, « non »',
      [A],
      { travaux_prescrits: false },
      ['non/sans objet'],
      [/« PPR A » : aucuns travaux prescrits/u],
    ],
    [
      'one plan beside one only prescribed, which is asked nothing',
      [A, STUDY],
      { travaux_prescrits: true, travaux_realises: true },
      ['oui/oui', 'non demandé/non demandé'],
      [/« PPR A » : travaux prescrits, réalisés/u],
    ],
    [
      'one PPRT: the answer on prescribed works is printed',
      [T],
      { travaux_prescrits: true, travaux_realises: false },
      ['oui/non'],
      [/« PPRT T » : travaux prescrits, non réalisés/u],
    ],
    ['one PPRT, « non »', [T], { travaux_prescrits: false }, ['non/sans objet'], [/aucuns travaux/u]],
    ['a PPRT only prescribed is asked nothing', [T_STUDY], {}, ['non demandé/non demandé'], []],
    [
      'several plans, the general « oui »: to designate, nothing ticked',
      [A, B],
      { travaux_prescrits: true, travaux_realises: false },
      ['ouvert/ouvert', 'ouvert/ouvert'],
      [/^Plan à désigner : travaux prescrits, non réalisés/u],
    ],
    [
      'several plans, the general « non »: for all of them',
      [A, B, T],
      { travaux_prescrits: false },
      ['non/sans objet', 'non/sans objet', 'non/sans objet'],
      [/PPR A/u, /PPR B/u, /PPRT T/u],
    ],
    [
      'several plans, each its answer',
      [A, B, T],
      { travaux_par_plan: [of('A', true, false), of('PPR B', false, null), of('T', true, true)] },
      ['oui/non', 'non/sans objet', 'oui/oui'],
      [
        /« PPR A » : travaux prescrits, non réalisés/u,
        /« PPR B » : aucuns/u,
        /« PPRT T » : travaux prescrits, réalisés/u,
      ],
    ],
    [
      'several plans, one answered and the general « oui » explained by it',
      [A, B],
      { travaux_prescrits: true, travaux_par_plan: [of('A', true, null)] },
      ['oui/ouvert', 'ouvert/ouvert'],
      [/« PPR A » : travaux prescrits, sans dire/u],
    ],
    [
      'the plan’s own answer wins over the general one',
      [A],
      { travaux_prescrits: true, travaux_par_plan: [of('A', false, null)] },
      ['non/sans objet'],
      [/« PPR A » : aucuns/u],
    ],
    [
      'an answer about a plan that the sources lack',
      [A],
      { travaux_par_plan: [of('Z', true, false)] },
      ['ouvert/ouvert'],
      [/« Z » : travaux prescrits, non réalisés.*à vérifier/u],
    ],
    [
      'an answer about a plan only prescribed',
      [STUDY],
      { travaux_par_plan: [of('S', true, false)] },
      ['non demandé/non demandé'],
      [/« S » : travaux prescrits.*à vérifier/u],
    ],
    [
      'a general « oui » and no plan at all',
      [],
      { travaux_prescrits: true, travaux_realises: true },
      [],
      [/plan à désigner, ou réponse à corriger/u],
    ],
    ['a general « non » and no plan at all', [], { travaux_prescrits: false }, [], []],
  ])('%s', (...[, known, declarations, boxes, page1]) => {
    const document = printed(plans(...known), declarations);
    expect(works(document)).toEqual(boxes);
    const onPage1 = lines(document);
    expect(onPage1).toHaveLength(page1.length);
    for (const [rank, words] of page1.entries()) expect(onPage1[rank]).toMatch(words);
  });

  it('« plan à désigner » says the answer beside each plan, and each stays to complete', () => {
    const document = printed(plans(A, B), { travaux_prescrits: true, travaux_realises: false });
    expect(said(document.regulatory.blocks).match(/travaux prescrits, non réalisés\. Plan à désigner/gu)).toHaveLength(
      2,
    );
    expect(toComplete(document)).toMatch(/Bloc A, .*: 4 réponses/u);
  });

  it('an answer that no block can hold has its own block, and is to verify', () => {
    const document = printed(plans(), { travaux_prescrits: true });
    expect(document.regulatory.blocks.map(({ title }) => plain(title))).toContain(
      'Travaux déclarés par le propriétaire',
    );
    expect(said(document.cover.next)).toMatch(/Travaux déclarés, plan à désigner/u);
    expect(said(printed(plans(A), {}).regulatory.blocks)).not.toMatch(/Travaux déclarés/u);
  });

  it.each<[string, Partial<Declarations>, string | undefined, Ppr[]?]>([
    [
      'nothing said',
      {},
      'indiquer si le règlement prescrit des travaux pour l’immeuble et si ces travaux ont été réalisés',
    ],
    ['prescribed', { travaux_prescrits: true }, 'indiquer si les travaux prescrits ont été réalisés'],
    ['prescribed and not done', { travaux_prescrits: true, travaux_realises: false }, undefined],
    ['none', { travaux_prescrits: false }, undefined],
    [
      'of one plan among several',
      { travaux_prescrits: true, travaux_realises: false },
      'désigner le plan qui prescrit les travaux que vous déclarez',
      [A, C],
    ],
    [
      'of the one that is named',
      {
        travaux_prescrits: true,
        travaux_realises: false,
        travaux_par_plan: [of('A', true, false), of('C', false, null)],
      },
      undefined,
      [A, C],
    ],
  ])('« vous devez indiquer si… » is for who has not answered: %s', (...[, declarations, duty, known = [A]]) => {
    const input = statementInput({ ...TYPICAL_FACTS, ...plans(...known) });
    const boundPages = known.flatMap(({ gasparId }) =>
      ['zonage', 'reglement'].map((kind) => ({
        id: `${gasparId}-${kind}`,
        where: 'partie 8',
        whole: true,
        marked: true,
      })),
    );
    const statement = { ...input.statement, declarations: { ...NOTHING, ...declarations } };
    const { cover } = buildStatementDocument({ ...input, boundPages, statement });
    const line = plain(cover.concerned[0]?.duty ?? '');
    expect(line).toMatch(/^À lire dans ce document/u);
    expect(/Vous devez (.*)\.$/u.exec(line)?.[1]).toBe(duty);
  });

  it('works that the published zoning prescribes and the owner denies are to verify', () => {
    const zones = FLOOD_PLAN.zones.map((zone) => ({ ...zone, works: true }));
    const document = printed(plans(plan({ zones })), { travaux_prescrits: false });
    expect(said(document.cover.next)).toMatch(
      /Travaux du plan « PPR inondation du Doubs central », déclarés non prescrits/u,
    );
  });
});

describe('disasters', () => {
  const decrees = [disaster(1), disaster(2), disaster(3)];
  const catnat = { catnat: obtained(decrees) };
  const rows = ({ disasters }: StatementDocument): string[] =>
    disasters.rows.map(({ cells, boxes }) => {
      const [box] = boxes.filter(({ checked }) => checked);
      return `${cells[0]?.detail ?? ''} ${box === undefined ? 'ouvert' : plain(box.label)}`;
    });
  const ALL = ['INTE9900003A', 'INTE9900002A', 'INTE9900001A'];

  it.each<[string, Partial<Facts>, Partial<Declarations>, rows: string[], blanks: boolean, page1: RegExp[]]>([
    ['nothing said: the boxes', catnat, {}, ALL.map((code) => `${code} ouvert`), true, []],
    [
      '« aucun »: each « non », nothing left to write',
      catnat,
      { sinistres_indemnises: false },
      ALL.map((code) => `${code} non`),
      false,
      [/^Aucun sinistre indemnisé/u],
    ],
    [
      '« oui » without saying which: the boxes',
      catnat,
      { sinistres_indemnises: true },
      ALL.map((code) => `${code} ouvert`),
      true,
      [/à désigner en partie 2/u],
    ],
    [
      'which ones: a closed list',
      catnat,
      { sinistres_indemnises: true, arretes_indemnises: ['INTE9900001A', 'INTE9900003A'] },
      ['INTE9900003A oui', 'INTE9900001A oui'],
      false,
      [/^2 sinistres indemnisés : .*\(arrêté du 2\d\/09\/1986\)/u],
    ],
    [
      'which one, without the general answer',
      catnat,
      { arretes_indemnises: ['INTE9900002A', 'INTE9900002A'] },
      ['INTE9900002A oui'],
      false,
      [/^1 sinistre indemnisé : /u],
    ],
    [
      'one that the commune’s list lacks: printed as declared',
      catnat,
      { arretes_indemnises: ['XYZ1'] },
      ['XYZ1 oui'],
      false,
      [/^1 sinistre indemnisé : arrêté XYZ1/u],
    ],
    [
      'an empty list names none: the boxes',
      catnat,
      { sinistres_indemnises: true, arretes_indemnises: [] },
      ALL.map((code) => `${code} ouvert`),
      true,
      [/à désigner/u],
    ],
    [
      'no decree in the commune, « aucun »',
      { catnat: obtained([]) },
      { sinistres_indemnises: false },
      [],
      false,
      [/^Aucun/u],
    ],
    [
      'no decree in the commune, « oui »',
      { catnat: obtained([]) },
      { sinistres_indemnises: true },
      [],
      true,
      [/à désigner/u],
    ],
    ['no decree in the commune, nothing said', { catnat: obtained([]) }, {}, [], true, []],
  ])('%s', (...[, facts, declarations, printedRows, blanks, page1]) => {
    const document = printed(facts, declarations);
    expect(rows(document)).toEqual(printedRows);
    expect(document.disasters.other !== '').toBe(blanks);
    expect(toComplete(document).includes('Partie 2')).toBe(blanks);
    const onPage1 = lines(document);
    expect(onPage1).toHaveLength(page1.length);
    for (const [rank, words] of page1.entries()) expect(onPage1[rank]).toMatch(words);
  });

  it('a closed list is « oui » in block I, says that it is complete, and names no other decree', () => {
    const document = printed(catnat, { arretes_indemnises: ['INTE9900001A'] });
    const [block] = document.regulatory.blocks.filter(({ letter }) => letter === 'I');
    expect(ticked(block?.rows ?? [], 'Le bien')).toEqual(['oui']);
    expect(said(document.disasters.intro)).toMatch(/La liste est complète/u);
    expect(said(document.disasters)).not.toMatch(/INTE9900002A|à ma connaissance/u);
    expect(said(document.regulatory.blocks.at(-1))).not.toMatch(/Liste communale/u);
  });

  it('a decree with several hazards is one line, since its code does not say which one', () => {
    const both = [disaster(1), { ...disaster(1), hazard: 'Mouvement de terrain', end: '1985-01-02' }];
    const { disasters } = printed({ catnat: obtained(both) }, { arretes_indemnises: [disaster(1).code] });
    expect(disasters.rows.map(({ cells }) => cells.map(({ text }) => plain(text)))).toEqual([
      [
        'Inondations et/ou Coulées de Boue ou Mouvement de terrain',
        '02/06/1984',
        '02/01/1985',
        '21/09/1984',
        '11/10/1984',
      ],
    ]);
  });

  it('page 1 names four of a long list, which is whole in part 2', () => {
    const codes = Array.from({ length: 9 }, (_, index) => disaster(index).code);
    const document = printed({}, { arretes_indemnises: codes });
    expect(document.disasters.rows).toHaveLength(9);
    expect(lines(document)[0]).toMatch(/^9 sinistres indemnisés : .* et 5 autres\. Liste en partie 2\.$/u);
  });

  it('« non » leaves nothing to complete about disasters, nor about drought works', () => {
    const left = toComplete(printed(catnat, { sinistres_indemnises: false }));
    expect(left).not.toMatch(/Bloc I|Bloc J|Partie 2/u);
    expect(said(printed(catnat, { sinistres_indemnises: false }).disasters)).not.toContain('Cochez');
    expect(said(printed(catnat, { sinistres_indemnises: true }).disasters)).toContain('Cochez');
    expect(toComplete(printed(catnat, {}))).toMatch(/Bloc I.*Bloc J.*Partie 2/u);
  });
});

describe('drought works', () => {
  it.each<[string | null, TransactionType, RegExp[]]>([
    ['Reprise du pignon est', 'Vente', [/^Travaux indemnisés non réalisés \(bloc J\) : Reprise du pignon est$/u]],
    ['Néant', 'Vente', []],
    [null, 'Vente', []],
    ['Reprise du pignon est', 'Location', []],
  ])('%s, %s', (travaux_rga_non_realises, transaction, page1) => {
    const onPage1 = lines(printed({}, { travaux_rga_non_realises }, transaction));
    expect(onPage1).toHaveLength(page1.length);
    for (const [rank, words] of page1.entries()) expect(onPage1[rank]).toMatch(words);
  });
});

it('every question has its answer → nothing is left to complete, and page 2 says so', () => {
  const listed = { isListed: false, vintage: 'décret n° 2024-531' };
  const coastlineRetreat = obtained({ coastalCommune: false, unpublished: false, zones: [], listed });
  const { cover } = printed({ pprn: obtained([]), coastlineRetreat }, { sinistres_indemnises: false }, 'Location');
  const [first] = cover.next;
  expect([first?.items, plain(first?.text ?? '')]).toEqual([[], 'Rien : chaque question a sa réponse.']);
});

it('indemnified, without naming a decree → page 2 asks to designate it', () => {
  const words = (declarations: Partial<Declarations>) => said(printed({}, declarations).consequences);
  expect(words({ sinistres_indemnises: true })).toMatch(/indemnisés du bien sont à désigner en partie 2/u);
  expect(words({ arretes_indemnises: [disaster(1).code] })).toMatch(/indemnisés du bien sont en partie 2/u);
});

it('several declarations at once: page 1 has each one, after what concerns the property', () => {
  const { cover } = printed(EVERYTHING_FACTS, {
    travaux_prescrits: false,
    sinistres_indemnises: true,
    travaux_rga_non_realises: 'Reprise du pignon est',
  });
  expect(cover.declarations?.title).toBe('Ce que déclare le propriétaire');
  expect(cover.declarations?.lines.map(({ label }) => label)).toEqual([
    ...Array.from({ length: 4 }, () => 'Travaux'),
    'Sinistres',
    'Sécheresse',
  ]);
});
