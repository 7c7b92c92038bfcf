import { z } from 'zod';
import { route } from './common/route.ts';

const Calendar = z.object({ url: z.string() });

/** The secret address of the calendar of expiries (iCalendar, RFC 5545). */
export const calendarAddress = route({
  method: 'GET',
  url: '/api/v2/user/agenda/',
  config: { access: 'required' },
  schema: { tags: ['Compte'], summary: 'Adresse de mon agenda', response: { 200: Calendar } },
});

/** A new address; the former one returns 404 from now on. */
export const renewCalendarAddress = route({
  method: 'POST',
  url: '/api/v2/user/agenda/',
  config: { access: 'required' },
  schema: { tags: ['Compte'], summary: 'Changer l’adresse de mon agenda', response: { 200: Calendar } },
});

export const calendar = route({
  method: 'GET',
  url: '/agenda/:fichier',
  config: { access: 'none', produces: 'text/calendar' },
  schema: {
    tags: ['Compte'],
    summary: 'Agenda des échéances',
    params: z.object({ fichier: z.string().max(80) }),
    response: { 200: z.unknown(), 304: z.unknown() },
  },
});
