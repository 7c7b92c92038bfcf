import type { Deps } from '#deps.ts';
import { counted } from '#domain/french.ts';
import { AppError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

/** Points out of thirty an hour: ten failures caused by the account, or thirty of a failing source. */
const OF_THE_CALLER = 3;
const OF_A_SOURCE = 1;

const keyOf = (accountId: number): `caller:${number}` => `caller:${accountId}`;

/** Throws `too_many_requests` when too many generations of the account have failed within the hour. */
export async function refuseAfterFailures(deps: Deps, accountId: number): Promise<void> {
  await deps.throttle.refuseSpent('failed-generation', keyOf(accountId)).catch((error: unknown) => {
    throw error instanceof AppError ? tooManyFailures(error) : error;
  });
}

/**
 * Runs a generation and counts its failure towards an hourly limit of the account: it costs the suppliers and the
 * printer as much as a paid one. Never debits.
 */
export async function countFailure(deps: Deps, accountId: number, generation: () => Promise<void>): Promise<void> {
  try {
    await generation();
  } catch (error) {
    const points = pointsOf(error);
    // The caller gets this failure; the next generation is refused.
    if (points > 0) await deps.throttle.hit('failed-generation', keyOf(accountId), points).catch(() => undefined);
    throw error;
  }
}

/** None for our own errors. */
function pointsOf(error: unknown): number {
  if (error instanceof SupplierFailure) return OF_A_SOURCE;
  if (!(error instanceof AppError)) return 0;
  return error.code === 'facts_not_obtained' ? OF_A_SOURCE : OF_THE_CALLER;
}

function tooManyFailures({ retryAfterSeconds }: AppError): AppError {
  const seconds = retryAfterSeconds ?? 60;
  const wait = counted(Math.ceil(seconds / 60), 'minute');
  const sentence = `Trop de préparations ont échoué depuis une heure. Réessayez dans ${wait}\u00A0: aucun crédit n’a été débité, et votre saisie est enregistrée.`;
  return new AppError('too_many_requests', sentence, seconds);
}
