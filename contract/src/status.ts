import { z } from 'zod';
import { route } from './route.ts';

/** `inconnu`: nobody asked for it in 24 hours, or it could not be looked at. */
const State = z.enum(['disponible', 'perturbe', 'indisponible', 'inconnu']);
const instant = z.iso.datetime();

export const ServiceStatus = z.object({
  /** When these figures were made; they are kept for a minute. */
  calcule_le: instant,
  etat: State,
  /** Parts of our own. */
  service: z.array(z.object({ id: z.string(), nom: z.string(), etat: State, detail: z.string() })),
  /** Public sources, as our own requests of the last 24 hours found them. */
  sources: z.array(
    z.object({
      id: z.string(),
      nom: z.string(),
      producteur: z.string(),
      etat: State,
      derniere_reponse: instant.nullable(),
      dernier_echec: instant.nullable(),
      /** Share of our requests that were answered, 0 to 1; null when there was none. */
      part_reponses: z.number().min(0).max(1).nullable(),
      /** Median time of an answer, read from classes of durations: an order of magnitude. */
      duree_mediane_ms: z.int().nullable(),
    }),
  ),
  /** Of the last seven days, newest first; `fin` is null while it lasts. */
  incidents: z.array(
    z.object({
      nom: z.string(),
      debut: instant,
      fin: instant.nullable(),
      /** Share of our requests that failed meanwhile, 0 to 1. */
      part_echecs: z.number().min(0).max(1),
    }),
  ),
});
export type ServiceStatus = z.infer<typeof ServiceStatus>;

export const serviceStatus = route({
  method: 'GET',
  url: '/api/v2/statut/',
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags: ['Statut'],
    summary: 'État du service et des sources publiques',
    description:
      'Fraîcheur et disponibilité de chaque source, mesurées sur les demandes réelles des dernières 24 heures. Réponse gardée une minute.',
    response: { 200: ServiceStatus },
  },
});
