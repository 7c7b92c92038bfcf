import { z } from 'zod';

/** Why a heading has no answer: its source failed (the first six), or answered without settling the question. */
export const FindingReason = z
  .enum([
    'timeout',
    'unavailable',
    'rate-limited',
    'malformed',
    'refused',
    'not-held',
    'not-published',
    'not-mapped',
    'not-specified',
    'not-drawn',
    'sources-disagree',
  ])
  .describe(
    'Source sans réponse (timeout à not-held), ou réponse qui laisse la question ouverte (not-published à sources-disagree).',
  );
