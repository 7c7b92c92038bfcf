import { drawMail } from '#platform/mail-layout.ts';
import type { MailContent } from '#platform/outbox.ts';

type Sender = { siteUrl: string; supportEmail: string };
const WHY_CUSTOMER = 'Vous recevez ce message parce que vous avez passé une commande sur Clairisque.';

export type OrderWords = {
  label: string;
  credits: number;
  amountCents: number;
  invoiceNumber: string;
  paidAt: Date;
  /** Null when the buyer's client did not say what he ticked. */
  consent: { version: string; at: Date } | null;
};

/** The confirmation on a durable medium (art. L221-13 du code de la consommation); the terms of sale are joined as a PDF. */
export function orderConfirmedMail(sender: Sender, order: OrderWords): MailContent {
  const given = order.consent;
  return drawMail({
    siteUrl: sender.siteUrl,
    subject: `Votre commande sur Clairisque : ${order.label}`,
    preview: `${creditsOf(order.credits)} ajoutés à votre solde.`,
    title: 'Votre commande est confirmée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu votre paiement de ${euros(order.amountCents)} TTC le ${moment(order.paidAt)}. ${creditsOf(order.credits)} sont disponibles dans votre espace. Votre facture porte le numéro ${order.invoiceNumber}.`,
      ...(given === null
        ? []
        : [
            `Le ${moment(given.at)}, vous avez accepté les conditions générales de vente (version ${given.version}), demandé l’exécution immédiate du service et reconnu que vous perdrez votre droit de rétractation pour chaque état des risques pleinement établi (article L221-28 du code de la consommation).`,
          ]),
      'Pendant quatorze jours, vous pouvez renoncer aux crédits que vous n’avez pas utilisés : page « Mes factures », bouton « Renoncer au contrat ici ». Les conditions générales de vente sont jointes à ce message.',
    ],
    action: { label: 'Télécharger ma facture', url: `${sender.siteUrl}/myspace?tab=factures-tabs-simple` },
    notYou: `Vous n’avez rien commandé ? Écrivez-nous à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

export type WithdrawalWords = {
  label: string;
  name: string;
  amountCents: number;
  credits: number;
  creditNoteNumber: string;
  at: Date;
};

/** The acknowledgement of a withdrawal, with its content, date and time (art. D221-5 du code de la consommation). */
export function withdrawalReceivedMail(sender: Sender, withdrawal: WithdrawalWords): MailContent {
  return drawMail({
    siteUrl: sender.siteUrl,
    subject: 'Accusé de réception de votre rétractation',
    preview: `${euros(withdrawal.amountCents)} vous seront remboursés.`,
    title: 'Votre rétractation est enregistrée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu le ${moment(withdrawal.at)} la déclaration suivante, faite au nom de ${withdrawal.name} : « Je renonce au contrat portant sur la commande ${withdrawal.label}. »`,
      `Les ${creditsOf(withdrawal.credits)} non utilisés ont été retirés de votre solde. Leur prix, ${euros(withdrawal.amountCents)} TTC, vous sera remboursé sous quatorze jours au plus, par le moyen de paiement que vous avez employé. L’avoir porte le numéro ${withdrawal.creditNoteNumber}.`,
    ],
    action: { label: 'Voir mes factures', url: `${sender.siteUrl}/myspace?tab=factures-tabs-simple` },
    notYou: `Ce n’était pas vous ? Écrivez-nous aussitôt à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

type Notice = Sender & { stopUrl: string };

export function lowBalanceMail(sender: Notice, balance: number): MailContent {
  return drawMail({
    siteUrl: sender.siteUrl,
    subject: balance === 0 ? 'Votre solde de crédits est épuisé' : `Il vous reste ${creditsOf(balance)}`,
    preview: 'Un crédit permet d’établir un état des risques.',
    title: balance === 0 ? 'Votre solde est épuisé' : `Il vous reste ${creditsOf(balance)}`,
    paragraphs: ['Bonjour,', 'Pour que votre prochain état des risques ne soit pas retardé, vous pouvez recharger votre solde dès maintenant.'],
    action: { label: 'Voir les formules', url: `${sender.siteUrl}/Tarifs` },
    notYou: `Vous ne souhaitez plus recevoir ces avis ? ${sender.stopUrl}`,
    why: 'Vous recevez cet avis, une seule fois par achat, parce que vous avez un compte sur Clairisque.',
  });
}

export function expiringMail(sender: Notice, lot: { label: string; credits: number; expiresAt: Date }): MailContent {
  return drawMail({
    siteUrl: sender.siteUrl,
    subject: `${creditsOf(lot.credits)} expirent bientôt`,
    preview: `À utiliser avant le ${moment(lot.expiresAt)}.`,
    title: `${creditsOf(lot.credits)} expirent bientôt`,
    paragraphs: [
      'Bonjour,',
      `Votre formule « ${lot.label} » prend fin le ${moment(lot.expiresAt)}. Il y reste ${creditsOf(lot.credits)}, qui seront perdus ensuite.`,
    ],
    action: { label: 'Réaliser un état des risques', url: `${sender.siteUrl}/realisation_erp` },
    notYou: `Vous ne souhaitez plus recevoir ces avis ? ${sender.stopUrl}`,
    why: 'Vous recevez cet avis, une seule fois par formule, parce que vous avez un compte sur Clairisque.',
  });
}

const EUROS = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
const MOMENT = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });

const euros = (cents: number): string => EUROS.format(cents / 100);
const moment = (at: Date): string => MOMENT.format(at);
const creditsOf = (count: number): string => (count > 1 ? `${count} crédits` : `${count} crédit`);
