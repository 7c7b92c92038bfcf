import type { OwnHeading, FormGiven } from '#domain/headings/heading.ts';
import { OWN, OWN_HEADINGS } from '#domain/headings/headings.ts';
import type { Block } from '#domain/printing/parts.ts';
import type { FindingOf } from '#domain/risks/findings.ts';
import type { StatementInput } from './input.ts';

/** Blocks D to H of the usual form: the zonings of R125-23 5° to 8° and the soils of L125-7. */
export function zoneBlocks({ findings, statement, buildings, place }: StatementInput): Block[] {
  const given = { sale: statement.transaction === 'Vente', buildings, place };
  return OWN_HEADINGS.flatMap((heading) => blockOf(heading, findings, given)).toSorted((one, other) =>
    (one.letter ?? '').localeCompare(other.letter ?? ''),
  );
}

function blockOf<H extends OwnHeading>(heading: H, findings: { [K in H]: FindingOf<K> }, given: FormGiven): Block[] {
  const { form } = OWN[heading];
  return form === null ? [] : [form(findings[heading], given)];
}
