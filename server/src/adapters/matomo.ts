import { z } from 'zod';
import { createHttpClient, type HttpLimits } from '#platform/http-client.ts';
import { askJson } from '#platform/supplier-json.ts';
import type { AdapterDeps } from './fact.ts';

/** A job sends, nobody waits: one attempt a batch, the next round is the retry. */
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
  /** Tells of `count` views of each screen. @throws SupplierFailure */
  send(views: readonly { path: string; title: string; count: number }[]): Promise<void>;
};

type Options = { url: string; siteId: number; publicUrl: string } & Pick<AdapterDeps, 'userAgent' | 'watch'>;

/**
 * The bulk tracking of a Matomo server: pages and titles, neither visitor nor address. All views come from this server
 * within minutes: its figures of pages are right, those of visits mean nothing.
 * `publicUrl` stands before the paths. Source: https://developer.matomo.org/api-reference/tracking-api
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
    // A program of ours speaks: `bots` lets it be counted.
    const fields = { idsite: String(siteId), rec: '1', bots: '1', url: publicUrl + view.path, action_name: view.title };
    return `?${new URLSearchParams(fields).toString()}`;
  };
  return {
    async send(views) {
      const requests = views.flatMap((view) => Array.from({ length: view.count }, () => requestOf(view)));
      await askJson(http, { request: { path: '/matomo.php', json: { requests } }, schema: Answer });
    },
  };
}

const Answer = z.object({ status: z.literal('success') });
