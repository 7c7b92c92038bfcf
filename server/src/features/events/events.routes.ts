import * as contract from '@clairisque/contract/events.ts';
import type { Deps } from '#deps.ts';
import { depsOf } from '#features/api-keys/api-keys.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { pageOf, readUuidCursor } from '#platform/http/cursors.ts';
import { eventOf } from './events.ts';
import { listEvents } from './events.queries.ts';

export const eventRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.listEventsV3,
    handler: async (request) => {
      const { limit, cursor, type } = request.query;
      const { spaceId } = keyOf(request).key;
      const { db, mode } = depsOf(deps, request);
      const before = readUuidCursor(cursor, 'evt', mode);
      const rows = await listEvents(db, { spaceId, type: type ?? null, before, limit: limit + 1 });
      return { ...pageOf(rows, { limit, item: (row) => eventOf(row, mode) }), mode };
    },
  });
};
