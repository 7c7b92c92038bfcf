import { z } from 'zod';
import { KEPT_DAYS, ApiEvent, EVENT_TYPES } from './common/events.ts';
import { route } from './common/route.ts';
import { Mode, page, PageQuery, V3 } from './common/v3.ts';

export const listEventsV3 = route({
  method: 'GET',
  url: `${V3}/events`,
  config: { access: 'required', scope: 'webhooks', sandbox: true, throttle: 'api' },
  schema: {
    tags: ['Events'],
    summary: `List events of the last ${KEPT_DAYS} days, newest first`,
    querystring: PageQuery.extend({ type: z.enum(EVENT_TYPES).optional() }),
    response: { 200: page(ApiEvent).extend({ mode: Mode }) },
  },
});
