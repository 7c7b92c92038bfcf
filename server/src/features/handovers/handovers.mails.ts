import type { Deps } from '#deps.ts';
import { counted, longFrenchDate, longFrenchMoment } from '#domain/french.ts';
import { addressAndParcels, propertyInWords } from '#domain/property/property-address.ts';
import { currentUser } from '#features/accounts/accounts.ts';
import { findEditionForHandover, findNewestForHandover } from '#features/documents/documents.ts';
import { asTyped, drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { linksKey, secretToken } from '#platform/security/secret-link.ts';
import { findLink } from './handovers.queries.ts';
import { hasExpired, LINK } from './links.service.ts';
import { MAILED_MAIL, settleMailed } from './mailing.service.ts';
import { ACKNOWLEDGED_MAIL, COPY_MAIL, REPLACED_MAIL } from './notices.service.ts';
import { findReceipt } from './receipt.queries.ts';
import { ownerName, readOrPrint } from './receipt.service.ts';

/** Maximum listed in one mail; the others are in the owner's pages. */
const NAMED = 20;

/**
 * Notifies the owner of acknowledgements: one with its receipt, several as a list. Null when they are gone with their
 * account.
 */
export async function composeAcknowledged(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const ids = (mail.params['receiptId'] ?? '').split(' ');
  const read = await Promise.all(ids.slice(0, NAMED).map((id) => readReceipt(deps, id)));
  const [first, ...others] = read.filter((one) => one !== null);
  if (first === undefined) return null;
  const rest = Math.max(0, ids.length - NAMED);
  if (others.length + rest > 0) return severalMail(deps, [first, ...others], rest);
  const { receipt, edition } = first;
  const { pdf, fileName } = await readOrPrint(deps, receipt);
  const content = drawMail({
    ...common(deps),
    subject: `Reçu : ${addressAndParcels(edition.confirmedAddress ?? edition.adresse, edition.parcelCodes)}`,
    preview: `${asTyped(receipt.name)} a reconnu avoir reçu votre état des risques.`,
    title: 'Votre état des risques a été reçu',
    paragraphs: [
      'Bonjour,',
      declaration(first),
      'Le récépissé est joint à ce message et reste dans votre espace. Il contient l’empreinte du fichier remis : conservez-le avec le dossier.',
    ],
  });
  return { ...content, attachments: [{ name: fileName, bytes: pdf }] };
}

/**
 * For the visitor: what was received, where to read it again, and the receipt. Contains no text typed by the visitor.
 */
async function composeCopy(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const found = await readReceipt(deps, mail.params['receiptId'] ?? '');
  if (found === null) return null;
  const { receipt, edition } = found;
  const { pdf, fileName } = await readOrPrint(deps, receipt);
  const content = drawMail({
    sender: senderOf(deps),
    subject: `Votre copie : état des risques ${edition.reference}`,
    preview: 'Le document que vous avez reçu, et votre récépissé.',
    title: 'Vous avez reçu un état des risques',
    paragraphs: [
      'Bonjour,',
      `Le ${longFrenchMoment(receipt.acknowledged_at)}, vous avez accusé réception de l’état des risques ${edition.reference} ${asTyped(propertyInWords(edition))}.`,
      'Vous pouvez le relire et le télécharger tant qu’il est valable. Votre récépissé est joint à ce message : il contient l’empreinte du fichier remis.',
    ],
    action: {
      label: 'Relire le document',
      url: `${deps.publicUrl}/remise/${await tokenOf(deps, receipt.handover_id)}`,
    },
    notYou: 'Ce n’est pas vous ? Quelqu’un a tapé votre adresse par erreur : vous pouvez effacer ce message.',
    why: 'Vous recevez ce message parce que votre adresse a été donnée pour accuser réception d’un document.',
  });
  return { ...content, attachments: [{ name: fileName, bytes: pdf }] };
}

/** For the visitor: an updated document replaces what was received. Null once the link is revoked or expired. */
async function composeReplaced(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const found = await readReceipt(deps, mail.params['receiptId'] ?? '');
  const link = found && (await findLink(deps.db, found.receipt.handover_id));
  const { statement_id: statementId = 0, edition = 0 } = link ?? {};
  const newest = await findNewestForHandover(deps, { statementId, edition });
  if (!found || newest === undefined || hasExpired(deps, newest)) return null;
  const { receipt, edition: received } = found;
  return drawMail({
    sender: senderOf(deps),
    subject: `À lire avant de signer : l’état des risques ${received.reference} a été mis à jour`,
    preview: `L’état ${newest.reference} remplace celui que vous avez reçu.`,
    title: 'Le document que vous avez reçu a été mis à jour',
    paragraphs: [
      'Bonjour,',
      `Le ${longFrenchMoment(receipt.acknowledged_at)}, vous avez accusé réception de l’état des risques ${received.reference} ${asTyped(propertyInWords(received))}.`,
      `Depuis, des informations publiques ont changé : l’état ${newest.reference} le remplace, et sa première page dit ce qui a changé. C’est lui qui doit vous être remis avant la signature. Ouvrez-le par le même lien et accusez-en réception.`,
    ],
    action: {
      label: 'Lire le document mis à jour',
      url: `${deps.publicUrl}/remise/${await tokenOf(deps, receipt.handover_id)}`,
    },
    notYou: 'Ce n’est pas vous ? Quelqu’un a tapé votre adresse par erreur : vous pouvez effacer ce message.',
    why: 'Vous recevez ce message parce que votre adresse a été donnée pour accuser réception d’un document.',
  });
}

/**
 * For who receives the document: who hands it over, what they write, and the link. Null once the link is closed, or while
 * its owner's account is blocked.
 */
async function composeMailed(deps: Deps, { params }: QueuedMail): Promise<MailContent | null> {
  const link = await findLink(deps.db, params['handoverId'] ?? '');
  if (link === undefined || link.suspended) return null;
  const edition = await findNewestForHandover(deps, { statementId: link.statement_id, edition: link.edition });
  if (edition === undefined || hasExpired(deps, edition)) return null;
  const who = asTyped(await ownerName(deps, link.account_id));
  const { email: replyTo } = await currentUser(deps, { accountId: link.account_id });
  const content = drawMail({
    sender: senderOf(deps),
    subject: `À lire avant de signer : état des risques, ${addressAndParcels(edition.confirmedAddress ?? edition.adresse, edition.parcelCodes)}`,
    preview: `${who} vous remet l’état des risques ${edition.reference}.`,
    title: 'Un état des risques vous est remis',
    paragraphs: [
      'Bonjour,',
      `${who} vous remet l’état des risques ${edition.reference} ${asTyped(propertyInWords(edition))}.`,
      ...quoted(params['message'] ?? ''),
      `Ouvrez-le : vous lisez d’abord l’essentiel, puis vous donnez votre nom pour en accuser réception et télécharger le PDF. Il est valable jusqu’au ${longFrenchDate(edition.expiresOn)} inclus.`,
    ],
    action: { label: 'Ouvrir l’état des risques', url: `${deps.publicUrl}/remise/${await tokenOf(deps, link.id)}` },
    notYou: 'Vous n’attendez rien de cette personne ? Quelqu’un a tapé votre adresse par erreur : effacez ce message.',
    why: 'Vous recevez ce message parce que quelqu’un a donné votre adresse pour vous remettre ce document. Votre réponse lui parviendrait.',
  });
  return { ...content, replyTo };
}

const tokenOf = async (deps: Deps, linkId: string): Promise<string> =>
  secretToken(await linksKey(deps.db), LINK, linkId);

/** Quotes the words of the owner, and adds none of ours. */
function quoted(message: string): string[] {
  const lines = message.split('\n').flatMap((line) => line.trim() || []);
  if (lines.length === 0) return [];
  return ['Son message :', ...lines.map((line) => `> ${asTyped(line)}`)];
}

type Acknowledged = NonNullable<Awaited<ReturnType<typeof readReceipt>>>;

async function readReceipt(deps: Deps, id: string) {
  const receipt = await findReceipt(deps.db, id);
  if (receipt === undefined) return null;
  const { statement_id: statementId, edition: number } = receipt;
  const edition = await findEditionForHandover(deps, { statementId, edition: number });
  return edition === undefined ? null : { receipt, edition };
}

/** One sentence. Both the name and an unconfirmed address were typed by somebody. */
function declaration({ receipt, edition }: Acknowledged): string {
  const who = `${asTyped(receipt.name)} (${receipt.email})`;
  return `Le ${longFrenchMoment(receipt.acknowledged_at)}, ${who} a déclaré avoir reçu l’état des risques ${edition.reference} ${asTyped(propertyInWords(edition))}.`;
}

/** One person may have received several statements: receipts are counted, not people. */
function severalMail(deps: Deps, named: Acknowledged[], rest: number): MailContent {
  const count = named.length + rest;
  return drawMail({
    ...common(deps),
    subject: `${count} nouveaux reçus`,
    preview: `Depuis notre dernier message, vos états des risques ont été reçus ${count} fois.`,
    title: 'Vos états des risques ont été reçus',
    paragraphs: [
      'Bonjour,',
      `Depuis notre dernier message, vos états des risques ont été reçus ${count} fois :`,
      ...named.map(declaration),
      ...(rest > 0 ? [`Votre espace montre ${counted(rest, 'autre récépissé', 'autres récépissés')}.`] : []),
      'Les récépissés sont dans votre espace. Chacun contient l’empreinte du fichier remis : conservez-le avec le dossier.',
    ],
  });
}

const common = (deps: Deps) => ({
  sender: senderOf(deps),
  action: { label: 'Voir mes états des risques', url: `${deps.publicUrl}/myspace/?tab=mesERP-tabs-simple` },
  notYou: 'Vous ne connaissez pas cette personne ? Révoquez le lien dans « Remettre », puis créez-en un autre.',
  why: 'Vous recevez ce message parce que vous avez créé un lien de remise sur Clairisque.',
});

export const handoverMails: Mail<Deps>[] = [
  mail(ACKNOWLEDGED_MAIL, composeAcknowledged),
  mail(COPY_MAIL, composeCopy),
  mail(REPLACED_MAIL, composeReplaced),
  mail(MAILED_MAIL, composeMailed, settleMailed),
];
