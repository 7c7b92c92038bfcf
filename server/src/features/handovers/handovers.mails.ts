import type { Deps } from '#deps.ts';
import { longFrenchMoment } from '#domain/french.ts';
import { findEditionForHandover } from '#features/statements/statements.ts';
import { asTyped, drawMail } from '#platform/mail-layout.ts';
import type { MailContent, QueuedMail } from '#platform/outbox.ts';
import { findReceipt } from './handovers.receipt-queries.ts';
import { readOrPrint } from './handovers.receipt.ts';

/** Tells the owner who acknowledged, with the receipt. Null when it is gone with its account. */
export async function composeAcknowledged(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const receipt = await findReceipt(deps.db, mail.params['receiptId'] ?? '');
  if (receipt === undefined) return null;
  const { statement_id: statementId, edition: number } = receipt;
  const edition = await findEditionForHandover(deps, { statementId, edition: number });
  if (edition === undefined) return null;
  const { pdf, fileName } = await readOrPrint(deps, receipt);
  const content = drawMail({
    siteUrl: deps.publicUrl,
    subject: `Reçu\u00A0: ${edition.adresse}`,
    preview: `${asTyped(receipt.name)} a reconnu avoir reçu votre état des risques.`,
    title: 'Votre état des risques a été reçu',
    paragraphs: [
      'Bonjour,',
      `${asTyped(receipt.name)} (${receipt.email}) a déclaré avoir reçu l’état des risques ${edition.reference} du bien situé ${edition.adresse}, le ${longFrenchMoment(receipt.acknowledged_at)}.`,
      'Le récépissé est joint à ce message et reste dans votre espace. Il contient l’empreinte du fichier remis\u00A0: conservez-le avec le dossier.',
    ],
    action: { label: 'Voir mes états des risques', url: `${deps.publicUrl}/myspace/?tab=mesERP-tabs-simple` },
    notYou:
      'Vous ne connaissez pas cette personne\u00A0? Révoquez le lien dans «\u00A0Remettre\u00A0», puis créez-en un autre.',
    why: 'Vous recevez ce message parce que vous avez créé un lien de remise sur Clairisque.',
  });
  return { ...content, attachments: [{ name: fileName, bytes: pdf }] };
}
