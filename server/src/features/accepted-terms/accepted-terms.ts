import { createHash } from 'node:crypto';
import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { termsOf } from '@clairisque/contract/common/terms.ts';
import type { AcceptedTerms } from '@clairisque/contract/accepted-terms.ts';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { buildTermsDocument } from '#domain/statement-document/terms-document.ts';
import { printTerms, publisherView, type PrintedTerms } from '#features/publisher/publisher.ts';
import { AppError } from '#platform/app-error.ts';
import { findText, insertAcceptance, insertText, listAcceptances } from './accepted-terms.queries.ts';

export type { PrintedTerms };

const KeptTerms = z.object({
  version: z.string(),
  sections: z.array(
    z.object({
      title: z.string(),
      paragraphs: z.array(z.string()),
      boxed: z.object({ title: z.string(), paragraphs: z.array(z.string()) }).exactOptional(),
    }),
  ),
});
type KeptTerms = z.infer<typeof KeptTerms>;

const TERMS_CHANGED = 'Les conditions générales de vente ont changé\u00A0: rechargez la page pour les relire.';

/** The record is evidence: refuses a version that we did not show. `field` is the faulty one of the request. */
export function refuseOtherVersion(version: string, field: string): void {
  if (version !== TERMS_VERSION) throw new AppError('invalid_input', { [field]: [TERMS_CHANGED] });
}

/** Keeps the text in force, once, and returns its digest. Call it in the transaction that records the acceptance. */
export async function keepTerms(deps: Pick<Deps, 'db' | 'clock' | 'publisher'>): Promise<string> {
  const terms = { version: TERMS_VERSION, sections: termsOf(publisherView(deps.publisher)) };
  const content = Buffer.from(JSON.stringify(terms));
  const digest = createHash('sha256').update(content).digest('hex');
  await insertText(deps.db, { digest, version: TERMS_VERSION, content, kept_at: deps.clock() });
  return digest;
}

/** Records that the account was created on a page that showed the terms in force. In the transaction that creates it. */
export async function acceptByAccount(deps: Deps, accountId: number): Promise<void> {
  const digest = await keepTerms(deps);
  await insertAcceptance(deps.db, { account_id: accountId, digest, accepted_at: deps.clock() });
}

/** That digest, if its text is kept: a restored database may have lost it, unless it is the one in force. */
export async function findKept(
  deps: Pick<Deps, 'db' | 'clock' | 'publisher'>,
  digest: string | null,
): Promise<string | null> {
  if (digest === null || digest === (await keepTerms(deps))) return digest;
  return (await findText(deps.db, digest))?.digest ?? null;
}

/** The terms that an account accepted: by its creation, and with each paid order. */
export async function listMyTerms(deps: Pick<Deps, 'db'>, accountId: number): Promise<AcceptedTerms[]> {
  const rows = await listAcceptances(deps.db, accountId);
  return rows.map(({ version, at, label, digest }) => ({
    version,
    acceptees_le: at.toISOString(),
    commande: label,
    empreinte: digest,
  }));
}

async function readText(deps: Pick<Deps, 'db'>, digest: string): Promise<KeptTerms> {
  const row = await findText(deps.db, digest);
  if (row === undefined) throw new AppError('not_found', 'Ce texte n’est pas conservé ici.');
  return KeptTerms.parse(JSON.parse(row.content.toString('utf8')));
}

/** The PDF of the text that was accepted; of the one in force when its digest was not recorded. Throws `not_found`. */
export async function printAccepted(
  deps: Pick<Deps, 'db' | 'typst' | 'publisher'>,
  digest: string | null,
): Promise<PrintedTerms> {
  if (digest === null) return printTerms(deps);
  const { version, sections } = await readText(deps, digest);
  const bytes = await deps.typst.render('terms', buildTermsDocument({ version, sections }), {});
  return { name: `CGV-Clairisque-${version}.pdf`, bytes };
}

/** Gives the text for the account's export. */
export async function acceptedText(deps: Pick<Deps, 'db'>, digest: string): Promise<string> {
  const { version, sections } = await readText(deps, digest);
  const articles = sections.map(({ title, paragraphs, boxed }, index) =>
    [`${index + 1}. ${title}`, ...paragraphs, ...(boxed ? [boxed.title, ...boxed.paragraphs] : [])].join('\n\n'),
  );
  return [`Conditions générales de vente, version ${version}`, `Empreinte : ${digest}`, ...articles, ''].join('\n\n');
}
