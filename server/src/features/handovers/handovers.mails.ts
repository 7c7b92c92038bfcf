import type { Deps } from '#deps.ts';
import { counted, longFrenchMoment } from '#domain/french.ts';
import { addressAndParcels, propertyInWords } from '#domain/property/property-address.ts';
import { findEditionForHandover } from '#features/documents/documents.ts';
import { asTyped, drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { linksKey, secretToken } from '#platform/security/secret-link.ts';
import { LINK } from './links.service.ts';
import { ACKNOWLEDGED_MAIL, COPY_MAIL } from './notices.service.ts';
import { findReceipt } from './receipt.queries.ts';
import { readOrPrint } from './receipt.service.ts';

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
  const key = await linksKey(deps.db);
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
      url: `${deps.publicUrl}/remise/${secretToken(key, LINK, receipt.handover_id)}`,
    },
    notYou: 'Ce n’est pas vous ? Quelqu’un a tapé votre adresse par erreur : vous pouvez effacer ce message.',
    why: 'Vous recevez ce message parce que votre adresse a été donnée pour accuser réception d’un document.',
  });
  return { ...content, attachments: [{ name: fileName, bytes: pdf }] };
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

export const handoverMails: Mail<Deps>[] = [mail(ACKNOWLEDGED_MAIL, composeAcknowledged), mail(COPY_MAIL, composeCopy)];
