import { AppError } from '#platform/app-error.ts';
import type { GateWatch } from './concurrency-limit.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

export type ApiQueues = {
  /** Running assessments, in fair turns between accounts; their suppliers' calls are in the preview bulkhead. */
  assessments: FairQueue;
  /** Queue of quick tools of assistants, whose calls have no place of their own (`hasOwnQueue`). */
  assistants: FairQueue;
};

export const createApiQueues = (watch: (gate: string) => GateWatch): ApiQueues => ({
  assessments: createFairQueue(
    { atOnce: 2, waiting: 20, ofOne: { atOnce: 1, waiting: 5 } },
    { tooManyOfOne, tooManyOfAll },
    watch('assessments'),
  ),
  assistants: createFairQueue(
    { atOnce: 20, waiting: 200, ofOne: { atOnce: 5, waiting: 50 } },
    { tooManyOfOne, tooManyOfAll },
    watch('assistants'),
  ),
});

const tooManyOfOne = (count: number): AppError =>
  new AppError('too_many_requests', `Vous avez déjà ${count} demandes en cours : attendez la fin de l’une d’elles.`, 5);

const tooManyOfAll = (): AppError =>
  new AppError('overloaded', 'Le service est très demandé : réessayez dans un instant.', 5);
