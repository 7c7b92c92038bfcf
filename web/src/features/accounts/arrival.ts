import { z } from 'zod';

/** Carried by a navigation to the login page or from it: the next screen says what has just been done. */
const Arrival = z.object({ from: z.enum(['activation', 'reset', 'sign-in']) });
type Origin = z.infer<typeof Arrival>['from'];

export function arrivingFrom(from: Origin): z.infer<typeof Arrival> {
  return { from };
}

/** From the location's state, which the browser keeps and anything may have written; null otherwise. */
export function originOf(state: unknown): Origin | null {
  const arrival = Arrival.safeParse(state);
  return arrival.success ? arrival.data.from : null;
}
