import { randomUUID } from 'node:crypto';
import type { HandedForm, Handover } from '@clairisque/contract/handovers.ts';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Deps } from '#deps.ts';
import { longFrenchDate } from '#domain/french.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { currentEdition, hasStatement } from '#features/documents/documents.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { handedFiles, hasExpired, type Form } from './links.service.ts';
import { insertLink, listLinks, revokeLink } from './handovers.queries.ts';
import { listReceiptsOfAccount } from './receipt.queries.ts';
import { fileOf, numberOf, receiptFolder } from './receipt.service.ts';
import { viewHandovers } from './view.service.ts';

export { ownerName, reprintReceipt } from './receipt.service.ts';

type Owned = { accountId: number; id: number };

/** Far more than one document ever needs. */
const LINKS_AT_MOST = 50;

const FORMS: Record<HandedForm, Form> = { complete: 'whole', courte: 'short', les_deux: 'both' };

/**
 * Creates a link to the current edition, whose short version is then printed. Throws `not_found`, `conflict` once it has
 * expired or has too many links.
 */
export async function createHandover(
  deps: Deps,
  owned: Owned,
  { label, form = 'complete', id = randomUUID() }: { label: string; form?: HandedForm; id?: string },
): Promise<Handover> {
  const edition = await currentEdition(deps, owned);
  if (edition === undefined) throw notFound();
  if (hasExpired(deps, edition)) {
    throw new AppError('conflict', `Ce document a expiré le ${longFrenchDate(edition.expiresOn)}.`);
  }
  await handedFiles(deps, FORMS[form], edition);
  const link = {
    id,
    account_id: owned.accountId,
    statement_id: edition.statementId,
    edition: edition.edition,
    form: FORMS[form],
    label,
    created_at: deps.clock(),
  };
  const links = await transact(deps, async ({ db }) => {
    if (!(await lockAccountShared(db, owned.accountId))) throw accountGone();
    return insertLink(db, link, LINKS_AT_MOST);
  });
  const [view] = await viewHandovers(deps, links);
  if (view === undefined) {
    throw new AppError('conflict', `Ce document a déjà ${LINKS_AT_MOST}\u00A0liens de remise : c’est le maximum.`);
  }
  return view;
}

/** The links to every edition of a statement, newest first. Throws `not_found`. */
export async function listHandovers(deps: Deps, owned: Owned): Promise<Handover[]> {
  if (!(await hasStatement(deps, owned))) throw notFound();
  return viewHandovers(deps, await listLinks(deps.db, { accountId: owned.accountId, statementId: owned.id }));
}

/** Closes a link. Idempotent. Throws `not_found`. */
export async function revokeHandover(deps: Deps, owned: { accountId: number; id: string }): Promise<Handover> {
  const [view] = await viewHandovers(deps, await revokeLink(deps.db, owned, deps.clock()));
  if (view === undefined) throw notFound();
  return view;
}

/** Receipts to remove with the account, including unprinted ones: their folders, and the keys of former versions. */
export async function handoverFiles(
  deps: Pick<Deps, 'db'>,
  accountId: number,
): Promise<{ keys: string[]; folders: string[] }> {
  const receipts = await listReceiptsOfAccount(deps.db, accountId);
  return {
    keys: receipts.flatMap((receipt) => receipt.file_key ?? []),
    folders: receipts.map(({ id }) => receiptFolder(id)),
  };
}

/** The printed receipts of an account, oldest first: for the export. */
export async function listReceipts(
  deps: Pick<Deps, 'db'>,
  accountId: number,
): Promise<{ statementId: number; number: string; file: KeptFile }[]> {
  const rows = await listReceiptsOfAccount(deps.db, accountId);
  return rows.flatMap((row) => {
    const file = fileOf(row);
    return file === null ? [] : [{ statementId: row.statement_id, number: numberOf(row), file }];
  });
}

const notFound = (): AppError => new AppError('not_found', 'Pas trouvé.');
