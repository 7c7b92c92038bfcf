import * as contract from '@clairisque/contract/reminders.ts';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { calendarAddress, readCalendar, renewCalendarAddress } from './calendar.service.ts';

export const reminderRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.calendarAddress,
    handler: (request) => calendarAddress(deps, callerOf(request).accountId),
  });
  app.route({
    ...contract.renewCalendarAddress,
    handler: (request) => renewCalendarAddress(deps, callerOf(request).accountId),
  });
  app.route({
    ...contract.calendar,
    handler: async (request, reply) => {
      // The URL is the secret.
      void reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-cache' });
      const { ics, etag } = await readCalendar(deps, { file: request.params.fichier, ip: request.ip });
      void reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      const type = 'text/calendar; charset=utf-8';
      return sendFile(reply, { content: ics, type, fileName: 'clairisque.ics', inline: true });
    },
  });
};
