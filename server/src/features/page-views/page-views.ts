import { OTHER_SCREENS, SCREENS, TITLE_END, recordPageView, type PageView } from '@clairisque/contract/page-views.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import {
  countView,
  deleteViewsBefore,
  listNotForwarded,
  markForwarded,
  type NotForwardedViews,
} from './page-views.queries.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import type { App } from '#platform/http/app.ts';

const TITLES = new Set(Object.values(SCREENS));

/**
 * Counted for known screens, under the document's title when it is one of the site's, else under the screen's own: a
 * caller cannot write free text into the figures.
 */
function recordView({ db, clock }: Pick<Deps, 'db' | 'clock'>, { chemin, titre = '' }: PageView): Promise<void> {
  // `/Tarifs/` is the same screen.
  const path = chemin.replace(/(?<=.)\/+(?=\?|$)/, '');
  const own = Object.hasOwn(SCREENS, path) ? SCREENS[path] : undefined;
  const given = titre.endsWith(TITLE_END) ? titre.slice(0, -TITLE_END.length) : '';
  const screen = own === undefined ? OTHER_SCREENS : { path, title: TITLES.has(given) ? given : own };
  return countView(db, { ...screen, now: clock() });
}

const VIEWS_AT_ONCE = 200;
const BATCHES = 20;

/**
 * Forwards the views counted since the last run to the Matomo server, if any. A failure is retried at the next run; a
 * lost response makes Matomo count twice.
 */
export async function forwardViews(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'matomo'>): Promise<void> {
  const { db, clock, log, matomo } = deps;
  if (matomo === null) return;
  try {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const views = upTo(VIEWS_AT_ONCE, await listNotForwarded(db, { now: clock(), rows: VIEWS_AT_ONCE }));
      if (views.length === 0) return;
      await matomo.send(views);
      for (const one of views) await markForwarded(db, one);
    }
  } catch (err) {
    if (!(err instanceof SupplierFailure)) throw err;
    log.warn({ err }, 'page views not forwarded');
  }
}

function upTo(total: number, rows: NotForwardedViews[]): NotForwardedViews[] {
  let left = total;
  return rows
    .map((row) => {
      const count = Math.min(row.count, left);
      left -= count;
      return { ...row, count };
    })
    .filter(({ count }) => count > 0);
}

/** Maximum retention of such figures allowed by the CNIL (deliberation of 4 July 2025). */
const KEPT_MONTHS = 25;

export function forgetOldViews({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const today = Temporal.Instant.from(clock().toISOString()).toZonedDateTimeISO('Europe/Paris').toPlainDate();
  return deleteViewsBefore(db, today.subtract({ months: KEPT_MONTHS }).toString());
}

export const pageViewJobs: Job<Deps>[] = [
  recurringJob({ name: 'page-views.forward', cron: '*/5 * * * *', expireInSeconds: 300 }, forwardViews),
];

export const pageViewRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...recordPageView,
    handler: async ({ body }, reply) => {
      await recordView(deps, body);
      return reply.status(204).send(null);
    },
  });
};
