import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';
import { charField } from './common/text.ts';

/** An error on a screen, under the number that its user was shown. */
export const Incident = z.object({
  numero: charField({ max: 40 }),
  /** The address, without its secrets. */
  chemin: charField({ max: 200 }),
  /** Name and message of the error, then the first lines of its stack. */
  erreur: charField({ max: 2_000 }),
});

export const reportIncident = route({
  method: 'POST',
  url: '/api/v2/incidents/',
  config: { access: 'none', throttle: 'incident', priority: 'free' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags: ['Incidents'],
    summary: 'Signaler un écran qui n’a pas pu s’afficher',
    description:
      'Une ligne dans le journal du serveur, sous le numéro montré à l’utilisateur ; rien d’autre n’est conservé.',
    body: Incident,
    response: { 204: z.null() },
  },
});
