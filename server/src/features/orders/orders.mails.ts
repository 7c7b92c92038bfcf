import type { Deps } from '#deps.ts';
import { counted, frenchEuros, longFrenchMoment } from '#domain/french.ts';
import { printAccepted } from '#features/accepted-terms/accepted-terms.ts';
import { readCreditNote, readInvoiceOf, type MailedInvoice } from '#features/invoices/invoices.ts';
import { asTyped, drawMail, senderOf, type Sender } from '#platform/mails/mail-layout.ts';
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
  /** Support may send a confirmation again after its account is gone, with its credits. */
  isAccountErased: boolean;
  /** Null when the client sent no consent. */
  consent: { version: string; at: Date } | null;
};

/**
 * The confirmation on a durable medium (art. L221-13 du code de la consommation); the terms of sale and the invoice are
 * attached as PDFs.
 */
function orderConfirmedMail(sender: Sender, order: OrderWords): MailContent {
  const given = order.consent;
  const isUsable = !order.isAccountErased;
  return drawMail({
    sender,
    subject: `Votre commande sur Clairisque : ${order.label}`,
    preview: isUsable ? `${creditsOf(order.credits)} de plus à votre solde.` : 'Votre facture est jointe.',
    title: 'Votre commande est confirmée',
    paragraphs: [
      'Bonjour,',
      `Nous avons reçu votre paiement de ${frenchEuros(order.amountCents)} TTC le ${longFrenchMoment(order.paidAt)}, pour ${creditsOf(order.credits)}${isUsable ? ' à utiliser dès maintenant' : ''}.`,
      `Votre facture, numéro ${order.invoiceNumber}, et les conditions générales de vente sont jointes à ce message.`,
      ...(given === null
        ? []
        : [
            `Le ${longFrenchMoment(given.at)}, vous avez accepté les conditions générales de vente (version ${given.version}), demandé l’exécution immédiate du service et reconnu que vous perdrez votre droit de rétractation pour chaque état des risques pleinement établi (article L221-28 du code de la consommation).`,
          ]),
      ...(isUsable
        ? [
            'Pendant quatorze jours, vous pouvez renoncer aux crédits que vous n’avez pas utilisés : page « Mes factures », bouton « Renoncer au contrat ici ».',
          ]
        : []),
    ],
    ...(isUsable && { action: { label: 'Voir mes factures', url: billsUrl(sender) } }),
    notYou: `Vous n’avez rien commandé ? Écrivez-nous à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

const billsUrl = ({ siteUrl }: Sender): string => `${siteUrl}/myspace?tab=factures-tabs-simple`;

type WithdrawalWords = {
  /** The number as the invoice prints it. */
  orderId: string;
  label: string;
  paidAt: Date;
  invoiceNumber: string;
  name: string;
  amountCents: number;
  credits: number;
  /** Null when an earlier credit note covers it. */
  creditNoteNumber: string | null;
  at: Date;
  /** The deletion withdraws in the name of the buyer's e-mail. */
  isByDeletion: boolean;
  /** Its orders went with the account: the mail is all that is left of them. */
  isAccountErased: boolean;
};

/** The words of the dialog where it is made; a deletion withdraws without them. */
function declarationOf({ at, name, isByDeletion }: WithdrawalWords): string {
  const moment = longFrenchMoment(at);
  return isByDeletion
    ? `Le ${moment}, vous avez supprimé votre compte : nous l’avons reçu comme votre renonciation au contrat portant sur la commande ci-dessous, pour les crédits que vous n’avez pas utilisés.`
    : `Nous avons reçu le ${moment} la déclaration suivante, faite au nom de ${asTyped(name)} : « Je renonce au contrat portant sur la commande ci-dessous, pour les crédits que je n’ai pas utilisés. »`;
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
      declarationOf(withdrawal),
      `Commande numéro ${withdrawal.orderId} : « ${withdrawal.label} », payée le ${longFrenchMoment(withdrawal.paidAt)}, facture ${withdrawal.invoiceNumber}.`,
      `${withdrawal.isAccountErased ? '' : `Votre solde compte ${creditsOf(withdrawal.credits)} de moins. `}Le prix des crédits non utilisés, ${frenchEuros(withdrawal.amountCents)} TTC, vous sera remboursé sous quatorze jours au plus, par le moyen de paiement que vous avez employé.${attachedTo(withdrawal)}`,
    ],
    ...(withdrawal.isAccountErased ? {} : { action: { label: 'Voir mes factures', url: billsUrl(sender) } }),
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
      `Votre paiement de ${frenchEuros(order.amountCents)} TTC (« ${order.label} ») nous est parvenu alors que votre compte Clairisque n’existait plus : aucun crédit ne vous a été livré.`,
      `Cette somme vous sera remboursée en entier sous quatorze jours au plus, par le moyen de paiement que vous avez employé.${attachedTo({ ...order, isAccountErased: true })} Vous n’avez rien à faire.`,
    ],
    action: { label: 'Voir les formules', url: `${sender.siteUrl}/Tarifs` },
    notYou: `Une question ? Écrivez-nous à ${sender.supportEmail}.`,
    why: WHY_CUSTOMER,
  });
}

/** Names the attached files; the invoice is one where its buyer cannot download it any more. */
function attachedTo({
  creditNoteNumber,
  isAccountErased,
}: Pick<WithdrawalWords, 'creditNoteNumber' | 'isAccountErased'>) {
  if (creditNoteNumber === null) return isAccountErased ? ' Votre facture est jointe à ce message.' : '';
  return isAccountErased
    ? ` Votre facture et l’avoir, numéro ${creditNoteNumber}, sont joints à ce message.`
    : ` L’avoir, numéro ${creditNoteNumber}, est joint à ce message.`;
}
const creditsOf = (count: number): string => counted(count, 'crédit');

/** The buyer's confirmation. Null when the order is not paid. */
async function composeOrderConfirmed(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  if (!order?.paid_at) return null;
  const { consent_version: version, consented_at: at } = order;
  const invoice = await readInvoiceOf(deps, order.id);
  const content = orderConfirmedMail(senderOf(deps), {
    label: order.label,
    credits: order.credits,
    amountCents: order.amount_cents,
    invoiceNumber: invoice.number,
    paidAt: order.paid_at,
    consent: version === null || at === null ? null : { version, at },
    isAccountErased: order.account_id === null,
  });
  return { ...content, attachments: [invoice.file, await printAccepted(deps, order.consent_digest)] };
}

async function composeWithdrawalReceived(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const found = await findRefund(deps, mail, 'withdrawal');
  if (!found?.order.paid_at) return null;
  const { order, refund, invoice, note } = found;
  const isAccountErased = order.account_id === null;
  const content = withdrawalReceivedMail(senderOf(deps), {
    orderId: order.id,
    label: order.label,
    paidAt: found.order.paid_at,
    invoiceNumber: invoice.number,
    name: mail.params['name'] ?? '',
    amountCents: refund.amount_cents,
    credits: refund.credits_taken,
    creditNoteNumber: note?.number ?? null,
    at: new Date(mail.params['at'] ?? 0),
    isByDeletion: isAccountErased && mail.params['name'] === order.buyer_email,
    isAccountErased,
  });
  return { ...content, attachments: filesOf(isAccountErased ? [invoice, note] : [note]) };
}

/** For a buyer who paid after the account was erased: the money is refunded. */
async function composeOrderUndelivered(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const found = await findRefund(deps, mail, 'undelivered');
  if (found === null) return null;
  const { order, refund, invoice, note } = found;
  const content = orderUndeliveredMail(senderOf(deps), {
    label: order.label,
    amountCents: refund.amount_cents,
    creditNoteNumber: note?.number ?? null,
  });
  return { ...content, attachments: filesOf([invoice, note]) };
}

/** The order of a mail with its refund of that kind; null when they are gone. */
async function findRefund(deps: Deps, mail: QueuedMail, kind: 'withdrawal' | 'undelivered') {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  const refunds = order === undefined ? [] : await listRefunds(deps.db, order.id);
  const refund = refunds.find((one) => one.kind === kind);
  if (order === undefined || refund === undefined) return null;
  const [invoice, note] = [await readInvoiceOf(deps, order.id), await readCreditNote(deps, refund.id)];
  return { order, refund, invoice, note };
}

const filesOf = (invoices: (MailedInvoice | null)[]) => invoices.flatMap((one) => (one === null ? [] : [one.file]));

export const orderMails: Mail<Deps>[] = [
  mail(ORDER_CONFIRMED_MAIL, composeOrderConfirmed),
  mail(WITHDRAWAL_RECEIVED_MAIL, composeWithdrawalReceived),
  mail(ORDER_UNDELIVERED_MAIL, composeOrderUndelivered),
];
