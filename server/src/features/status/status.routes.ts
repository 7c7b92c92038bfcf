import { serviceStatus, type ServiceStatus } from '@clairisque/contract/status.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { readStatus } from './status.ts';

const KEPT_MS = 60_000;

/** Cached for a minute: everybody looks during an outage. */
export const statusRoutes =
  (deps: Pick<Deps, 'db' | 'clock' | 'log' | 'datasets' | 'simulatedParts'>) => async (app: App) => {
    let kept: { atMs: number; status: Promise<ServiceStatus> } | null = null;
    app.route({
      ...serviceStatus,
      handler: (_request, reply) => {
        void reply.header('cache-control', 'public, max-age=60');
        const nowMs = deps.clock().getTime();
        if (kept === null || nowMs - kept.atMs >= KEPT_MS) kept = { atMs: nowMs, status: readStatus(deps) };
        return kept.status;
      },
    });
  };
