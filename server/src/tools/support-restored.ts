import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { eraseAgain, erasedSince } from '#features/accounts/deletion.service.ts';
import { endEverySession } from '#features/accounts/accounts.ts';
import { skipNotices } from '#features/credits/notices.service.ts';
import { listRecoverable, recoverPayments } from '#features/orders/recovery.service.ts';
import { skipReminders } from '#features/reminders/reminders.ts';
import { AppError } from '#platform/app-error.ts';
import { withholdMails } from '#platform/mails/outbox.ts';
import { act, type Asked, type Done } from '#features/support/journal.service.ts';

/** The moment that the database was restored to, and when the former one stopped. */
type Lost = { from: Date; until: Date };

/** Numbers of accounts and statements skipped after a restore: those given after `from` are on documents. */
const MARGIN = 10_000;
/** Notices are sent from 9 to 19, Paris. */
const MORNING = 9;
const EVENING = 19;
const HOUR_MS = 3_600_000;

/**
 * Run once on a restored database, before the product: `FROM/UNTIL`, an ISO 8601 interval. Holds back mails that may
 * have left, skips the notices of the lost time, ends sessions (some were closed since), skips numbers given since,
 * erases again accounts erased since, and reads from the provider what was paid or refunded. Throws `invalid_input`.
 */
export async function afterRestore(deps: Deps, asked: Asked, interval: string): Promise<Done> {
  const lost = lostTime(interval, deps.clock());
  const done = await act(deps, asked, (deps) => settleDown(deps, lost));
  if (!asked.really) return { ...done, messages: [...done.messages, ...(await rehearsed(deps, lost))] };
  await skipNumbers(deps);
  // Before the payments, so that those of an erased account are refunded.
  const erased = await eraseAgain(deps);
  const { settled, failed } = await recoverPayments(deps, lost);
  const messages = [
    `${MARGIN} numéros de comptes et d’états sautés ; ${erased} compte(s) effacé(s) à nouveau.`,
    `${settled.length} paiement(s) relu(s) chez ${deps.payments.name}${settled.length === 0 ? '' : ` : ${settled.join(', ')}`}.`,
    ...failed.map((object) => `NON RELU, la réconciliation réessaiera : ${object}`),
    'Ensuite : npm run support -- verify',
  ];
  return { ...done, messages: [...done.messages, ...messages] };
}

/** What is done outside of the transaction of a rehearsal: said, not done. */
async function rehearsed(deps: Deps, lost: Lost): Promise<string[]> {
  const accounts = await Array.fromAsync(erasedSince(deps));
  const payments = await listRecoverable(deps, lost);
  const listed = (names: readonly (string | number)[]): string => (names.length === 0 ? '' : ` : ${names.join(', ')}`);
  return [
    'Avec --yes, en plus :',
    `  ${MARGIN} numéros de comptes et d’états seront sautés ;`,
    `  ${accounts.length} compte(s) seront effacés à nouveau${listed(accounts)} ;`,
    `  ${payments.length} paiement(s) seront relus chez ${deps.payments.name}${listed(payments)}.`,
  ];
}

function lostTime(interval: string, now: Date): Lost {
  const [from, until] = interval.split('/').map((text) => new Date(text));
  if (from === undefined || until === undefined || !(from < until && until <= now)) {
    throw new AppError('invalid_input', 'Intervalle attendu : INSTANT/INSTANT, le point restauré puis l’arrêt.');
  }
  return { from, until };
}

async function settleDown(deps: Deps, lost: Lost): Promise<Done> {
  const mails = await withholdMails(deps, 'retenu après une restauration : peut-être déjà parti');
  const isPast = noticesLeft(lost);
  const reminders = isPast ? await skipReminders(deps) : 0;
  const notices = isPast ? await skipNotices(deps) : 0;
  const sessions = await endEverySession(deps);
  return {
    accountId: null,
    target: 'database',
    before: lost,
    after: { mails: mails.map(({ id }) => id), reminders, notices, sessions },
    messages: [
      `${sessions} session(s) éteinte(s) ; ${reminders} rappel(s) et ${notices} avis tenus pour envoyés.`,
      `${mails.length} courriel(s) retenu(s), peut-être déjà partis ; « mail resend NUMÉRO » s’il le faut :`,
      ...mails.map(({ id, kind, recipient }) => `  ${id}  ${kind}  ${recipient}`),
    ],
  };
}

/** Whether the lost time includes hours in which notices are sent. */
function noticesLeft({ from, until }: Lost): boolean {
  const isDay = (at: Date): boolean => {
    const { hour } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Europe/Paris');
    return hour >= MORNING && hour < EVENING;
  };
  // Hour by hour: an interval between two nights may contain a day.
  for (let at = from.getTime(); at < until.getTime(); at += HOUR_MS) if (isDay(new Date(at))) return true;
  return isDay(until);
}

/** Sequences are not transactional: separate from what may be rolled back. */
async function skipNumbers({ db }: Deps): Promise<void> {
  await sql`
    select setval(sequence, nextval(sequence) + ${MARGIN})
    from (values (pg_get_serial_sequence('account', 'id')), (pg_get_serial_sequence('statement', 'id'))) s(sequence)`.execute(
    db,
  );
}
