import { z } from 'zod';
import { createHttpClient, type HttpLimits } from '#platform/suppliers/http-client.ts';
import { askJson } from '#platform/suppliers/supplier-json.ts';
import type { AdapterDeps } from './fact.ts';

/** Used by a job: one attempt a batch; the next run is the retry. */
const LIMITS: HttpLimits = {
  timeoutMs: 10_000,
  totalMs: 10_000,
  attempts: 1,
  perSecond: 2,
  maxBytes: 100_000,
  retryDelayMs: 1_000,
  breakMs: 60_000,
};

export type Matomo = {
  /** Named by the privacy page. */
  host: string;
  /** Sends `count` views of each screen. @throws SupplierFailure */
  send(views: readonly { path: string; title: string; count: number }[]): Promise<void>;
};

type Options = { url: string; siteId: number; publicUrl: string } & Pick<AdapterDeps, 'userAgent' | 'watch'>;

/**
 * Bulk tracking of a Matomo server: pages and titles, without visitor or address. All views come from this server
 * within minutes: Matomo's page figures are right, its visit figures mean nothing. `publicUrl` is prefixed to the
 * paths. Source: https://developer.matomo.org/api-reference/tracking-api
 */
export function createMatomo(options: Options): Matomo {
  const { siteId, publicUrl } = options;
  const headers = { 'user-agent': options.userAgent };
  const http = createHttpClient({
    service: 'matomo',
    baseUrl: options.url,
    headers,
    limits: LIMITS,
    watch: options.watch,
  });
  const requestOf = (view: { path: string; title: string }): string => {
    // `bots`: Matomo would ignore a request from a program.
    const fields = { idsite: String(siteId), rec: '1', bots: '1', url: publicUrl + view.path, action_name: view.title };
    return `?${new URLSearchParams(fields).toString()}`;
  };
  return {
    host: new URL(options.url).hostname,
    async send(views) {
      const requests = views.flatMap((view) => Array.from({ length: view.count }, () => requestOf(view)));
      await askJson(http, { request: { path: '/matomo.php', json: { requests } }, schema: Answer });
    },
  };
}

const Answer = z.object({ status: z.literal('success') });
