import type { ReadableDocument } from '@clairisque/contract/document.ts';
import type { Deps } from '#deps.ts';
import { readableDocument } from '#features/statements/statements.ts';
import { linksKey, readSecretToken } from '#platform/security/secret-link.ts';
import { RECEIPT, refuseLink, requireOpenLink, type Visit } from './links.service.ts';
import { findReceipt } from './receipt.queries.ts';

/**
 * The document on a screen, for a visitor who acknowledged it under that link; it does not count as a download. Throws
 * as `requireOpenLink`, and `not_found` for an edition in an older format.
 */
export async function readHandedOver(deps: Deps, visit: Visit, receiptToken: string): Promise<ReadableDocument> {
  const { link, edition } = await requireOpenLink(deps, visit);
  const id = readSecretToken(await linksKey(deps.db), RECEIPT, receiptToken);
  const receipt = id === null ? undefined : await findReceipt(deps.db, id);
  return receipt?.handover_id === link.id ? readableDocument(deps, edition) : refuseLink(deps, visit.ip);
}
