import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Facts } from '../src/domain/risks/facts.ts';
import { buildStatementDocument, type StatementDocument } from '../src/domain/statement-document/statement-document.ts';
import { plain } from './printed-statement.ts';
import { statementInput, TYPICAL_FACTS } from './statement-input.ts';

/** What an owner who said nothing has declared. */
export const NOTHING: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};
export const said = (value: unknown): string => plain(JSON.stringify(value));

/** The document of those facts, with those declarations. */
export function printed(
  facts: Partial<Facts>,
  declarations: Partial<Declarations>,
  transaction: TransactionType = 'Vente',
): StatementDocument {
  const input = statementInput({ ...TYPICAL_FACTS, ...facts });
  const all = { ...NOTHING, ...declarations };
  return buildStatementDocument({ ...input, statement: { ...input.statement, transaction, declarations: all } });
}

/** Page 1. */
export const lines = ({ cover }: StatementDocument): string[] =>
  (cover.declarations?.lines ?? []).map(({ text }) => plain(text));
export const toComplete = ({ cover }: StatementDocument): string =>
  said(cover.next.find(({ title }) => title === 'Compléter')?.items);
