import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';

const url = '/api/v2/desabonnement/:jeton/';
const params = z.object({ jeton: z.string().max(80) });
const tags = ['Compte'];

/** `rappels`: of expiry; `avis`: about credits and imports. */
const MailChoice = z.object({ messages: z.enum(['rappels', 'avis']), recus: z.boolean() });
export type MailChoice = z.infer<typeof MailChoice>;

/**
 * The address in the header `List-Unsubscribe` of reminders and notices: mail programs post to it when their user
 * presses « Se désabonner » (RFC 8058). The body is ignored.
 */
export const unsubscribe = route({
  method: 'POST',
  url,
  config: { access: 'none', produces: 'application/json' },
  schema: {
    tags,
    summary: 'Ne plus recevoir ces messages',
    params,
    response: { 200: z.object({ detail: z.string() }) },
  },
});

/** The address of the header, opened in a browser or by a link scanner: changes nothing and leads to the page of the choice. */
export const unsubscribePage = route({
  method: 'GET',
  url,
  config: { access: 'none', throttle: 'open', produces: 'text/html' },
  schema: { tags, summary: 'Page du choix de ces messages', params, response: { 303: z.null() } },
});

/** For the page, which needs no session: the token of the mail is enough. */
export const mailChoice = route({
  method: 'GET',
  url: `${url}choix/`,
  config: { access: 'none' },
  schema: { tags, summary: 'Savoir si ces messages sont envoyés', params, response: { 200: MailChoice } },
});

/** Stops those messages, or takes that back. */
export const chooseMails = route({
  method: 'PUT',
  url: `${url}choix/`,
  config: { access: 'none' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Recevoir ou ne plus recevoir ces messages',
    params,
    body: MailChoice.pick({ recus: true }),
    response: { 200: MailChoice },
  },
});
