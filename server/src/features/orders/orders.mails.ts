import type { Deps } from '#deps.ts';
import { counted, frenchEuros, longFrenchMoment } from '#domain/french.ts';
import { creditNoteNumberOf, invoiceNumberOf, readCreditNote } from '#features/invoices/invoices.ts';
import { printAccepted } from '#features/accepted-terms/accepted-terms.ts';
import { drawMail, senderOf, type Sender } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { findOrder, listRefunds } from './orders.queries.ts';
import { ORDER_CONFIRMED_MAIL, ORDER_UNDELIVERED_MAIL } from './settlement.service.ts';
import { WITHDRAWAL_RECEIVED_MAIL } from './withdrawal.service.ts';

const WHY_CUSTOMER = 'Vous recevez ce message parce que vous avez passé une commande sur Clairisque.';

type OrderWords = {
  label: string;
  credits: number;
  amountCents: number;
  invoiceNumber: string;
  paidAt: Date;
  /** Null when the client sent no consent. */
  consent: { version: string; at: Date } | null;
};

/**
 * The confirmation on a durable medium (art. L221-13 du code de la consommation); the terms of sale are attached as a
 * PDF.
 */
function orderConfirmedMail(sender: Sender, order: OrderWords): MailContent {
  const given = order.consent;
  return drawMail({
    sender,
    subject: `Votre commande sur Clairisque : ${order.label}`,
    preview: `${creditsOf(order.credits)} de plus à votre solde.`,
    title: 'Votre commande est confirmée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu votre paiement de ${frenchEuros(order.amountCents)} TTC le ${longFrenchMoment(order.paidAt)}, pour ${creditsOf(order.credits)} que vous pouvez utiliser dès maintenant. Votre facture porte le numéro ${order.invoiceNumber}.`,
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

type WithdrawalWords = {
  label: string;
  paidAt: Date;
  invoiceNumber: string | null;
  name: string;
  amountCents: number;
  credits: number;
  /** Null when an earlier credit note covers it. */
  creditNoteNumber: string | null;
  at: Date;
  /** Its orders went with the account: the mail is all that is left of them. */
  isAccountErased: boolean;
};

/** « 10 crédits, passée le 2 décembre 2026 à 10:00 (facture F-2026-000012) ». */
function orderOf({ label, paidAt, invoiceNumber }: WithdrawalWords): string {
  const invoice = invoiceNumber === null ? '' : ` (facture ${invoiceNumber})`;
  return `${label}, payée le ${longFrenchMoment(paidAt)}${invoice}`;
}

/** The acknowledgement of a withdrawal, with its content, date and time (art. D221-5 du code de la consommation). */
function withdrawalReceivedMail(sender: Sender, withdrawal: WithdrawalWords): MailContent {
  return drawMail({
    sender,
    subject: 'Accusé de réception de votre rétractation',
    preview: `Remboursement de ${frenchEuros(withdrawal.amountCents)}, sous quatorze jours au plus.`,
    title: 'Votre rétractation est enregistrée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu le ${longFrenchMoment(withdrawal.at)} la déclaration suivante, faite au nom de ${withdrawal.name} : « Je renonce au contrat portant sur la commande ${orderOf(withdrawal)}. »`,
      `${withdrawal.isAccountErased ? 'Votre compte est supprimé' : `Votre solde compte ${creditsOf(withdrawal.credits)} de moins`}. Le prix des crédits non utilisés, ${frenchEuros(withdrawal.amountCents)} TTC, vous sera remboursé sous quatorze jours au plus, par le moyen de paiement que vous avez employé.${creditNoteOf(withdrawal)}`,
    ],
    ...(withdrawal.isAccountErased
      ? {}
      : { action: { label: 'Voir mes factures', url: `${sender.siteUrl}/myspace?tab=factures-tabs-simple` } }),
    notYou: `Ce n’était pas vous ? Écrivez-nous aussitôt à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

/** The account is gone: nothing was delivered, and everything is refunded. */
function orderUndeliveredMail(
  sender: Sender,
  order: Pick<WithdrawalWords, 'label' | 'amountCents' | 'creditNoteNumber'>,
): MailContent {
  return drawMail({
    sender,
    subject: 'Votre paiement vous est remboursé',
    preview: `Remboursement de ${frenchEuros(order.amountCents)}, sous quatorze jours au plus.`,
    title: 'Votre paiement vous est remboursé',
    paragraphs: [
      'Bonjour,',
      `Votre paiement de ${frenchEuros(order.amountCents)} TTC (« ${order.label} ») nous est parvenu alors que votre compte Clairisque n’existe plus : aucun crédit ne vous a été livré.`,
      `Cette somme vous sera remboursée en entier sous quatorze jours au plus, par le moyen de paiement que vous avez employé.${creditNoteOf(order)} Vous n’avez rien à faire.`,
    ],
    action: { label: 'Voir les formules', url: `${sender.siteUrl}/Tarifs` },
    notYou: `Une question ? Écrivez-nous à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

const creditNoteOf = ({ creditNoteNumber }: Pick<WithdrawalWords, 'creditNoteNumber'>): string =>
  creditNoteNumber === null ? '' : ` L’avoir porte le numéro ${creditNoteNumber}.`;
const creditsOf = (count: number): string => counted(count, 'crédit');

/** The buyer's confirmation, with the terms of sale as a PDF: the durable medium of art. L221-13. Null when the order is not paid. */
async function composeOrderConfirmed(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  if (!order?.paid_at) return null;
  const { consent_version: version, consented_at: at } = order;
  const content = orderConfirmedMail(senderOf(deps), {
    label: order.label,
    credits: order.credits,
    amountCents: order.amount_cents,
    invoiceNumber: (await invoiceNumberOf(deps, order.id)) ?? '',
    paidAt: order.paid_at,
    consent: version === null || at === null ? null : { version, at },
  });
  return { ...content, attachments: [await printAccepted(deps, order.consent_digest)] };
}

async function composeWithdrawalReceived(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  const refunds = order === undefined ? [] : await listRefunds(deps.db, order.id);
  const withdrawal = refunds.find((one) => one.kind === 'withdrawal');
  if (!order?.paid_at || withdrawal === undefined) return null;
  const content = withdrawalReceivedMail(senderOf(deps), {
    label: order.label,
    paidAt: order.paid_at,
    invoiceNumber: await invoiceNumberOf(deps, order.id),
    name: mail.params['name'] ?? '',
    amountCents: withdrawal.amount_cents,
    credits: withdrawal.credits_taken,
    creditNoteNumber: await creditNoteNumberOf(deps, withdrawal.id),
    at: new Date(mail.params['at'] ?? 0),
    isAccountErased: order.account_id === null,
  });
  const note = await readCreditNote(deps, withdrawal.id);
  return note === null ? content : { ...content, attachments: [note] };
}

/** For a buyer who paid after the account was erased: the money is refunded. */
async function composeOrderUndelivered(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  const refunds = order === undefined ? [] : await listRefunds(deps.db, order.id);
  const refund = refunds.find((one) => one.kind === 'undelivered');
  if (order === undefined || refund === undefined) return null;
  return orderUndeliveredMail(senderOf(deps), {
    label: order.label,
    amountCents: refund.amount_cents,
    creditNoteNumber: await creditNoteNumberOf(deps, refund.id),
  });
}

export const orderMails: Mail<Deps>[] = [
  mail(ORDER_CONFIRMED_MAIL, composeOrderConfirmed),
  mail(WITHDRAWAL_RECEIVED_MAIL, composeWithdrawalReceived),
  mail(ORDER_UNDELIVERED_MAIL, composeOrderUndelivered),
];
