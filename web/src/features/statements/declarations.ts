import type { Declarations } from '@clairisque/contract/statements.ts';

/** « À préciser plus tard » to everything (decision S5). Kept in memory only: cookies hold nothing that is not listed. */
export const NO_DECLARATION: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};
export const RGA_MAX_LENGTH = 2000;

/** As sent: works can only be done if some were prescribed, and blank text is no answer. */
export function settleDeclarations(typed: Declarations): Declarations {
  const { travaux_prescrits, travaux_realises, sinistres_indemnises, travaux_rga_non_realises } = typed;
  return {
    travaux_prescrits,
    travaux_realises: travaux_prescrits === true ? travaux_realises : null,
    sinistres_indemnises,
    travaux_rga_non_realises: travaux_rga_non_realises?.trim() || null,
  };
}

export function isAnswered(declarations: Declarations): boolean {
  return Object.values(declarations).some((answer) => answer !== null);
}
