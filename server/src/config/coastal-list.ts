import { z } from 'zod';

const Code = z.string().regex(/^(?:\d{2}|2[AB])\d{3}$/);

/**
 * The communes whose planning must be adapted to coastal erosion (L321-15 code de l'environnement), from the decrees
 * that list them. No live service has them: without a release, the operator gives the list, with its vintage, printed.
 */
export const CoastalList = z
  .object({
    /** « décret n° 2022-750 du 29 avril 2022, modifié en dernier lieu par le décret n° 2024-531 » */
    vintage: z.string().trim().min(4),
    /** INSEE codes, with the day of the first decree that lists the commune where the operator gives it. */
    communes: z.array(z.union([Code, z.object({ code: Code, since: z.iso.date() })])).min(1),
  })
  .transform(({ vintage, communes }) => ({
    vintage,
    communes: new Map(
      communes.map((one) => (typeof one === 'string' ? [one, null] : [one.code, one.since]) as [string, string | null]),
    ),
  }));
