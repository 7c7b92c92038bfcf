import { AppError } from '#platform/app-error.ts';
import { addressKeyOf, type Throttle } from '../guards/rate-limit.ts';

/**
 * Refuses an unknown secret URL or reference: `not_found` with that sentence, whatever the reason; `too_many_requests`
 * after many tries. Correct ones are never counted.
 */
export async function refuseGuess({ throttle }: { throttle: Throttle }, ip: string, detail: string): Promise<never> {
  await throttle.hit('guess', addressKeyOf(ip));
  throw new AppError('not_found', detail);
}
