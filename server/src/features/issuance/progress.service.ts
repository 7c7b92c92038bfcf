import type { GenerationStep } from '@clairisque/contract/issuance.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { AppError } from '#platform/app-error.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import { requireStatement } from './creation.service.ts';
import { collectFacts, SOURCE_LABELS } from './facts.service.ts';
import { deleteSteps, listSteps, restartSteps, updateSteps, type StepState } from './progress.queries.ts';

/** The loading screen polls them every few hundred milliseconds. */
const TICKS_EVERY_MS = 100;

/** Collects the facts and writes the progress that the loading screen shows. */
export async function collectWithProgress(
  deps: Deps & { observer: AnswerObserver },
  statementId: number,
  place: Place,
): Promise<Facts> {
  if (!(await restartSteps(deps.db, statementId, SOURCE_LABELS))) throw new AppError('not_found', 'Pas trouvé.');
  const answered = new Map<number, StepState>();
  const writeTicks = async (): Promise<void> => {
    const steps = [...answered].map(([position, state]) => ({ position, state }));
    answered.clear();
    // A failed progress update is logged and does not stop the statement.
    await updateSteps(deps.db, statementId, steps).catch((err: unknown) => deps.log.warn({ err }, 'steps not written'));
  };
  const timer = setInterval(() => void writeTicks(), TICKS_EVERY_MS);
  try {
    return await collectFacts(deps, place, (position, state) => answered.set(position, state));
  } finally {
    clearInterval(timer);
    await writeTicks();
  }
}

export async function readProgress(
  deps: Deps,
  owned: { accountId: number; id: number },
): Promise<{ etapes: z.infer<typeof GenerationStep>[] }> {
  await requireStatement(deps, owned);
  const steps = await listSteps(deps.db, owned);
  return { etapes: steps.map((step) => ({ libelle: step.label, etat: step.state })) };
}

const A_DAY_MS = 86_400_000;
/** A day removes so many, so that a backlog of years goes in parts. */
const STEPS_AT_ONCE = 200_000;

/** Sixteen rows a statement, useless once its loading screen is closed. For a daily cron. */
export const forgetOldSteps = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteSteps(db, { before: new Date(clock().getTime() - A_DAY_MS), most: STEPS_AT_ONCE });
