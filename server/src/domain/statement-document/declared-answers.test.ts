import { describe, expect, it } from 'vitest';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { Facts, Ppr } from '#domain/risks/facts.ts';
import { buildStatementDocument, type StatementDocument } from './statement-document.ts';
import { lines, NOTHING, printed, said, toComplete } from '#test/declared-statement.ts';
import { plain } from '#test/printed-statement.ts';
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
