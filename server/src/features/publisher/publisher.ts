import { TERMS, TERMS_VERSION } from '@clairisque/contract/common/terms.ts';
import type { Deps } from '#deps.ts';
import { buildTermsDocument } from '#domain/statement-document/terms-document.ts';

export type PrintedTerms = { name: string; bytes: Buffer };

/** The terms of sale in force, as a PDF. Deterministic: the same text gives the same bytes. */
export async function printTerms({ typst }: Pick<Deps, 'typst'>): Promise<PrintedTerms> {
  const document = buildTermsDocument({ version: TERMS_VERSION, sections: TERMS });
  return { name: `CGV-Clairisque-${TERMS_VERSION}.pdf`, bytes: await typst.render('terms', document, {}) };
}
