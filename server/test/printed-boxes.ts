import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Row } from '#domain/printing/parts.ts';
import type { StatementDocument } from '#domain/statement-document/statement-document.ts';
import type { Printed } from './printed-cases.ts';
import { plain } from './printed-statement.ts';

const QUESTIONS: Record<CompulsoryHeading, [letter: string | null, label: RegExp]> = {
  pprn: ['A', /périmètre d’un PPR naturel/u],
  pprm: ['B', /périmètre d’un PPR minier/u],
  pprt: ['C', /PPR technologique approuvé/u],
  'ppr-prescrit': ['C', /PPR technologique prescrit/u],
  sismicite: ['D', /sismicité/u],
  radon: ['F', /niveau 3/u],
  'trait-de-cote': ['G', /zone exposée (?:identifiée|figurant)/u],
  debroussaillement: ['H', /débroussaillement/u],
  sis: ['E', /\(SIS\)/u],
  bruit: [null, /périmètre d’un plan/u],
};

/** The ticked boxes of the heading's question; a seismic zone is « oui » from 2. */
export function boxesOf({ regulatory, noise }: StatementDocument, heading: CompulsoryHeading): Printed {
  const [letter, label] = QUESTIONS[heading];
  const blocks = letter === null ? noise.blocks : regulatory.blocks.filter((block) => block.letter === letter);
  const row = blocks
    .flatMap(({ rows }) => rows)
    .find((one): one is Row & { kind: 'question' } => one.kind === 'question' && label.test(plain(one.label)));
  if (row === undefined) throw new Error(`no question of ${heading}`);
  const ticked = row.boxes.filter(({ checked }) => checked).map(({ label: words }) => plain(words));
  if (ticked.some((words) => /^oui|^zone [2-5]/u.test(words))) return 'oui';
  return ticked.some((words) => /^non|^zone 1/u.test(words)) ? 'non' : 'ouvert';
}
