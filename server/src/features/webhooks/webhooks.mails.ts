import type { Deps } from '#deps.ts';
import { longFrenchMoment } from '#domain/french.ts';
import { drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { ASLEEP_MAIL } from './attempts.service.ts';
import { findAnyEndpoint } from './endpoints.queries.ts';

/** Null once the endpoint is awake again or deleted. */
async function composeAsleep(deps: Deps, { params }: QueuedMail): Promise<MailContent | null> {
  const endpoint = await findAnyEndpoint(deps.db, params['endpointId'] ?? '');
  if (endpoint?.asleep_since == null) return null;
  const { host } = new URL(endpoint.url);
  return drawMail({
    sender: senderOf(deps),
    subject: `Votre webhook vers ${host} est endormi`,
    preview: 'Il n’a rien reçu depuis trois jours.',
    title: 'Votre webhook est endormi',
    paragraphs: [
      'Bonjour,',
      `Depuis trois jours, ${host} n’a accepté aucun de nos envois. Nous les avons arrêtés le ${longFrenchMoment(endpoint.asleep_since)}.`,
      'Rien n’est perdu : les événements des trente derniers jours restent dans l’API. Quand votre serveur répond de nouveau, réveillez le webhook, puis rejouez les envois échoués.',
    ],
    action: { label: 'Voir mes webhooks', url: `${deps.publicUrl}/developpeurs/webhooks` },
    notYou: `Une question ? Écrivez-nous à ${deps.supportEmail}.`,
    why: 'Vous recevez ce message parce que vous avez un webhook sur Clairisque.',
  });
}

export const webhookMails: Mail<Deps>[] = [mail(ASLEEP_MAIL, composeAsleep)];
