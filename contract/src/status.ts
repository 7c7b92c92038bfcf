import { z } from 'zod';
import { route } from './common/route.ts';

/** `inconnu`: no request in 24 hours, or the state could not be read. */
const State = z.enum(['disponible', 'perturbe', 'indisponible', 'inconnu']);
const instant = z.iso.datetime();

export const ServiceStatus = z.object({
  /** When these figures were computed; they are cached for a minute. */
  calcule_le: instant,
  etat: State,
  /** Our own components. */
  service: z.array(z.object({ id: z.string(), nom: z.string(), etat: State, detail: z.string() })),
  /** Public sources, from our own requests of the last 24 hours. */
  sources: z.array(
    z.object({
      id: z.string(),
      nom: z.string(),
      producteur: z.string(),
      etat: State,
      derniere_reponse: instant.nullable(),
      dernier_echec: instant.nullable(),
      /** Share of our requests that got an answer, 0 to 1; null without requests. */
      part_reponses: z.number().min(0).max(1).nullable(),
      /** Median response time, from a histogram: an order of magnitude. */
      duree_mediane_ms: z.int().nullable(),
    }),
  ),
  /** Dated editions that answer before the sources; absent where they are not used. */
  jeux: z
    .array(
      z.object({
        id: z.string(),
        nom: z.string(),
        producteur: z.string(),
        edition: z.iso.date(),
        age_jours: z.int(),
        /** The public source answers instead. */
        trop_ancienne: z.boolean(),
        /** Comparisons with the public source in seven days; the next field counts those that differ. */
        comparaisons: z.int(),
        differences: z.int(),
      }),
    )
    .optional(),
  /** Parts of this installation that are simulated beside real sources (« paiements »); absent where none is. */
  simules: z.array(z.string()).optional(),
  /** Incidents of the last seven days, newest first; `fin` is null while it lasts. */
  incidents: z.array(
    z.object({
      nom: z.string(),
      debut: instant,
      fin: instant.nullable(),
      /** Share of our requests that failed during the incident, 0 to 1. */
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
