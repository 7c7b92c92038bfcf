import { z } from 'zod';
import { OVERLAP_HOURS } from './api-keys.ts';
import {
  ANSWER_BYTES,
  ANSWER_WITHIN_SECONDS,
  GIVEN_UP_AFTER_MINUTES,
  KEPT_DAYS,
  RETRY_MINUTES,
  ApiEvent,
  CHOSEN_EVENTS,
  EVENT_TYPES,
} from './common/events.ts';
import { BODY_LIMIT, KEY_MODES, route } from './common/route.ts';
import { shownText } from './common/text.ts';
import { DeliveryKey, EndpointKey, Mode, page, PageQuery, V3 } from './common/v3.ts';

const tags = ['Webhooks'];
const config = { access: 'required', scope: 'webhooks', session: true, sandbox: true, throttle: 'api' } as const;

/** Endpoints of an account, in each mode. */
export const MOST_WEBHOOKS = 10;
/** Days that a receiver may stay away. */
const GIVEN_UP_AFTER_DAYS = Math.round(GIVEN_UP_AFTER_MINUTES / 1_440);

const WebhookUrl = shownText(500)
  .min(1)
  .pipe(z.url({ protocol: /^https?$/, error: 'Saisissez une adresse complète, avec https://.' }))
  .describe('https, without a port or a password, on the Internet: for your own machine, that of a tunnel.');

const ChosenEvents = z
  .array(z.enum(CHOSEN_EVENTS))
  .min(1, 'Choisissez au moins un événement.')
  .max(CHOSEN_EVENTS.length)
  .refine((types) => new Set(types).size === types.length, 'Un événement figure deux fois.');

export const WebhookEndpoint = z
  .object({
    id: EndpointKey,
    mode: Mode,
    url: z.url(),
    events: z.array(z.enum(CHOSEN_EVENTS)),
    status: z
      .enum(['enabled', 'asleep'])
      .describe(
        `asleep: it is not proved yet, or took nothing for ${GIVEN_UP_AFTER_DAYS} days; the owner of a live one then got a mail.`,
      ),
    proved: z
      .boolean()
      .describe('It answered 2xx to a signed test (POST …/tests) at this URL. Until then it gets nothing else.'),
    created_at: z.iso.datetime(),
    asleep_since: z.iso.datetime().nullable(),
    last_success_at: z.iso.datetime().nullable(),
    former_secret_until: z.iso.datetime().nullable().describe('Until then a former secret signs too.'),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

const NewEndpoint = WebhookEndpoint.extend({
  secret: z.string().describe('whsec_…: in this response only, and in its repetitions.'),
}).meta({ id: 'NewWebhookEndpoint' });

export const listWebhookEndpoints = route({
  method: 'GET',
  url: `${V3}/webhook_endpoints`,
  config,
  schema: {
    tags,
    summary: 'List webhook endpoints',
    response: { 200: z.object({ mode: Mode, data: z.array(WebhookEndpoint) }) },
  },
});

export const createWebhookEndpoint = route({
  method: 'POST',
  url: `${V3}/webhook_endpoints`,
  config,
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Create a webhook endpoint',
    description: `Up to ${MOST_WEBHOOKS}, each URL once. That of a test key receives only the events of tests, that of a live key only the others. Events are signed as Standard Webhooks: answer 2xx within ${ANSWER_WITHIN_SECONDS} seconds. It sleeps until it has answered a test so. Otherwise they are sent again ${RETRY_MINUTES.length} times with the same webhook-id, after ${RETRY_MINUTES.join(', ')} minutes: ${GIVEN_UP_AFTER_DAYS} days in all.`,
    body: z
      .strictObject({
        url: WebhookUrl,
        events: ChosenEvents,
        mode: z.enum(KEY_MODES).optional().describe('That of the key; no other.'),
      })
      .meta({ examples: [{ url: 'https://example.com/clairisque', events: ['statement.issued'] }] }),
    response: { 201: NewEndpoint },
  },
});

const params = z.object({ endpoint_id: EndpointKey });

export const readWebhookEndpoint = route({
  method: 'GET',
  url: `${V3}/webhook_endpoints/:endpoint_id`,
  config,
  schema: { tags, summary: 'Read an endpoint', params, response: { 200: WebhookEndpoint } },
});

export const updateWebhookEndpoint = route({
  method: 'PATCH',
  url: `${V3}/webhook_endpoints/:endpoint_id`,
  config,
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Change an endpoint, or wake it',
    params,
    body: z
      .strictObject({
        url: WebhookUrl.optional(),
        events: ChosenEvents.optional(),
        status: z.literal('enabled').optional(),
      })
      .meta({ examples: [{ status: 'enabled' }] }),
    response: { 200: WebhookEndpoint },
  },
});

export const deleteWebhookEndpoint = route({
  method: 'DELETE',
  url: `${V3}/webhook_endpoints/:endpoint_id`,
  config,
  schema: { tags, summary: 'Delete an endpoint and its deliveries', params, response: { 204: z.null() } },
});

export const rotateWebhookEndpointSecret = route({
  method: 'POST',
  url: `${V3}/webhook_endpoints/:endpoint_id/secret_rotations`,
  config,
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Replace the secret of an endpoint',
    description: 'Former secrets sign too, each until the end promised at its rotation.',
    params,
    body: z
      .strictObject({ overlap_hours: z.literal(OVERLAP_HOURS).default(24) })
      .meta({ examples: [{ overlap_hours: 24 }] }),
    response: { 201: NewEndpoint },
  },
});

export const WebhookDelivery = z
  .object({
    id: DeliveryKey,
    mode: Mode,
    event: ApiEvent.describe('The body of the request.'),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    created_at: z.iso.datetime(),
    next_attempt_at: z.iso.datetime().nullable(),
    last_attempt: z
      .object({
        at: z.iso.datetime(),
        duration_ms: z.int(),
        status: z.int().nullable().describe('Of the answer; null without one.'),
        failure: z.enum(['address_refused', 'unreachable', 'timeout', 'redirected', 'status']).nullable(),
        answer: z.string().describe(`Its first ${ANSWER_BYTES} bytes.`),
      })
      .nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const testWebhookEndpoint = route({
  method: 'POST',
  url: `${V3}/webhook_endpoints/:endpoint_id/tests`,
  config,
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Send a test event',
    description:
      'A 2xx proves a new endpoint, which then gets its events; until then a test is tried once. To this endpoint only, whatever it chose: the example of that type, with `sample: true`. Statements and batches of an example do not exist.',
    params,
    body: z
      .strictObject({ type: z.enum(EVENT_TYPES).default('ping') })
      .meta({ examples: [{ type: 'statement.issued' }] }),
    response: { 201: WebhookDelivery },
  },
});

export const listDeliveriesV3 = route({
  method: 'GET',
  url: `${V3}/webhook_endpoints/:endpoint_id/deliveries`,
  config,
  schema: {
    tags,
    summary: `List deliveries of the last ${KEPT_DAYS} days, newest first`,
    params,
    querystring: PageQuery,
    response: { 200: page(WebhookDelivery).extend({ mode: Mode }) },
  },
});

export const replayDeliveryV3 = route({
  method: 'POST',
  url: `${V3}/webhook_endpoints/:endpoint_id/deliveries/:delivery_id/replays`,
  config,
  schema: {
    tags,
    summary: 'Send a delivery again, with the same webhook-id',
    params: params.extend({ delivery_id: DeliveryKey }),
    response: { 201: WebhookDelivery },
  },
});
