import { isEmail } from '@clairisque/contract/text.ts';
import type { Deps } from '#deps.ts';
import { listForeignUsernames, renameAccount } from './accounts.queries.ts';

/**
 * Accounts created before a username in the form of an e-mail had to be their own (decision 0041) get their e-mail as
 * username, so that the owner of the other address can sign up and in. For one name, or all.
 */
export async function releaseUsernames(deps: Pick<Deps, 'db' | 'log'>, name: string | null = null): Promise<void> {
  for (const { id, username, email } of await listForeignUsernames(deps.db, name)) {
    if (!isEmail(username)) continue;
    const taken = !(await renameAccount(deps.db, id, email));
    if (taken) await renameAccount(deps.db, id, `compte-${id}`);
    deps.log.warn({ accountId: id }, 'username of another address released');
  }
}
