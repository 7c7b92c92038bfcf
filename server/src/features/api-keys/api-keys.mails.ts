import type { Deps } from '#deps.ts';
import { asTyped, drawMail, senderOf, type Sender } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent } from '#platform/mails/outbox.ts';
import { API_KEY_MAIL } from './changes.service.ts';

function apiKeyMail(sender: Sender, name: string): MailContent {
  return drawMail({
    sender,
    subject: 'Nouvelle clé d’API sur Clairisque',
    preview: 'Une clé d’API vient d’être créée sur votre compte.',
    title: 'Une clé d’API a été créée',
    paragraphs: [
      'Bonjour,',
      `La clé d’API « ${asTyped(name)} » vient d’être créée sur votre compte Clairisque. Le logiciel qui la détient peut, selon ses droits, lire vos états des risques et en émettre avec vos crédits.`,
      'Si c’est vous qui l’avez créée ou remplacée, vous n’avez rien d’autre à faire.',
      'Sinon, révoquez-la : elle cesse aussitôt de fonctionner. Changez ensuite votre mot de passe, car il a fallu le connaître pour créer la clé.',
    ],
    action: { label: 'Voir et révoquer mes clés', url: `${sender.siteUrl}/developpeurs/cles` },
    notYou: `Un doute ? Écrivez-nous à ${sender.supportEmail} : nous regarderons avec vous ce qui s’est passé.`,
    why: 'Vous recevez ce message parce que cette adresse est celle de votre compte : toute nouvelle clé d’API y est signalée.',
  });
}

export const apiKeyMails: Mail<Deps>[] = [
  mail(API_KEY_MAIL, async (deps: Deps, { params }) => apiKeyMail(senderOf(deps), params['name'] ?? '')),
];
