import type { Deps } from '#deps.ts';
import { Failure } from '#platform/failure.ts';
import { findByNumber, findByReference, listEditionsOf, type Edition } from './statements.edition-queries.ts';
import { findStatement } from './statements.queries.ts';

type Owned = { accountId: number; id: number };

/** The caller's document: the current one, or the edition asked. Throws `not_found`. */
export async function requireEdition(deps: Pick<Deps, 'db'>, owned: Owned, edition?: number): Promise<Edition> {
  const all = await listEditionsOf(deps.db, owned);
  const found = edition === undefined ? all[0] : all.find((one) => one.edition === edition);
  if (found !== undefined) return found;
  const isDraft = all.length === 0 && (await findStatement(deps.db, owned)) !== undefined;
  throw new Failure('not_found', isDraft ? 'Cet état des risques n’est pas encore généré.' : 'Pas trouvé.');
}

/** The caller's document of today; undefined while it is a draft, or somebody else's. */
export async function currentEdition(deps: Pick<Deps, 'db'>, owned: Owned): Promise<Edition | undefined> {
  return (await listEditionsOf(deps.db, owned))[0];
}

/** Whoever's it is: for the verification page, which says nothing of him. */
export function findEditionByReference(deps: Pick<Deps, 'db'>, reference: string): Promise<Edition | undefined> {
  return findByReference(deps.db, reference);
}

/** Whoever's it is: for a visitor who holds a link to it. */
export function findEditionForHandover(
  deps: Pick<Deps, 'db'>,
  which: { statementId: number; edition: number },
): Promise<Edition | undefined> {
  return findByNumber(deps.db, which);
}

/** Where the files of an account's statements are, and what they were printed from: the folder goes with it. */
export const statementFolder = (accountId: number): string => `statements/${accountId}`;
