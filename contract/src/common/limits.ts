import type { ThrottleScope } from './route.ts';

/** `each`: counted per process, without a query: for calls made a hundred times for one screen. */
export type Limit = { calls: number; seconds: number; each?: true };

const MINUTE = 60;

/** The limits of API v3, by key: the server counts them, the document says them. */
export const API_LIMITS = {
  // A program that lists and reads; then one that searches, whose suppliers limit all of us together.
  api: { calls: 1_200, seconds: MINUTE, each: true },
  'api-place': { calls: 300, seconds: MINUTE, each: true },
  'api-issue': { calls: 600, seconds: 10 * MINUTE },
  // Files of up to ten thousand properties, each row checked for free.
  batch: { calls: 30, seconds: 10 * MINUTE },
  // Each queries some twenty public services.
  'api-assessment': { calls: 120, seconds: 10 * MINUTE },
  // Reads everything of a batch from the store.
  export: { calls: 20, seconds: 10 * MINUTE },
} as const satisfies Partial<Record<ThrottleScope, Limit>>;

export const apiLimitOf = (scope: ThrottleScope): Limit | undefined =>
  scope in API_LIMITS ? API_LIMITS[scope as keyof typeof API_LIMITS] : undefined;
