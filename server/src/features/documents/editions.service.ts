import type { StatementEdition } from '@clairisque/contract/documents.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { AppError } from '#platform/app-error.ts';
import {
  findByNumber,
  findByReference,
  findNewestOf,
  findOwnStatement,
  listEditionsOf,
  type Edition,
} from './editions.queries.ts';

type Owned = { accountId: number; id: number };

/** The caller's document: the current edition, or the requested one. Throws `not_found`. */
export async function requireEdition(deps: Pick<Deps, 'db'>, owned: Owned, edition?: number): Promise<Edition> {
  const all = await listEditionsOf(deps.db, owned);
  const found = edition === undefined ? all[0] : all.find((one) => one.edition === edition);
  if (found !== undefined) return found;
  const isDraft = all.length === 0 && (await hasStatement(deps, owned));
  throw new AppError('not_found', isDraft ? 'Cet état des risques n’est pas encore généré.' : 'Pas trouvé.');
}

/** Whether the caller has that statement, issued or not. */
export async function hasStatement(deps: Pick<Deps, 'db'>, owned: Owned): Promise<boolean> {
  return (await findOwnStatement(deps.db, owned)) !== undefined;
}

export async function listEditions(deps: Deps, owned: Owned): Promise<z.infer<typeof StatementEdition>[]> {
  // Another user's statement or a draft is not found.
  await requireEdition(deps, owned);
  const editions = await listEditionsOf(deps.db, owned);
  return editions.map((edition) => ({
    edition: edition.edition,
    reference: edition.reference,
    emis_le: parisDate(edition.issuedAt.toISOString()).toString(),
    expire_le: edition.expiresOn,
    sha256: edition.sha256,
    remplace: isFormer(edition),
    complete_le: edition.completedAt?.toISOString() ?? null,
    changements: edition.changes,
  }));
}

/** A later edition renews or completes it. */
export const isFormer = ({ replacedBy, completedBy }: Pick<Edition, 'replacedBy' | 'completedBy'>): boolean =>
  replacedBy !== null || completedBy !== null;

/** The caller's current document; undefined for a draft or another user's statement. */
export async function currentEdition(deps: Pick<Deps, 'db'>, owned: Owned): Promise<Edition | undefined> {
  return (await listEditionsOf(deps.db, owned))[0];
}

/** For any owner: the verification page says nothing about the owner. */
export function findEditionByReference(deps: Pick<Deps, 'db'>, reference: string): Promise<Edition | undefined> {
  return findByReference(deps.db, reference);
}

/** For any owner: for a visitor with a link. */
export function findEditionForHandover(
  deps: Pick<Deps, 'db'>,
  which: { statementId: number; edition: number },
): Promise<Edition | undefined> {
  return findByNumber(deps.db, which);
}

/** For any owner, for a visitor with a link: the newest edition of the document that the link was made for. */
export function findNewestForHandover(
  deps: Pick<Deps, 'db'>,
  which: { statementId: number; edition: number },
): Promise<Edition | undefined> {
  return findNewestOf(deps.db, which);
}

/** Folder of an account's statements and their inputs, removed with it. */
export const statementFolder = (accountId: number): string => `statements/${accountId}`;
