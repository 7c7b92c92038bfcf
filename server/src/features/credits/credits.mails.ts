import type { Deps } from '#deps.ts';
import { stopLink } from '#features/unsubscribe/unsubscribe.ts';
import { drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { counted, longFrenchDate } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { LOW_CREDITS } from '@clairisque/contract/common/events.ts';
import { CREDITS_EXPIRING_MAIL, LOW_BALANCE_MAIL } from './notices.service.ts';
import { balance } from './credits.ts';
import { findLot, wantsNotices } from './credits.queries.ts';

/** Null when the account has bought again, is gone, or has turned the notices off. */
export async function composeLowBalance(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  if (mail.accountId === null || !(await wantsNotices(deps.db, mail.accountId))) return null;
  const left = await balance(deps, mail.accountId);
  if (left > LOW_CREDITS) return null;
  const title = left === 0 ? 'Votre solde est épuisé' : `Il vous reste ${counted(left, 'crédit')}`;
  return drawMail({
    sender: senderOf(deps),
    subject: title,
    preview: 'Un crédit permet d’établir un état des risques.',
    title,
    paragraphs: [
      'Bonjour,',
      'Pour que votre prochain état des risques ne soit pas retardé, vous pouvez recharger votre solde dès maintenant.',
    ],
    action: { label: 'Voir les formules', url: `${deps.publicUrl}/Tarifs` },
    why: 'Vous recevez cet avis, une seule fois par achat, parce que vous avez utilisé des crédits sur Clairisque.',
    stop: await stopLink(deps, { accountId: mail.accountId, choice: 'notices' }),
  });
}

/** Null when no credit is left to expire, or the notices are off. */
export async function composeExpiring(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const lot = await findLot(deps.db, Number(mail.params['lotId']));
  if (lot === undefined || lot.expires_at === null || lot.remaining <= 0) return null;
  if (lot.expires_at <= deps.clock() || !(await wantsNotices(deps.db, lot.account_id))) return null;
  const what = counted(lot.remaining, 'crédit');
  const day = longFrenchDate(parisDate(lot.expires_at.toISOString()));
  return drawMail({
    sender: senderOf(deps),
    subject: `${what} à utiliser jusqu’au ${day} inclus`,
    preview: `Votre formule « ${lot.label} » prend fin bientôt.`,
    title: `${what} à utiliser jusqu’au ${day} inclus`,
    paragraphs: [
      'Bonjour,',
      `Il vous reste ${what} de votre formule « ${lot.label} », à utiliser jusqu’au ${day} inclus. ${lot.remaining === 1 ? 'Ensuite, il sera perdu' : 'Ensuite, ils seront perdus'}.`,
    ],
    action: { label: 'Réaliser un état des risques', url: `${deps.publicUrl}/realisation_erp` },
    why: 'Vous recevez cet avis, une seule fois par formule, parce que vous avez des crédits sur Clairisque.',
    stop: await stopLink(deps, { accountId: lot.account_id, choice: 'notices' }),
  });
}

export const creditMails: Mail<Deps>[] = [
  mail(LOW_BALANCE_MAIL, composeLowBalance),
  mail(CREDITS_EXPIRING_MAIL, composeExpiring),
];
