import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { Block, Row } from '#domain/printing/parts.ts';
import { buildStatementDocument } from '#domain/statement-document/statement-document.ts';
import type { StatementDocument } from '#domain/statement-document/statement-document.ts';
import { statementInput, TYPICAL_FACTS } from './statement-input.ts';

/** A printed statement, for the tests of its text. */
export function document(facts: Facts = TYPICAL_FACTS, declarations: Declarations | null = null): StatementDocument {
  const input = statementInput(facts);
  return buildStatementDocument({ ...input, statement: { ...input.statement, declarations } });
}

/** Without no-break spaces and line-break marks. */
export const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/gu, ' ').replaceAll('\u200b', '');

export const blocks = (doc: StatementDocument, letter: string): Block[] =>
  doc.regulatory.blocks.filter((block) => block.letter === letter);

/** Labels of the ticked boxes (« oui », « non », « aucune » …) of the question that starts with that text. */
export function ticked(rows: Row[], label: string): string[] {
  const row = rows.find((row) => row.kind === 'question' && plain(row.label).startsWith(label));
  if (row?.kind !== 'question') throw new Error(`no question « ${label} »`);
  return row.boxes.filter((box) => box.checked).map((box) => plain(box.label));
}
