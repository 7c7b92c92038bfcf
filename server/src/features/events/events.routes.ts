import * as contract from '@clairisque/contract/events.ts';
import type { Deps } from '#deps.ts';
import { depsOf } from '#features/api-keys/api-keys.ts';
import { keyOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { pageOf, readCursor } from '#platform/http/cursors.ts';
import { eventOf } from './events.ts';
import { listEvents } from './events.queries.ts';

const EVENT = /^evt_[0-9a-f]{32}$/;

export const eventRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.listEventsV3,
    handler: async (request) => {
      const { limit, cursor, type } = request.query;
      // PostgreSQL takes a UUID without dashes.
      const before = readCursor(cursor, EVENT)?.slice('evt_'.length) ?? null;
      const { spaceId } = keyOf(request).key;
      const { db, mode } = depsOf(deps, request);
      const rows = await listEvents(db, { spaceId, type: type ?? null, before, limit: limit + 1 });
      return { ...pageOf(rows, { limit, item: (row) => eventOf(row, mode) }), mode };
    },
  });
};
