import { ACCESSIBILITY_TERMS, TERMS, TERMS_VERSION } from '@clairisque/contract/common/terms.ts';
import type { Deps } from '#deps.ts';
import { owesAccessibility } from '#publisher.ts';
import { buildTermsDocument } from '#domain/statement-document/terms-document.ts';

export type PrintedTerms = { name: string; bytes: Buffer };

/** The terms of sale in force, as a PDF. Deterministic: the same text gives the same bytes. */
export async function printTerms({ typst, publisher }: Pick<Deps, 'typst' | 'publisher'>): Promise<PrintedTerms> {
  const sections = [...TERMS, ...(owesAccessibility(publisher) ? [ACCESSIBILITY_TERMS] : [])];
  const document = buildTermsDocument({ version: TERMS_VERSION, sections });
  return { name: `CGV-Clairisque-${TERMS_VERSION}.pdf`, bytes: await typst.render('terms', document, {}) };
}
