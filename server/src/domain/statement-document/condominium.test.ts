import { describe, expect, it } from 'vitest';
import { declaredLot, statementInput } from '#test/statement-input.ts';
import { buildStatementDocument } from './statement-document.ts';

const NOTHING_ELSE = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

describe('a lot of a co-owned building', () => {
  it('is said once, with its floor beside the flood plan, and changes no answer', () => {
    const input = statementInput();
    const without = buildStatementDocument(input).regulatory;
    const lot = buildStatementDocument({
      ...input,
      statement: { ...input.statement, declarations: declaredLot(3) },
    }).regulatory;
    expect(JSON.stringify(lot.property)).toMatch(/Copropriété.*immeuble entier.*3e étage/u);
    expect(JSON.stringify(lot.blocks)).toMatch(/3e étage. Le plan vise l’immeuble, à tous ses étages/u);
    const questions = ({ blocks }: typeof lot) =>
      blocks.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'question'));
    expect(questions(lot)).toEqual(questions(without));
  });

  it.each([
    [0, 'rez-de-chaussée'],
    [1, '1er étage'],
    [-1, '1er sous-sol'],
    [-2, '2e sous-sol'],
  ])('floor %i is « %s »', (floor, name) => {
    const input = statementInput();
    const { property } = buildStatementDocument({
      ...input,
      statement: { ...input.statement, declarations: declaredLot(floor) },
    }).regulatory;
    expect(JSON.stringify(property)).toContain(`propriétaire\u00A0: ${name}.`);
  });

  it.each([
    ['12', 'B', 'Lot n°\u00A012, bâtiment B, d’après'],
    ['lots 12 et 45', 'bâtiment Les Pins', 'Lots n°\u00A012 et 45, bâtiment Les Pins, d’après'],
    ['12', '', 'Lot n°\u00A012, d’après'],
    ['', 'B', 'Bâtiment B, d’après'],
  ])('number « %s », building « %s » → %s', (numero, batiment, expected) => {
    const input = statementInput();
    const declarations = { ...NOTHING_ELSE, lot_copropriete: { etage: 3, numero, batiment } };
    const { property } = buildStatementDocument({
      ...input,
      statement: { ...input.statement, declarations },
    }).regulatory;
    expect(JSON.stringify(property)).toContain(expected);
  });

  it('of an unknown floor says nothing of floods', () => {
    const input = statementInput();
    const { property, blocks } = buildStatementDocument({
      ...input,
      statement: { ...input.statement, declarations: declaredLot(null) },
    }).regulatory;
    expect(JSON.stringify(property)).toContain('lot de copropriété');
    expect(JSON.stringify([property, blocks])).not.toContain('Étage déclaré');
  });
});
