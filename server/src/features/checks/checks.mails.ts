import type { Deps } from '#deps.ts';
import { enumeration, longFrenchDate, longFrenchMoment } from '#domain/french.ts';
import { addressAndParcels, propertyInWords } from '#domain/property/property-address.ts';
import { DEED_NAMES, type DeedKind } from '#domain/risks/deeds.ts';
import { currentEdition, type Edition } from '#features/documents/documents.ts';
import { wantsReminders } from '#features/reminders/reminders.ts';
import { stopLink } from '#features/unsubscribe/unsubscribe.ts';
import { asTyped, drawMail, senderOf } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { findCheck, type CheckRow } from './checks.queries.ts';
import { CHANGED_MAIL, CONFIRMED_MAIL, INCOMPLETE_MAIL } from './told.service.ts';

type Told = { check: CheckRow; edition: Edition; accountId: number };

/** Null when the check or its account is gone. */
async function read(deps: Deps, { accountId, params }: QueuedMail): Promise<Told | null> {
  const check = await findCheck(deps.db, Number(params['checkId']));
  if (check === undefined || accountId === null) return null;
  const edition = await currentEdition(deps, { accountId, id: check.statement_id });
  return edition === undefined ? null : { check, edition, accountId };
}

const placeOf = (edition: Edition): string =>
  addressAndParcels(edition.confirmedAddress ?? edition.adresse, edition.parcelCodes);

const common = (deps: Deps, { check }: Told) => ({
  sender: senderOf(deps),
  action: { label: 'Voir ses dates et vérifications', url: `${deps.publicUrl}/suivi/${check.statement_id}` },
  notYou: 'La vente ou le bail est signé ? Indiquez-le sur cette page : ce document ne sera plus vérifié.',
  why: 'Vous recevez ce message parce que vous avez établi un état des risques sur Clairisque, vérifié pendant un an.',
});

/** « Rien n’a changé », with its attestation. Optional. */
async function composeConfirmed(deps: Deps, queued: QueuedMail): Promise<MailContent | null> {
  const told = await read(deps, queued);
  if (told === null || !(await wantsReminders(deps.db, told.accountId))) return null;
  const { check, edition, accountId } = told;
  const { reference, file_key: key, file_sha256: sha256, ended_at } = check;
  if (reference === null || key === null || ended_at === null) return null;
  const byVisitor = check.origin === 'visitor' ? ' à la demande d’une personne qui a ce document' : '';
  const content = drawMail({
    ...common(deps, told),
    subject: `Rien n’a changé : ${placeOf(edition)}`,
    preview: `Les sources publiques répondent ce que dit l’état des risques ${check.document_reference ?? edition.reference}.`,
    title: 'Vérifié : rien n’a changé',
    paragraphs: [
      'Bonjour,',
      `Le ${longFrenchMoment(ended_at)}, les sources publiques ont été interrogées de nouveau${byVisitor} pour l’état des risques ${check.document_reference ?? edition.reference} ${asTyped(propertyInWords(edition))}. Aucune réponse n’a changé.`,
      `L’attestation ${reference}, d’une page, est jointe à ce message : joignez-la au document. Elle vaut pour ce jour-là, et ne porte pas sur vos déclarations.`,
    ],
    stop: await stopLink(deps, { accountId, choice: 'reminders' }),
  });
  return { ...content, attachments: [{ name: `${reference}.pdf`, bytes: await deps.files.get({ key, sha256 }) }] };
}

async function composeChanged(deps: Deps, queued: QueuedMail): Promise<MailContent | null> {
  const told = await read(deps, queued);
  if (told === null || told.check.new_reference === null) return null;
  const { check, edition } = told;
  return drawMail({
    ...common(deps, told),
    subject: `Des informations ont changé : ${placeOf(edition)}`,
    preview: `L’état des risques ${check.new_reference} remplace le précédent.`,
    title: 'Votre état des risques a été mis à jour',
    paragraphs: [
      'Bonjour,',
      `Des informations publiques ont changé depuis l’état des risques ${check.document_reference ?? ''} ${asTyped(propertyInWords(edition))} :`,
      ...check.sentences.map(listed),
      `L’état ${check.new_reference}, gratuit et complet, le remplace, avec la même date d’expiration, le ${longFrenchDate(edition.expiresOn)}. Vos réponses y sont reprises : relisez-les, le changement peut poser une nouvelle question.`,
      'Remettez-le avant la signature. Les personnes qui avaient reçu le précédent par un lien de remise encore ouvert sont prévenues, et ce lien donne le nouveau document.',
    ],
  });
}

/** Null once the sources have answered. */
async function composeIncomplete(deps: Deps, queued: QueuedMail): Promise<MailContent | null> {
  const told = await read(deps, queued);
  if (told === null || !lacks(told.check)) return null;
  const { check, edition } = told;
  const names = enumeration((check.missing ?? []).map(({ title, reason }) => `${title} (${reason})`));
  return drawMail({
    ...common(deps, told),
    subject: `Vérification incomplète : ${placeOf(edition)}`,
    preview: 'Des sources n’ont pas répondu : on ne peut pas dire que rien n’a changé.',
    title: 'Votre état des risques n’a pas pu être vérifié entièrement',
    paragraphs: [
      'Bonjour,',
      `La vérification de l’état des risques ${check.document_reference ?? edition.reference} ${asTyped(propertyInWords(edition))} n’a pas obtenu : ${names}.${plannedDay(queued.params)}`,
      ...(check.sentences.length === 0 ? [] : [ALREADY, ...check.sentences.map(listed)]),
      `${nextTry(check)} Vous pouvez aussi demander « Vérifier aujourd’hui » sur la page de ses vérifications.`,
      'Sans réponse avant la signature, dites à la personne qui rédige l’acte ou le bail que ces rubriques ne sont pas vérifiées à ce jour, ou demandez ces informations en mairie ou sur georisques.gouv.fr.',
    ],
  });
}

/** A list of one or more: paragraphs are all that a mail has. */
const listed = (sentence: string): string => `– ${asTyped(sentence)}`;

const lacks = ({ missing, outcome }: CheckRow): boolean =>
  missing !== null && (outcome === null || outcome === 'incomplete');

const ALREADY = 'Les sources qui ont répondu disent déjà autre chose que ce document :';

function plannedDay({ kind, day }: QueuedMail['params']): string {
  if (kind === undefined || day === undefined) return '';
  return ` ${capital(DEED_NAMES[kind as DeedKind])} est prévu${kind === 'promesse' ? 'e' : ''} le ${longFrenchDate(day)}.`;
}

const nextTry = ({ next_at: at }: CheckRow): string =>
  at === null
    ? 'Les sources ne seront plus interrogées d’elles-mêmes pour cette vérification.'
    : `Les sources seront interrogées de nouveau le ${longFrenchMoment(at)}.`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const checkMails: Mail<Deps>[] = [
  mail(CONFIRMED_MAIL, composeConfirmed),
  mail(CHANGED_MAIL, composeChanged),
  mail(INCOMPLETE_MAIL, composeIncomplete),
];
