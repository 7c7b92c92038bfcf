import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS } from './findings.ts';
import type { StatementInput } from './statement-document.ts';

/**
 * The machine-readable statement attached to the PDF as `etat-des-risques.json`: readers misparse crosses, so nobody
 * should have to read the page. Keys are stable; `version` changes with their meaning. No party's name is repeated.
 */
export function factsJson(input: StatementInput): string {
  const { findings, place, statement } = input;
  return JSON.stringify(
    {
      format: 'clairisque/etat-des-risques',
      version: 1,
      specimen: statement.specimen,
      reference: statement.reference,
      issuedAt: statement.issuedAt.toString(),
      issuedOn: statement.issuedOn.toString(),
      expiresOn: statement.expiresOn.toString(),
      transaction: statement.transaction,
      templateVersion: input.templateVersion,
      place,
      declarations: statement.declarations,
      compulsory: COMPULSORY_HEADINGS.map((heading) => findings[heading]),
      informative: INFORMATIVE_HEADINGS.map((heading) => findings[heading]),
    },
    null,
    1,
  );
}
