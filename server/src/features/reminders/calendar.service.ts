import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { deadlinesOf } from '#domain/risks/deadlines.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { accountGone } from '#platform/app-error.ts';
import { refuseGuess } from '#platform/guards/rate-limit.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import { drawCalendar, type CalendarEvent } from './calendar.rules.ts';
import { findCalendarNumber, listExpiring, listPlanned, nextCalendarNumber } from './reminders.queries.ts';

const KIND = 'agenda';
const FILE = /^([\w-]+)\.ics$/;

/** The secret address of the account's calendar, for programs that have no session. */
export async function calendarAddress(deps: Deps, accountId: number): Promise<{ url: string }> {
  return addressOf(deps, accountId, await findCalendarNumber(deps.db, accountId));
}

/** A new URL; the former one is unknown from now on. */
export async function renewCalendarAddress(deps: Deps, accountId: number): Promise<{ url: string }> {
  return addressOf(deps, accountId, await nextCalendarNumber(deps.db, accountId));
}

async function addressOf(deps: Deps, accountId: number, number: number | undefined): Promise<{ url: string }> {
  if (number === undefined) throw accountGone();
  const token = secretToken(await linksKey(deps.db), KIND, idOf({ accountId, number }));
  return { url: `${deps.publicUrl}/agenda/${token}.ics` };
}

/** The calendar and its `ETag`. Throws `not_found` for an unknown or replaced URL. */
export async function readCalendar(
  deps: Deps,
  { file, ip }: { file: string; ip: string },
): Promise<{ ics: string; etag: string }> {
  const [, token = ''] = FILE.exec(file) ?? [];
  const id = readSecretToken(await linksKey(deps.db), KIND, token);
  const owner = id === null ? null : partsOf(id);
  if (owner === null || (await findCalendarNumber(deps.db, owner.accountId)) !== owner.number) {
    return refuseGuess(deps, ip, 'Cette adresse d’agenda n’existe pas, ou elle a été changée.');
  }
  const events = await listEvents(deps, owner.accountId);
  const planned = (await listPlanned(deps.db, owner.accountId)).slice(0, EVENTS_AT_MOST);
  const ics = drawCalendar({ deadlines: events, planned }, { siteUrl: deps.publicUrl, today: todayOf(deps) });
  return { ics, etag: `"${createHash('sha256').update(ics).digest('base64url')}"` };
}

/** Calendar programs refuse files above about a megabyte: the next deadlines come before those long past. */
const EVENTS_AT_MOST = 1_000;

async function listEvents(deps: Deps, accountId: number): Promise<CalendarEvent[]> {
  const today = todayOf(deps);
  const events = (await listExpiring(deps.db, accountId)).flatMap((row) => {
    const renewedOn = row.renewed_at && parisDate(row.renewed_at.toISOString());
    const deadlines = deadlinesOf({ issuedOn: parisDate(row.issued_at.toISOString()), renewedOn }, today);
    return deadlines.map((deadline) => ({ ...row, ...deadline }));
  });
  const byDay = events.toSorted((a, b) => Temporal.PlainDate.compare(a.on, b.on));
  const next = byDay.findIndex(({ on }) => Temporal.PlainDate.compare(on, today) >= 0);
  const first = Math.max(0, Math.min(next, byDay.length - EVENTS_AT_MOST));
  return byDay.slice(first, first + EVENTS_AT_MOST);
}

const todayOf = ({ clock }: Deps): Temporal.PlainDate => parisDate(clock().toISOString());

type Address = { accountId: number; number: number };
const ACCOUNT_DIGITS = 16;

/** Account and number of the URL, sixteen and eight hexadecimal digits. */
function idOf({ accountId, number }: Address): string {
  return accountId.toString(16).padStart(ACCOUNT_DIGITS, '0') + number.toString(16).padStart(8, '0');
}

function partsOf(id: string): Address {
  const [accountId, number] = [id.slice(0, ACCOUNT_DIGITS), id.slice(ACCOUNT_DIGITS)].map((part) => parseInt(part, 16));
  return { accountId: accountId ?? 0, number: number ?? 0 };
}
