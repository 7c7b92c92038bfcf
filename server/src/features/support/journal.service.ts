import type { Deps } from '#deps.ts';
import { insertAction } from './support.queries.ts';

/** An operator's command; by default a dry run. */
export type Asked = { command: string; operator: string; reason: string; really: boolean };
/**
 * What was done to `target`, of which account; states before and after, without names or secrets. `messages` is for the
 * operator.
 */
export type Done = {
  accountId: number | null;
  target: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  messages: string[];
};

/**
 * Runs `work` and records it in the journal in one transaction, rolled back for a dry run, whose output is exactly what
 * would be done. Throws what `work` throws, and then nothing was done.
 */
export async function act(deps: Deps, asked: Asked, work: (deps: Deps) => Promise<Done>): Promise<Done> {
  const { command, operator, reason, really } = asked;
  let done: Done | null = null;
  try {
    await deps.db.transaction().execute(async (db) => {
      done = await work({ ...deps, db });
      const { messages: _messages, accountId, ...states } = done;
      await insertAction(db, { at: deps.clock(), operator, command, reason, account_id: accountId, ...states });
      if (!really) throw REHEARSED;
    });
  } catch (error) {
    if (error !== REHEARSED) throw error;
  }
  if (done === null) throw new Error(`${command}: nothing was done`);
  return done;
}

const REHEARSED = new Error('rehearsed');

/** Records who read what of an account, without a reason. */
export async function recordReading(
  deps: Pick<Deps, 'db' | 'clock'>,
  { operator, command }: Pick<Asked, 'operator' | 'command'>,
  read: { accountId: number; target: string },
): Promise<void> {
  const { accountId, target } = read;
  const line = { operator, command, reason: '', account_id: accountId, target, before: {}, after: {} };
  await insertAction(deps.db, { at: deps.clock(), ...line });
}
