/** Promises to a webhook's receiver, which the server keeps. */

/** Minutes before each attempt after the first. */
export const RETRY_MINUTES = [1, 5, 30, 120, 300, 600, 840, 1_080, 1_344] as const;
export const GIVEN_UP_AFTER_MINUTES = RETRY_MINUTES.reduce<number>((sum, minutes) => sum + minutes, 0);

/** The resolution of the name included. */
export const ANSWER_WITHIN_SECONDS = 10;
/** Kept of an answer. */
export const ANSWER_BYTES = 2_000;
/** Events, and their deliveries. */
export const KEPT_DAYS = 30;
