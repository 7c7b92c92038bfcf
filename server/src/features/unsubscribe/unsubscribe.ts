import type { Deps } from '#deps.ts';
import { refuseGuess } from '#platform/security/guesses.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import { stopMails, type Choice } from './unsubscribe.queries.ts';

/** Optional mails; each kind has its own URL, which stops that kind only. */
const KINDS: Record<Choice, string> = { reminders: 'arrêt des rappels', notices: 'arrêt des avis' };
const CHOICES = Object.keys(KINDS) as Choice[];

/** The secret URL that stops those mails of the account, for their header `List-Unsubscribe`. */
export async function unsubscribeUrl(deps: Deps, accountId: number, choice: Choice): Promise<string> {
  const id = accountId.toString(16).padStart(16, '0');
  return `${deps.publicUrl}/api/v2/desabonnement/${secretToken(await linksKey(deps.db), KINDS[choice], id)}/`;
}

/** Idempotent. Throws `not_found` for an unknown URL, or when the account is gone. */
export async function unsubscribe(deps: Deps, { token, ip }: { token: string; ip: string }): Promise<void> {
  const key = await linksKey(deps.db);
  for (const choice of CHOICES) {
    const id = readSecretToken(key, KINDS[choice], token);
    if (id !== null && (await stopMails(deps.db, { accountId: parseInt(id, 16), choice, now: deps.clock() }))) return;
  }
  await refuseGuess(deps, ip, 'Cette adresse n’existe pas, ou le compte a été supprimé.');
}
