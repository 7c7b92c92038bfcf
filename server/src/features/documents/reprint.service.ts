import type { Deps } from '#deps.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { factsOf } from './editions.queries.ts';
import { findEditionByReference } from './editions.service.ts';
import { unpackInputs } from './printer-inputs.rules.ts';
import { printShortVersion } from './short-version.service.ts';
import { unpackAnswers, type KeptAnswers } from './supplier-answers.rules.ts';

export type { KeptAnswers };

/** Reprints an issued document from its stored inputs, to compare its bytes. Throws when there are none. */
export async function reprint(
  deps: Pick<Deps, 'db' | 'files' | 'typst'>,
  reference: string,
): Promise<{ pdf: Buffer; issuedSha256: string }> {
  const edition = await findEditionByReference(deps, reference);
  if (edition === undefined) throw new Error(`no document ${reference}`);
  if (edition.inputs === null) throw new Error(`${reference} has no stored inputs: issued by an earlier version`);
  const { template, data, files } = unpackInputs(await deps.files.get(edition.inputs));
  return { pdf: await deps.typst.render(template, data, files), issuedSha256: edition.sha256 };
}

/** Reprints the short version of an issued document. Throws as `reprint` does. */
export async function reprintShortVersion(
  deps: Pick<Deps, 'db' | 'files' | 'typst'>,
  reference: string,
): Promise<Buffer> {
  const edition = await findEditionByReference(deps, reference);
  if (edition === undefined) throw new Error(`no document ${reference}`);
  return printShortVersion(deps, edition);
}

/** The typed address, and the one printed as the property's; null when it was only declared. */
export type VerifiedAddress = { typed: string; confirmed: string | null };

/**
 * The suppliers' answers for an issued document, with the facts and the address that were made from them. Throws when
 * nothing was stored.
 */
export async function keptAnswers(
  deps: Pick<Deps, 'db' | 'files'>,
  reference: string,
): Promise<{ packed: Buffer; kept: KeptAnswers; facts: Facts; address: VerifiedAddress }> {
  const edition = await findEditionByReference(deps, reference);
  const facts = edition && (await factsOf(deps.db, edition));
  if (edition === undefined || facts === undefined) throw new Error(`no document ${reference}`);
  if (edition.answers === null) throw new Error(`${reference} has no stored answers: issued by an earlier version`);
  const packed = await deps.files.get(edition.answers);
  const address = { typed: edition.adresse, confirmed: edition.confirmedAddress };
  return { packed, kept: unpackAnswers(packed), facts, address };
}
