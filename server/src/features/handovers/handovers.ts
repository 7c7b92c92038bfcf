import { randomUUID, hash } from 'node:crypto';
import type { HandedForm, Handover, mailHandovers as mailHandoversRoute } from '@clairisque/contract/handovers.ts';
import type { z } from 'zod';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Deps } from '#deps.ts';
import { longFrenchDate } from '#domain/french.ts';
import { lockAccount } from '#features/accounts/accounts.ts';
import { currentEdition, hasStatement } from '#features/documents/documents.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { handedFiles, hasExpired, type Form } from './links.service.ts';
import { insertLinks, listLinks, listMade, revokeLink } from './handovers.queries.ts';
import { mailLinks, refuseTooMany } from './mailing.service.ts';
import { listReceiptsOfAccount } from './receipt.queries.ts';
import { fileOf, numberOf, receiptFolder } from './receipt.service.ts';
import { viewHandovers } from './view.service.ts';

export { requireOpenLink, type Visit } from './links.service.ts';
export { tellReceivers } from './notices.service.ts';
export { ownerName, reprintReceipt } from './receipt.service.ts';

type Owned = { accountId: number; id: number };

const FORMS: Record<HandedForm, Form> = { complete: 'whole', courte: 'short', les_deux: 'both' };

/** `email`: the link is mailed there. `id`: a link that a repeated call finds. */
type Person = { id?: string; label: string; email?: string | undefined };
type Asked = { form?: HandedForm; people: readonly [Person, ...Person[]] };

/**
 * Creates a link to the current edition, whose short version is then printed, for each person. All or none. Throws
 * `not_found`, `conflict` once it has expired, has too many links, or too much was mailed today.
 */
async function createHandovers(
  deps: Deps,
  owned: Owned,
  { form = 'complete', message = '', people }: Asked & { message?: string },
): Promise<Handover[]> {
  const edition = await currentEdition(deps, owned);
  if (edition === undefined) throw notFound();
  if (hasExpired(deps, edition)) {
    throw new AppError('conflict', `Ce document a expiré le ${longFrenchDate(edition.expiresOn)}.`);
  }
  await handedFiles(deps, FORMS[form], edition);
  const of = {
    account_id: owned.accountId,
    statement_id: edition.statementId,
    edition: edition.edition,
    form: FORMS[form],
    created_at: deps.clock(),
    // A test mails nothing.
    mailed_at: deps.mode === 'test' ? deps.clock() : null,
  };
  const links = people.map(({ id = randomUUID(), label, email = null }) => ({ ...of, id, label, email }));
  const made = await transact(deps, async (deps) => {
    // Alone: calls at once do not exceed what is allowed.
    if ((await lockAccount(deps.db, owned.accountId)) === undefined) throw accountGone();
    const ids = links.map(({ id }) => id);
    const known = await listMade(deps.db, { accountId: owned.accountId, statementId: of.statement_id, ids });
    const fresh = links.filter(({ id }) => known.every((one) => one.id !== id));
    await refuseTooMany(deps, fresh);
    const inserted = fresh.length === 0 ? [] : await insertLinks(deps.db, fresh);
    await mailLinks(deps, inserted, message);
    return [...known, ...inserted];
  });
  return viewHandovers(
    deps,
    made.toSorted((a, b) => links.findIndex(({ id }) => id === a.id) - links.findIndex(({ id }) => id === b.id)),
  );
}

/** One link, mailed or not. Throws as `createHandovers`. */
export async function createHandover(
  deps: Deps,
  owned: Owned,
  { form, message, ...person }: Person & Pick<Asked, 'form'> & { message?: string | undefined },
): Promise<Handover> {
  const [link] = await createHandovers(deps, owned, {
    people: [person],
    ...(form && { form }),
    ...(message !== undefined && { message }),
  });
  // Erased in the meantime.
  if (link === undefined) throw notFound();
  return link;
}

type Mailing = z.output<(typeof mailHandoversRoute)['schema']['body']>;

/** Mails a link to each address, once for each `envoi`. Throws as `createHandovers`. */
export function mailHandovers(
  deps: Deps,
  owned: Owned,
  { envoi, destinataires, message, forme }: Mailing,
): Promise<Handover[]> {
  // The first mention of an address counts.
  const byAddress = new Map(destinataires.toReversed().map((one) => [one.email.toLowerCase(), one]));
  const [first, ...others] = [...byAddress].toReversed().map(([address, { email, nom: label }]) => ({
    id: derivedId([owned.accountId, owned.id, envoi, address]),
    label,
    email,
  }));
  if (first === undefined) throw notFound();
  return createHandovers(deps, owned, { form: forme, message, people: [first, ...others] });
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

/** A UUID of version 8 (RFC 9562), always the same for the same parts: a repeated request finds what it made. */
export function derivedId(parts: readonly unknown[]): string {
  const digits = hash('sha256', JSON.stringify(parts));
  const at = (from: number, length: number): string => digits.slice(from, from + length);
  return `${at(0, 8)}-${at(8, 4)}-8${at(12, 3)}-8${at(15, 3)}-${at(18, 12)}`;
}
