import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency, type ICalCalendar } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { REMINDERS, type Deadline } from '#domain/risks/deadlines.ts';
import { longFrenchDate } from '#domain/french.ts';
import { addressAndParcels } from '#domain/property/property-address.ts';
import { DEED_NAMES, type DeedKind } from '#domain/risks/deeds.ts';
import type { ExpiringRow, PlannedRow } from './reminders.queries.ts';

export type CalendarEvent = ExpiringRow & Deadline;

const DAY_S = 86_400;
/** All-day events start at midnight: an alarm « 7 days before » rings at nine in the morning of that day. */
const MORNING_S = 9 * 3_600;

/**
 * iCalendar (RFC 5545): one all-day event per deadline. Deterministic. Calendar programs keep copies, so it names
 * neither sellers nor buyers.
 */
export function drawCalendar(
  { deadlines: events, planned }: { deadlines: CalendarEvent[]; planned: PlannedRow[] },
  { siteUrl, today }: { siteUrl: string; today: Temporal.PlainDate },
): string {
  const calendar = ical({
    name: 'Échéances Clairisque',
    description: 'Fins de validité de mes états des risques',
    prodId: { company: 'Clairisque', product: 'Agenda', language: 'FR' },
    method: ICalCalendarMethod.PUBLISH,
    // Refresh interval; programs treat it as advice.
    ttl: DAY_S / 2,
    url: `${siteUrl}/myspace/?tab=mesERP-tabs-simple`,
  });
  const { hostname } = new URL(siteUrl);
  for (const event of events) {
    const { summary, description } = WORDS[event.kind](event);
    const entry = calendar.createEvent({
      // Stable id when the day moves, as after a renewal; the two days of a statement are two events.
      id: `${event.kind}-${event.statement_id}-${event.edition}@${hostname}`,
      start: event.on,
      allDay: true,
      // Required by the standard: creation time. The issue date never changes.
      stamp: event.renewed_at ?? event.issued_at,
      summary,
      description,
      location: event.adresse,
      url: `${siteUrl}/myspace/?tab=mesERP-tabs-simple`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
    if (Temporal.PlainDate.compare(event.on, today) < 0) continue;
    for (const { days } of REMINDERS) {
      entry.createAlarm({ type: ICalAlarmType.display, trigger: days * DAY_S - MORNING_S, description: 'Échéance' });
    }
  }
  for (const row of planned) addSignature(calendar, row, siteUrl);
  return calendar.toString();
}

/** Without an alarm: its checks are told by mail. */
function addSignature(calendar: ICalCalendar, row: PlannedRow, siteUrl: string): void {
  calendar.createEvent({
    id: `${row.kind}-${row.statement_id}@${new URL(siteUrl).hostname}`,
    start: Temporal.PlainDate.from(row.day),
    allDay: true,
    stamp: row.changed_at,
    summary: `${SIGNATURES[row.kind]}\u00A0: ${addressAndParcels(row.adresse, row.parcelCodes)}`,
    description: `L’état des risques ${row.reference} est vérifié 15\u00A0jours et 2\u00A0jours avant ${DEED_NAMES[row.kind]}, et le matin même.`,
    location: row.adresse,
    url: `${siteUrl}/suivi/${row.statement_id}`,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

const SIGNATURES: Record<DeedKind, string> = {
  promesse: 'Signature prévue de la promesse',
  acte: 'Signature prévue de l’acte',
  bail: 'Signature prévue du bail',
};

const WORDS: Record<Deadline['kind'], (event: CalendarEvent) => { summary: string; description: string }> = {
  expiry: ({ adresse, parcelCodes, reference, renewed_at, on }) => ({
    summary: `Fin de validité de l’état des risques\u00A0: ${addressAndParcels(adresse, parcelCodes)}`,
    description: `${reference} est valable jusqu’au ${longFrenchDate(on)} inclus. ${
      renewed_at === null
        ? 'Ensuite, vous pourrez le renouveler gratuitement pendant 365\u00A0jours.'
        : 'Il a déjà été renouvelé\u00A0: ensuite, un nouvel état des risques sera nécessaire.'
    }`,
  }),
  'end-of-renewal': ({ adresse, parcelCodes, reference, on }) => ({
    summary: `Dernier jour pour renouveler l’état des risques\u00A0: ${addressAndParcels(adresse, parcelCodes)}`,
    description: `${reference} peut être renouvelé gratuitement jusqu’au ${longFrenchDate(on)} inclus.`,
  }),
};
