import type { Pool } from 'pg';
import { percentile } from '../harness/report.ts';
import { gatherVirtualUsers, type Kind, type Sample } from './load.virtual-users.ts';
import type { World } from './watch.world.ts';

/** 2.2 people a second, of whom one in twenty issues a statement: today's busiest hour (docs/growth.md). */
const PER_SECOND = 2.2;
/** They come by slices, so that the end of a slice may be awaited. */
const SLICE_S = 5;

/** What people met while nothing was checked, then during checks. */
export type Windows = { quiet: Sample[]; busy: Sample[] };

export type People = {
  windows: Windows;
  /** People come until `work` is done; what they meet goes to that window. */
  during: <T>(window: keyof Windows, work: () => Promise<T>) => Promise<T>;
  /** Their sessions outlive a clock that is moved by weeks. */
  keepSessions: () => Promise<void>;
};

export async function gatherPeople({ cluster, pool }: World): Promise<People> {
  const users = await gatherVirtualUsers(cluster);
  const windows: Windows = { quiet: [], busy: [] };
  return {
    windows,
    keepSessions: () => keepSessions(pool),
    during: async (window, work) => {
      const from = users.samples.length;
      const state = { isDone: false };
      const done = work().finally(() => void (state.isDone = true));
      while (!state.isDone) await users.come(PER_SECOND, SLICE_S);
      await users.gone();
      windows[window].push(...users.samples.slice(from));
      return done;
    },
  };
}

const keepSessions = async (pool: Pool): Promise<void> => {
  await pool.query("update api_token set expires_at = '2100-01-01'");
};

const of = (samples: readonly Sample[], kind: Kind): number[] =>
  samples.filter((one) => one.kind === kind && one.outcome === 'answered').map(({ ms }) => ms);

export const p95 = (samples: readonly Sample[], kind: Kind): number => percentile(of(samples, kind), 0.95);

/** The payment provider has the machine’s clock: it refuses a page that would end in weeks. */
const OF_PAYMENTS = /stripe/;

export const failed = (samples: readonly Sample[]): string[] =>
  samples
    .filter(({ call, outcome }) => outcome !== 'answered' && !OF_PAYMENTS.test(call))
    .map(({ call, failure }) => `${call}: ${failure ?? 'refused'}`);
