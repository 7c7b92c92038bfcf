import type { Deps } from '#deps.ts';
import { counted, longFrenchDate, longFrenchMoment } from '#domain/french.ts';
import { addressAndParcels, propertyInWords } from '#domain/property/property-address.ts';
import { currentEdition, type Edition } from '#features/documents/documents.ts';
import { ownerName } from '#features/handovers/handovers.ts';
import { asTyped, drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { findRequest, type RequestRow } from './answer-requests.queries.ts';
import { CERTIFIED_COPY_MAIL, INVITATION_MAIL, RECEIVED_MAIL, REMINDER_MAIL } from './notices.service.ts';
import { hasEnded, urlOf, viewAnswers } from './view.service.ts';

type About = { request: RequestRow; edition: Edition };

/** Undefined once it is gone with its account. */
async function read(deps: Deps, { params }: QueuedMail): Promise<About | undefined> {
  const request = await findRequest(deps.db, params['requestId'] ?? '');
  const edition = request && (await currentEdition(deps, { accountId: request.account_id, id: request.statement_id }));
  return request === undefined || edition === undefined ? undefined : { request, edition };
}

/** Nothing is left to ask. */
const isOver = (deps: Deps, { request }: About): boolean =>
  request.certified_at !== null || request.revoked_at !== null || hasEnded(deps, request);

const composeInvitation =
  (isReminder: boolean) =>
  async (deps: Deps, queued: QueuedMail): Promise<MailContent | null> => {
    const about = await read(deps, queued);
    if (about === undefined || isOver(deps, about)) return null;
    const { request, edition } = about;
    const who = asTyped(await ownerName(deps, request.account_id));
    const what = counted(request.questions.length, 'question');
    const property = asTyped(propertyInWords(edition));
    return drawMail({
      sender: senderOf(deps),
      subject: `${isReminder ? 'Rappel : ' : ''}${what} sur ${addressAndParcels(edition.confirmedAddress ?? edition.adresse, edition.parcelCodes)}`,
      preview: `${who} vous demande ce que vous savez de ce bien. Cinq minutes suffisent.`,
      title: isReminder ? 'Vos réponses sont attendues' : 'On vous demande ce que vous savez d’un bien',
      paragraphs: [
        'Bonjour,',
        `${who} prépare l’état des risques ${property}, et vous pose ${what} auxquelles aucune source publique ne répond.`,
        `Répondez à ce que vous savez, en cinq minutes, sans compte. Vos réponses s’enregistrent une à une : vous pouvez vous arrêter et reprendre, jusqu’au ${longFrenchDate(request.expires_on)} inclus.`,
        ...(isReminder ? ['C’est le seul rappel que vous recevrez.'] : []),
      ],
      action: { label: 'Répondre aux questions', url: await urlOf(deps, request.id) },
      notYou: 'Ce bien n’est pas le vôtre ? Quelqu’un a tapé votre adresse par erreur : effacez ce message.',
      why: 'Vous recevez ce message parce que quelqu’un a donné votre adresse pour vous poser des questions sur un bien.',
    });
  };

/** For who certified: what they declared, and nothing that they typed as a link. */
async function composeCopy(deps: Deps, queued: QueuedMail): Promise<MailContent | null> {
  const about = await read(deps, queued);
  if (about === undefined || about.request.certified_at === null) return null;
  const { edition } = about;
  return drawMail({
    sender: senderOf(deps),
    subject: `Votre copie : réponses sur l’état des risques ${edition.reference}`,
    preview: 'Ce que vous avez certifié.',
    title: 'Vous avez certifié vos réponses',
    paragraphs: [
      'Bonjour,',
      `Le ${longFrenchMoment(about.request.certified_at)}, vous avez certifié ces réponses sur l’état des risques ${edition.reference} ${asTyped(propertyInWords(edition))} :`,
      ...answersInWords(about),
      'Elles ne changent plus. Si l’une est fausse, dites-le à la personne qui vous les a demandées : elle peut les refuser et vous envoyer un autre lien.',
    ],
    notYou: 'Ce n’est pas vous ? Quelqu’un a tapé votre adresse par erreur : vous pouvez effacer ce message.',
    why: 'Vous recevez ce message parce que votre adresse a été donnée pour certifier ces réponses.',
  });
}

async function composeReceived(deps: Deps, queued: QueuedMail): Promise<MailContent | null> {
  const about = await read(deps, queued);
  if (about === undefined || about.request.certified_at === null || about.request.decided_at !== null) return null;
  const { request, edition } = about;
  const who = `${asTyped(request.respondent_name ?? '')} (${request.respondent_email ?? ''})`;
  return drawMail({
    sender: senderOf(deps),
    subject: `Réponses reçues : ${addressAndParcels(edition.confirmedAddress ?? edition.adresse, edition.parcelCodes)}`,
    preview: `${asTyped(request.respondent_name ?? '')} a répondu à vos questions.`,
    title: 'Vos questions ont leurs réponses',
    paragraphs: [
      'Bonjour,',
      `Le ${longFrenchMoment(about.request.certified_at)}, ${who} a certifié ces réponses sur l’état des risques ${edition.reference} ${asTyped(propertyInWords(edition))} :`,
      ...answersInWords(about),
      'Relisez-les dans votre espace, puis acceptez-les ou refusez-les : le document ne change qu’ensuite.',
    ],
    action: { label: 'Relire les réponses', url: `${deps.publicUrl}/myspace/?tab=mesERP-tabs-simple` },
    notYou: 'Vous ne connaissez pas cette personne ? Refusez ces réponses : elles ne seront pas imprimées.',
    why: 'Vous recevez ce message parce que vous avez demandé des réponses par un lien sur Clairisque.',
  });
}

const LISTED = 40;

function answersInWords({ request, edition }: About): string[] {
  const byId = new Map((edition.questions ?? []).map((one) => [one.id, one]));
  const all = viewAnswers(request.answers, byId);
  const rest = all.length - LISTED;
  return [
    ...all.slice(0, LISTED).map(({ libelle, en_mots }) => `${asTyped(libelle)} ${asTyped(en_mots)}`),
    ...(rest > 0 ? [`Et ${counted(rest, 'autre réponse', 'autres réponses')}.`] : []),
  ];
}

export const answerRequestMails: Mail<Deps>[] = [
  mail(INVITATION_MAIL, composeInvitation(false)),
  mail(REMINDER_MAIL, composeInvitation(true)),
  mail(CERTIFIED_COPY_MAIL, composeCopy),
  mail(RECEIVED_MAIL, composeReceived),
];
