import { z } from 'zod';

/** State of a navigation to or from the login page: the next screen says what was just done. */
const Arrival = z.object({ from: z.enum(['activation', 'reset', 'sign-in']) });
type Origin = z.infer<typeof Arrival>['from'];

export function arrivingFrom(from: Origin): z.infer<typeof Arrival> {
  return { from };
}

/** Reads the location's state, which the browser keeps and any page may have written; null when it is not ours. */
export function originOf(state: unknown): Origin | null {
  const arrival = Arrival.safeParse(state);
  return arrival.success ? arrival.data.from : null;
}
