import { z } from 'zod';
import { BODY_LIMIT, route } from './route.ts';
import { charField } from './text.ts';

/** One screen shown: its address without what is secret in it, and the title of the document. Nothing about who looks. */
export const PageView = z.object({
  /** `/Tarifs`, `/myspace?tab=mesERP-tabs-simple`, `/remise/*`. */
  chemin: charField({ max: 200 }).refine((path) => path.startsWith('/'), 'Un chemin commence par « / ».'),
  titre: charField({ max: 200 }),
});
export type PageView = z.infer<typeof PageView>;

export const recordPageView = route({
  method: 'POST',
  url: '/api/v2/audience/',
  config: { access: 'none', throttle: 'audience' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags: ['Mesure d’audience'],
    summary: 'Compter une page vue',
    description: 'Sans identifiant, sans cookie, sans adresse IP : seul un nombre par jour et par page est conservé.',
    body: PageView,
    response: { 204: z.null() },
  },
});
