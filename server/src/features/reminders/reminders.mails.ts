import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { counted, longFrenchDate } from '#domain/french.ts';
import { addressAndParcels, propertyInWords } from '#domain/property/property-address.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { stopLink } from '#features/unsubscribe/unsubscribe.ts';
import { asTyped, drawMail, senderOf, type StopLink } from '#platform/mails/mail-layout.ts';
import { mail, type Mail, type MailContent, type QueuedMail } from '#platform/mails/outbox.ts';
import { listExpiring, wantsReminders, type ExpiringRow } from './reminders.queries.ts';
import { REMINDER_MAIL } from './reminders.ts';

/** Above this number the mail says how many more there are. */
const LISTED = 20;

/** Null when nothing is left to say: all concluded, renewed or expired since, the account gone, or reminders off. */
export async function composeReminder(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  if (mail.accountId === null || !(await wantsReminders(deps.db, mail.accountId))) return null;
  const named = new Set(mail.params['statements']?.split(' '));
  const today = parisDate(deps.clock().toISOString());
  const rows = (await listExpiring(deps.db, mail.accountId)).filter(
    (row) => named.has(`${row.statement_id}.${row.edition}`) && Temporal.PlainDate.compare(today, row.expires_on) <= 0,
  );
  const [first] = rows;
  if (first === undefined) return null;
  const words = rows.length === 1 ? oneReminder(first, today) : manyReminders(rows, today);
  return drawReminder(deps, words, await stopLink(deps, { accountId: mail.accountId, choice: 'reminders' }));
}

function oneReminder(row: ExpiringRow, today: Temporal.PlainDate): Words {
  const when = whenItExpires(row, today);
  const property = addressAndParcels(row.adresse, row.parcelCodes);
  return {
    subject: `Votre état des risques expire ${when} : ${property}`,
    preview: asTyped(property),
    title: `Votre état des risques expire ${when}`,
    paragraphs: [
      `L’état des risques ${row.reference} ${asTyped(propertyInWords(row))} est valable jusqu’au ${longFrenchDate(row.expires_on)} inclus.`,
      AFTERWARDS[row.renewed_at === null ? 'renewable' : 'renewed'],
    ],
  };
}

function manyReminders(rows: ExpiringRow[], today: Temporal.PlainDate): Words {
  const title = `${counted(rows.length, 'état des risques expire', 'états des risques expirent')} bientôt`;
  const more = rows.length - LISTED;
  const kinds = new Set(rows.map((row) => (row.renewed_at === null ? 'renewable' : 'renewed')));
  return {
    subject: title,
    preview: `Le premier expire ${rows[0] === undefined ? 'bientôt' : whenItExpires(rows[0], today)}.`,
    title,
    paragraphs: [
      ...rows
        .slice(0, LISTED)
        .map(
          (row) =>
            `${asTyped(addressAndParcels(row.adresse, row.parcelCodes))} : expire ${whenItExpires(row, today)} (${row.reference}).`,
        ),
      ...(more > 0 ? [`Et ${more} de plus, dans votre espace.`] : []),
      ...[...kinds].map((kind) => AFTERWARDS_OF_MANY[kind]),
    ],
  };
}

/** « le 3 mars 2027, dans 7 jours », of the last day of validity. */
function whenItExpires({ expires_on }: ExpiringRow, today: Temporal.PlainDate): string {
  const { days } = today.until(expires_on);
  const distance = days === 0 ? 'aujourd’hui' : days === 1 ? 'demain' : `dans ${days} jours`;
  return `le ${longFrenchDate(expires_on)}, ${distance}`;
}

const AFTERWARDS = {
  renewable:
    'Si la vente ou le bail n’est pas encore signé, vous pourrez le renouveler gratuitement dès le lendemain et pendant 365 jours, une seule fois, avec de nouvelles données et 180 jours de validité.',
  renewed:
    'Il a déjà été renouvelé : si la vente ou le bail n’est pas signé d’ici là, préparez un nouvel état des risques.',
} as const;

const AFTERWARDS_OF_MANY = {
  renewable:
    'Si la vente ou le bail n’est pas encore signé, un état des risques se renouvelle gratuitement dès le lendemain de son expiration et pendant 365 jours, une seule fois, avec de nouvelles données et 180 jours de validité.',
  renewed: 'Pour ceux qui ont déjà été renouvelés, préparez un nouvel état des risques.',
} as const;

type Words = { subject: string; preview: string; title: string; paragraphs: string[] };

function drawReminder(deps: Deps, words: Words, stop: StopLink): MailContent {
  return drawMail({
    ...words,
    sender: senderOf(deps),
    paragraphs: ['Bonjour,', ...words.paragraphs],
    action: { label: 'Voir mes états des risques', url: `${deps.publicUrl}/myspace/?tab=mesERP-tabs-simple` },
    notYou:
      'La vente ou le bail est signé ? Marquez le bien comme conclu dans la liste : vous n’aurez plus de rappel pour ce bien.',
    why: 'Vous recevez ces rappels 30 jours et 7 jours avant l’échéance, puis la veille, parce que vous avez établi un état des risques sur Clairisque.',
    stop,
  });
}

export const reminderMails: Mail<Deps>[] = [mail(REMINDER_MAIL, composeReminder)];
