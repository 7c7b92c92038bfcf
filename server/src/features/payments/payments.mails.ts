import { counted, longFrenchMoment } from '#domain/french.ts';
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
    preview: `${creditsOf(order.credits)} de plus à votre solde.`,
    title: 'Votre commande est confirmée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu votre paiement de ${euros(order.amountCents)} TTC le ${longFrenchMoment(order.paidAt)}, pour ${creditsOf(order.credits)} que vous pouvez utiliser dès maintenant. Votre facture porte le numéro ${order.invoiceNumber}.`,
      ...(given === null
        ? []
        : [
            `Le ${longFrenchMoment(given.at)}, vous avez accepté les conditions générales de vente (version ${given.version}), demandé l’exécution immédiate du service et reconnu que vous perdrez votre droit de rétractation pour chaque état des risques pleinement établi (article L221-28 du code de la consommation).`,
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
  /** Null when an earlier credit note covers it. */
  creditNoteNumber: string | null;
  at: Date;
};

/** The acknowledgement of a withdrawal, with its content, date and time (art. D221-5 du code de la consommation). */
export function withdrawalReceivedMail(sender: Sender, withdrawal: WithdrawalWords): MailContent {
  return drawMail({
    siteUrl: sender.siteUrl,
    subject: 'Accusé de réception de votre rétractation',
    preview: `Remboursement de ${euros(withdrawal.amountCents)}, sous quatorze jours au plus.`,
    title: 'Votre rétractation est enregistrée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu le ${longFrenchMoment(withdrawal.at)} la déclaration suivante, faite au nom de ${withdrawal.name} : « Je renonce au contrat portant sur la commande ${withdrawal.label}. »`,
      `Votre solde compte ${creditsOf(withdrawal.credits)} de moins. Le prix de ce que vous n’aviez pas utilisé, ${euros(withdrawal.amountCents)} TTC, vous sera remboursé sous quatorze jours au plus, par le moyen de paiement que vous avez employé.${creditNoteOf(withdrawal)}`,
    ],
    action: { label: 'Voir mes factures', url: `${sender.siteUrl}/myspace?tab=factures-tabs-simple` },
    notYou: `Ce n’était pas vous ? Écrivez-nous aussitôt à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

/** The account is gone: nothing was delivered, and everything is paid back. */
export function orderUndeliveredMail(
  sender: Sender,
  order: Pick<WithdrawalWords, 'label' | 'amountCents' | 'creditNoteNumber'>,
): MailContent {
  return drawMail({
    siteUrl: sender.siteUrl,
    subject: 'Votre paiement vous est remboursé',
    preview: `Remboursement de ${euros(order.amountCents)}, sous quatorze jours au plus.`,
    title: 'Votre paiement vous est remboursé',
    paragraphs: [
      'Bonjour,',
      `Votre paiement de ${euros(order.amountCents)} TTC (« ${order.label} ») nous est parvenu alors que votre compte Clairisque n’existe plus : aucun crédit ne vous a été livré.`,
      `Cette somme vous sera remboursée en entier sous quatorze jours au plus, par le moyen de paiement que vous avez employé.${creditNoteOf(order)} Vous n’avez rien à faire.`,
    ],
    action: { label: 'Voir les formules', url: `${sender.siteUrl}/Tarifs` },
    notYou: `Une question ? Écrivez-nous à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

const EUROS = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

const creditNoteOf = ({ creditNoteNumber }: Pick<WithdrawalWords, 'creditNoteNumber'>): string =>
  creditNoteNumber === null ? '' : ` L’avoir porte le numéro ${creditNoteNumber}.`;
const euros = (cents: number): string => EUROS.format(cents / 100);
const creditsOf = (count: number): string => counted(count, 'crédit');
