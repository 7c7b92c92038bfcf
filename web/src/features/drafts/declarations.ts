import { Declarations } from '@clairisque/contract/common/declarations.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { z } from 'zod';
import { forgetTab, readTab, writeTab } from '#lib/storage.ts';

/** « À préciser plus tard » for everything. */
export const NO_DECLARATION: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};
export const RGA_MAX_LENGTH = 2000;

/**
 * As sent: works can only be done if some were prescribed, a blank text is no answer, and line breaks become spaces in
 * print.
 */
export function settleDeclarations(typed: Declarations): Declarations {
  const { travaux_prescrits, travaux_realises, sinistres_indemnises, travaux_rga_non_realises } = typed;
  const pages = typed.pages_des_plans ?? [];
  return {
    travaux_prescrits,
    travaux_realises: travaux_prescrits === true ? travaux_realises : null,
    sinistres_indemnises,
    travaux_rga_non_realises: travaux_rga_non_realises && (legible(travaux_rga_non_realises).trim() || null),
    ...(typed.lot_copropriete && { lot_copropriete: settledLot(typed.lot_copropriete) }),
    ...(pages.length > 0 && { pages_des_plans: pages }),
  };
}

function settledLot({ etage, numero = '', batiment = '' }: Lot): Lot {
  const [number, building] = [numero, batiment].map((name) => legible(name).trim());
  return { etage, ...(number && { numero: number }), ...(building && { batiment: building }) };
}
type Lot = NonNullable<Declarations['lot_copropriete']>;

export function isAnswered(declarations: Declarations): boolean {
  const { pages_des_plans: pages = [], ...answers } = declarations;
  return pages.length > 0 || Object.values(answers).some((answer) => answer !== null);
}

/** With their parcel: another tab may have stored another property in the shared cookies. */
const Kept = z.object({ codeParcelle: z.string(), declarations: Declarations });

export function keepDeclarations(codeParcelle: string, declarations: Declarations): void {
  if (codeParcelle === '' || !isAnswered(declarations)) return forgetTab('declarations');
  const works = declarations.travaux_rga_non_realises;
  const kept: z.input<typeof Kept> = {
    codeParcelle,
    declarations: { ...declarations, travaux_rga_non_realises: works && legible(works) },
  };
  writeTab('declarations', kept);
}

/** Declarations made in this tab for that parcel. */
export function keptDeclarations(codeParcelle: string): Declarations {
  const kept = Kept.safeParse(readTab('declarations'));
  return kept.success && kept.data.codeParcelle === codeParcelle ? kept.data.declarations : NO_DECLARATION;
}
