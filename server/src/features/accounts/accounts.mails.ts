import { frenchEuros } from '#domain/french.ts';
import type { Deps } from '#deps.ts';
import { drawMail, senderOf, type Sender } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { ACCOUNT_DELETED_MAIL } from './deletion.service.ts';
import {
  ACTIVATION_MAIL,
  CHOOSES_PASSWORD,
  createLink,
  NO_ACCOUNT,
  PASSWORD_RESET_MAIL,
  type SentLink,
} from './mailed-links.service.ts';
import { PASSWORD_CHANGED_MAIL } from './password.service.ts';
import { findAccount } from './accounts.queries.ts';
import { countUsableTokens, revokeActivationLinks } from './token.queries.ts';

/** `url` opens a page that acts when a browser loads it, never when it is only fetched. */
type MailedLink = Pick<SentLink, 'url' | 'validHours'>;

/** The page of `notMeUrl` asks for confirmation: mail scanners open links. */
export function activationMail({ sender, link }: { sender: Sender; link: SentLink }): MailContent {
  return drawMail({
    sender,
    subject: 'Activation du compte sur Clairisque',
    preview: 'Un lien à ouvrir, et votre compte est prêt.',
    title: 'Activez votre compte',
    paragraphs: [
      'Bonjour,',
      'Un compte Clairisque vient d’être demandé avec cette adresse e-mail. Il reste à confirmer que c’est bien la vôtre.',
    ],
    action: { label: 'Activer mon compte', url: link.url, note: validity(link) },
    notYou:
      'Vous n’avez rien demandé ? N’activez pas ce compte : sans votre confirmation, personne ne peut s’en servir. Vous pouvez aussi l’effacer tout de suite.',
    notYouLink: { label: 'Ce n’est pas moi', url: link.notMeUrl },
    why: 'Vous recevez ce message parce que cette adresse a été saisie à la création d’un compte.',
  });
}

/** For a second request: the first may have come from another person, whose password must not be the account's. */
export function choosePasswordMail({ sender, link }: { sender: Sender; link: SentLink }): MailContent {
  return drawMail({
    sender,
    subject: 'Activation du compte sur Clairisque',
    preview: 'Un lien pour choisir votre mot de passe, et votre compte est prêt.',
    title: 'Choisissez votre mot de passe',
    paragraphs: [
      'Bonjour,',
      'Un nouveau lien d’activation vient d’être demandé pour cette adresse e-mail. Par sécurité, vous choisirez votre mot de passe en l’ouvrant : celui qui avait été saisi à l’inscription ne servira plus.',
    ],
    action: { label: 'Choisir mon mot de passe et activer mon compte', url: link.url, note: validity(link) },
    notYou:
      'Vous n’avez rien demandé ? Ignorez ce message : sans votre confirmation, personne ne peut se servir de ce compte. Vous pouvez aussi l’effacer tout de suite.',
    notYouLink: { label: 'Ce n’est pas moi', url: link.notMeUrl },
    why: 'Vous recevez ce message parce que cette adresse a été saisie pour recevoir un nouveau lien d’activation.',
  });
}

export function passwordResetMail(mail: { sender: Sender; link: MailedLink; username: string }): MailContent {
  return drawMail({
    sender: mail.sender,
    subject: 'Réinitialisation du mot de passe sur Clairisque',
    preview: 'Un lien pour choisir un nouveau mot de passe.',
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      'Bonjour,',
      'La réinitialisation du mot de passe de votre compte Clairisque a été demandée.',
      `Pour mémoire, votre nom d’utilisateur est ${mail.username}.`,
    ],
    action: { label: 'Choisir un nouveau mot de passe', url: mail.link.url, note: validity(mail.link) },
    notYou:
      'Vous n’avez rien demandé ? Vous pouvez ignorer ce message : votre mot de passe reste le même tant que ce lien n’est pas utilisé.',
    why: 'Vous recevez ce message parce que la réinitialisation a été demandée pour le compte lié à cette adresse.',
  });
}

export function passwordChangedMail(mail: { sender: Sender }): MailContent {
  return drawMail({
    sender: mail.sender,
    subject: 'Mot de passe modifié sur Clairisque',
    preview: 'Votre mot de passe vient de changer.',
    title: 'Votre mot de passe a été modifié',
    paragraphs: [
      'Bonjour,',
      'Le mot de passe de votre compte Clairisque vient d’être modifié. Par précaution, les sessions ouvertes sur vos autres appareils ont été fermées.',
      'L’adresse secrète de votre agenda a changé aussi : s’il affiche vos échéances, abonnez-le de nouveau depuis « Mes infos ».',
      'Si vous êtes à l’origine de ce changement, vous n’avez rien d’autre à faire.',
      'Sinon, demandez aussitôt un nouveau mot de passe.',
    ],
    action: { label: 'Demander un nouveau mot de passe', url: `${mail.sender.siteUrl}/password-reset` },
    notYou: `Puis écrivez-nous à ${mail.sender.supportEmail} : nous regarderons avec vous ce qui s’est passé.`,
    why: 'Vous recevez ce message parce que cette adresse est celle de votre compte : tout changement de mot de passe y est signalé.',
  });
}

/** The privacy page and `docs/security/personal-data.md` say the same. */
const KEPT = [
  'Voici ce que nous gardons, et pourquoi.',
  'Si vous avez passé commande, vos factures et la preuve de vos commandes, avec votre nom, votre adresse et votre adresse e-mail : dix ans à compter de la clôture de l’exercice, car la loi nous y oblige (article L123-22 du code de commerce), dans une archive qui n’est pas accessible en ligne.',
  'Le journal de sécurité, avec l’adresse IP, sans votre nom ni votre adresse e-mail : un an, pour déceler les intrusions.',
  'Votre adresse e-mail et la nature de ce message : sept jours après son envoi, au cas où il ne vous parviendrait pas.',
  'Nos sauvegardes, qui servent seulement après une panne, perdent vos données en 35 jours.',
];

export function accountDeletedMail(mail: {
  sender: Sender;
  /** Amount paid back by withdrawal from the last orders. */
  refundedCents: number;
}): MailContent {
  return drawMail({
    sender: mail.sender,
    subject: 'Suppression du compte sur Clairisque',
    preview: 'Votre compte et ses données ont été supprimés.',
    title: 'Votre compte a été supprimé',
    paragraphs: [
      'Bonjour,',
      'Votre compte Clairisque a été supprimé, comme vous l’avez demandé. Votre profil, votre logo, vos documents et vos crédits sont effacés et ne peuvent pas être rétablis.',
      ...(mail.refundedCents === 0
        ? []
        : [
            `Vous étiez encore dans le délai de rétractation : le prix de vos crédits non utilisés, ${frenchEuros(mail.refundedCents)} TTC, vous sera remboursé sous quatorze jours au plus, par le moyen de paiement que vous avez employé. Un accusé de réception vous est envoyé pour chaque commande.`,
          ]),
      ...KEPT,
    ],
    notYou: `Ce n’était pas vous, ou vous avez une question ? Écrivez-nous à ${mail.sender.supportEmail}.`,
    why: 'Vous recevez ce message parce que cette adresse était celle du compte supprimé. C’est le dernier.',
  });
}

function validity({ validHours }: MailedLink): string {
  return `Ce lien ne sert qu’une fois et reste valable ${validHours === 1 ? 'une heure' : `${validHours} heures`}.`;
}

/**
 * Strangers may request a person's links from many networks: this limits the mails of an hour, and each of their links
 * works.
 */
const LINKS_AT_ONCE = 5;

async function hasLinksEnough(deps: Pick<Deps, 'db' | 'clock'>, accountId: number): Promise<boolean> {
  const usable = { accountId, purpose: 'password_reset', now: deps.clock() } as const;
  return (await countUsableTokens(deps.db, usable)) >= LINKS_AT_ONCE;
}

/**
 * Creates the link when the mail is sent, so that none is stored in the outbox. Null when there is nothing left to
 * activate.
 */
async function composeActivation(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'supportEmail' | 'publisher'>,
  mail: QueuedMail,
): Promise<MailContent | null> {
  const account = await findAccount(deps.db, mail.accountId ?? NO_ACCOUNT);
  if (account === undefined || account.activated_at !== null) return null;
  if (mail.params['password'] !== CHOOSES_PASSWORD.password) {
    return activationMail({ sender: senderOf(deps), link: await createLink(deps, account, 'activation') });
  }
  if (await hasLinksEnough(deps, account.id)) return null;
  await revokeActivationLinks(deps.db, account.id, deps.clock());
  const link = await createLink(deps, account, 'activation');
  const { url, validHours } = await createLink(deps, account, 'password_reset');
  return choosePasswordMail({ sender: senderOf(deps), link: { url, validHours, notMeUrl: link.notMeUrl } });
}

/** Composes the mail for a new password; null when the account is gone or disabled, or has enough working links. */
async function composePasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'supportEmail' | 'publisher'>,
  mail: QueuedMail,
): Promise<MailContent | null> {
  const account = await findAccount(deps.db, mail.accountId ?? NO_ACCOUNT);
  if (!account?.active || (await hasLinksEnough(deps, account.id))) return null;
  const link = await createLink(deps, account, 'password_reset');
  return passwordResetMail({ sender: senderOf(deps), link, username: account.username });
}

export const accountMails: Mail<Deps>[] = [
  mail(ACTIVATION_MAIL, composeActivation),
  mail(PASSWORD_RESET_MAIL, composePasswordReset),
  mail(PASSWORD_CHANGED_MAIL, async (deps: Deps) => passwordChangedMail({ sender: senderOf(deps) })),
  mail(ACCOUNT_DELETED_MAIL, async (deps: Deps, { params }) =>
    accountDeletedMail({ sender: senderOf(deps), refundedCents: Number(params['refundedCents'] ?? 0) }),
  ),
];
