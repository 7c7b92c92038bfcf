import type { MailChoice } from '@clairisque/contract/unsubscribe.ts';
import type { Deps } from '#deps.ts';
import type { StopLink } from '#platform/mails/mail-layout.ts';
import { refuseGuess } from '#platform/guards/rate-limit.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import { receives, setStopped, type Choice, type Chosen } from './unsubscribe.queries.ts';

/** Optional mails; each kind has its own token, which stops that kind only. */
const KINDS: Record<Choice, string> = { reminders: 'arrêt des rappels', notices: 'arrêt des avis' };
const CHOICES = Object.keys(KINDS) as Choice[];

const LABELS: Record<Choice, string> = {
  reminders: 'Ne plus recevoir ces rappels',
  notices: 'Ne plus recevoir ces avis',
};
const NAMES = { reminders: 'rappels', notices: 'avis' } as const;

/** Where the reader of an optional mail stops it, without signing in. Neither URL is stored. */
export async function stopLink(deps: Pick<Deps, 'db' | 'publicUrl'>, chosen: Chosen): Promise<StopLink> {
  const { accountId, choice } = chosen;
  const id = accountId.toString(16).padStart(16, '0');
  const token = secretToken(await linksKey(deps.db), KINDS[choice], id);
  return {
    label: LABELS[choice],
    page: `${deps.publicUrl}/desabonnement/${token}`,
    oneClick: `${deps.publicUrl}/api/v2/desabonnement/${token}/`,
  };
}

type Visit = { token: string; ip: string };

/** What a token is about, and whether those mails are received. Throws `not_found`. */
export async function mailChoice(deps: Deps, visit: Visit): Promise<MailChoice> {
  const { choice, isReceived } = await open(deps, visit);
  return { messages: NAMES[choice], recus: isReceived };
}

/** Stops those mails, or lets them come again. Idempotent. Throws `not_found`. */
export async function chooseMails(deps: Deps, visit: Visit, isWanted: boolean): Promise<MailChoice> {
  const chosen = await open(deps, visit);
  await setStopped(deps.db, chosen, isWanted ? null : deps.clock());
  return { messages: NAMES[chosen.choice], recus: isWanted };
}

/** The account and the choice of a token. One refusal for an unknown token and for an account that is gone. */
async function open(deps: Deps, { token, ip }: Visit): Promise<Chosen & { isReceived: boolean }> {
  const key = await linksKey(deps.db);
  for (const choice of CHOICES) {
    const id = readSecretToken(key, KINDS[choice], token);
    if (id === null) continue;
    const chosen = { accountId: parseInt(id, 16), choice };
    const isReceived = await receives(deps.db, chosen);
    if (isReceived !== undefined) return { ...chosen, isReceived };
  }
  return refuseGuess(deps, ip, 'Cette adresse n’existe pas, ou le compte a été supprimé.');
}
