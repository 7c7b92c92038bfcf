import { describe, expect, it } from 'vitest';
import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { StatementDocument } from './statement-document.ts';
import { lines, printed, said, toComplete } from '#test/declared-statement.ts';
import { plain, ticked } from '#test/printed-statement.ts';
import { disaster, obtained } from '#test/statement-input.ts';

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
