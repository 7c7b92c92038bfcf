import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { eraseAgain } from '#features/accounts/accounts.deletion.ts';
import { endEverySession } from '#features/accounts/accounts.ts';
import { passOverNotices } from '#features/credits/credits.notices.ts';
import { recoverPayments } from '#features/payments/payments.recover.ts';
import { passOverReminders } from '#features/reminders/reminders.ts';
import { Failure } from '#platform/failure.ts';
import { holdBack } from '#platform/outbox.ts';
import { act, type Asked, type Done } from './support.journal.ts';

/** The moment that the database was restored to, and when the former one stopped. */
type Lost = { from: Date; until: Date };

/** Numbers of accounts and statements that are never given again: those given after `from` are on documents. */
const MARGIN = 10_000;
/** Notices leave from 9 to 19, Paris. */
const MORNING = 9;
const EVENING = 19;
const HOUR_MS = 3_600_000;

/**
 * What a restored database must be told before the product runs on it, once: `FROM/UNTIL`, an ISO 8601 interval. Mails that
 * may have left are held back, notices of the time lost are passed over, sessions end (some were closed since), numbers
 * given since are skipped, accounts erased since are erased again, and Stripe tells what was paid or paid back. Throws `invalid_input`.
 */
export async function afterRestore(deps: Deps, asked: Asked, interval: string): Promise<Done> {
  const lost = lostTime(interval, deps.clock());
  const done = await act(deps, asked, (deps) => settleDown(deps, lost));
  if (!asked.really) return done;
  await skipNumbers(deps);
  // Before the payments: what an erased account had paid meanwhile goes back to it.
  const erased = await eraseAgain(deps);
  const { settled, failed } = await recoverPayments(deps, lost);
  const told = [
    `${MARGIN} numéros de comptes et d’états sautés ; ${erased} compte(s) effacé(s) à nouveau.`,
    `${settled.length} paiement(s) relu(s) chez Stripe${settled.length === 0 ? '' : ` : ${settled.join(', ')}`}.`,
    ...failed.map((object) => `NON RELU, la réconciliation réessaiera : ${object}`),
    'Ensuite : npm run support -- verify',
  ];
  return { ...done, told: [...done.told, ...told] };
}

function lostTime(interval: string, now: Date): Lost {
  const [from, until] = interval.split('/').map((text) => new Date(text));
  if (from === undefined || until === undefined || !(from < until && until <= now)) {
    throw new Failure('invalid_input', 'Intervalle attendu : INSTANT/INSTANT, le point restauré puis l’arrêt.');
  }
  return { from, until };
}

async function settleDown(deps: Deps, lost: Lost): Promise<Done> {
  const mails = await holdBack(deps, 'retenu après une restauration : peut-être déjà parti');
  const isPast = noticesLeft(lost);
  const reminders = isPast ? await passOverReminders(deps) : 0;
  const notices = isPast ? await passOverNotices(deps) : 0;
  const sessions = await endEverySession(deps);
  return {
    accountId: null,
    target: 'database',
    before: lost,
    after: { mails: mails.map(({ id }) => id), reminders, notices, sessions },
    told: [
      `${sessions} session(s) éteinte(s) ; ${reminders} rappel(s) et ${notices} avis tenus pour envoyés.`,
      `${mails.length} courriel(s) retenu(s), peut-être déjà partis ; « mail resend NUMÉRO » s’il le faut :`,
      ...mails.map(({ id, kind, recipient }) => `  ${id}  ${kind}  ${recipient}`),
    ],
  };
}

/** Whether the lost time touches the hours in which notices leave. */
function noticesLeft({ from, until }: Lost): boolean {
  const isDay = (at: Date): boolean => {
    const { hour } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Europe/Paris');
    return hour >= MORNING && hour < EVENING;
  };
  // Hour by hour: a night on both sides may have a day between.
  for (let at = from.getTime(); at < until.getTime(); at += HOUR_MS) if (isDay(new Date(at))) return true;
  return isDay(until);
}

/** Sequences know no transaction: apart from what may be rolled back. */
async function skipNumbers({ db }: Deps): Promise<void> {
  await sql`
    select setval(sequence, nextval(sequence) + ${MARGIN})
    from (values (pg_get_serial_sequence('account', 'id')), (pg_get_serial_sequence('statement', 'id'))) s(sequence)`.execute(
    db,
  );
}
