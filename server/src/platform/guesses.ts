import { Failure } from './failure.ts';
import { addressKeyOf, type Throttle } from './rate-limit.ts';

/**
 * Refuses a secret address, or a reference, under which there is nothing: `not_found` with that sentence, whatever the
 * reason; `too_many_requests` for who tries many. Those who have a right one are never counted.
 */
export async function refuseGuess({ throttle }: { throttle: Throttle }, ip: string, detail: string): Promise<never> {
  await throttle.hit('guess', addressKeyOf(ip));
  throw new Failure('not_found', detail);
}
