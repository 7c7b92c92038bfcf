import type { Deps } from '#deps.ts';
import { listActions } from './support.queries.ts';

const ALL = 1_000;
const WHAT: Record<string, string> = {
  find: 'Compte consulté',
  order: 'Commande consultée',
  'mail resend': 'Courriel renvoyé',
  'webhook replay': 'Paiement vérifié chez le prestataire',
  'credit refund': 'Crédit rendu',
  'account lock': 'Compte bloqué',
  'account unlock': 'Compte débloqué',
  'account revoke-sessions': 'Sessions fermées',
};

/** What the support read or did in an account, newest first, for its owner (art. 15 du RGPD). */
export async function listInterventions(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
): Promise<{ at: Date; what: string; reason: string }[]> {
  const actions = await listActions(db, accountId, ALL);
  return actions.map(({ at, command, reason }) => ({ at, what: WHAT[command] ?? command, reason }));
}
