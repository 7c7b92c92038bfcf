import type { Config } from '#config/config.ts';
import type { Deps } from '#deps.ts';
import { accountRoutes } from '#features/accounts/accounts.routes.ts';
import { createAuthenticate, isDevice, recordEvent } from '#features/accounts/accounts.ts';
import { addressRoutes } from '#features/addresses/addresses.routes.ts';
import { checkRoutes } from '#features/checks/checks.routes.ts';
import { handoverRoutes } from '#features/handovers/handovers.routes.ts';
import { apiV3Routes } from '#features/api-v3/api-v3.routes.ts';
import { apiKeyRoutes } from '#features/api-keys/api-keys.routes.ts';
import { createAuthenticateKey, spaceOfAccount } from '#features/api-keys/api-keys.ts';
import { batchRoutes } from '#features/batches/batches.routes.ts';
import { eventRoutes } from '#features/events/events.routes.ts';
import { incidentRoutes } from '#features/incidents/incidents.routes.ts';
import { invoiceRoutesV3 } from '#features/invoices/v3.routes.ts';
import { invoiceRoutes } from '#features/invoices/invoices.routes.ts';
import { mcpRoutes } from '#features/mcp/mcp.routes.ts';
import { logoRoutes } from '#features/logo/logo.routes.ts';
import { mapTileRoutes } from '#features/map-tiles/map-tiles.routes.ts';
import { pageViewRoutes } from '#features/page-views/page-views.ts';
import { parcelRoutes } from '#features/parcels/parcels.ts';
import { orderRoutes } from '#features/orders/orders.routes.ts';
import { previewRoutes } from '#features/preview/preview.routes.ts';
import { profileRoutes } from '#features/profile/profile.ts';
import { publisherRoutes } from '#features/publisher/publisher.ts';
import { termsRoutes } from '#features/accepted-terms/accepted-terms.routes.ts';
import { reminderRoutes } from '#features/reminders/reminders.routes.ts';
import { documentRoutes } from '#features/documents/documents.routes.ts';
import { draftRoutes } from '#features/drafts/drafts.routes.ts';
import { answerRequestRoutes } from '#features/answer-requests/answer-requests.routes.ts';
import { questionRoutes } from '#features/questions/questions.ts';
import { issuanceRoutes } from '#features/issuance/issuance.routes.ts';
import { statementRoutes } from '#features/statements/statements.routes.ts';
import { statisticsRoutes } from '#features/statistics/statistics.ts';
import { statusRoutes } from '#features/status/status.routes.ts';
import { unsubscribeRoutes } from '#features/unsubscribe/unsubscribe.routes.ts';
import { verificationRoutes } from '#features/verification/verification.routes.ts';
import { vigilanceRoutes } from '#features/vigilance/vigilance.ts';
import { webhookRoutesV3 } from '#features/webhooks/v3.routes.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { callOriginOf, findCaller, rememberTokens } from '#platform/http/auth.ts';
import { answerPartially } from '#platform/http/partial-answers.ts';
import { refuseUnknownQuery } from '#platform/http/query-names.ts';
import type { App } from '#platform/http/app.ts';
import { guardRoutes } from '#platform/http/guard.ts';
import { answerOtherMethods } from '#platform/http/methods.ts';
import { refuseOverload } from '#platform/guards/load-shedding.ts';
import { watchRequests } from '#platform/http/request-log.ts';
import { sendSecurityHeaders } from '#platform/http/security-headers.ts';
import { serveSecurityTxt } from '#platform/http/security-txt.ts';
import { serveWeb } from '#platform/http/web.ts';
import { overloadWatch } from './telemetry.ts';

/** The routes of every slice. */
const ROUTES: ((deps: Deps) => (app: App) => Promise<void>)[] = [
  accountRoutes,
  profileRoutes,
  statisticsRoutes,
  statusRoutes,
  publisherRoutes,
  termsRoutes,
  addressRoutes,
  parcelRoutes,
  previewRoutes,
  mapTileRoutes,
  draftRoutes,
  issuanceRoutes,
  questionRoutes,
  answerRequestRoutes,
  documentRoutes,
  statementRoutes,
  logoRoutes,
  orderRoutes,
  invoiceRoutes,
  reminderRoutes,
  unsubscribeRoutes,
  handoverRoutes,
  verificationRoutes,
  checkRoutes,
  vigilanceRoutes,
  pageViewRoutes,
  incidentRoutes,
  apiKeyRoutes,
  apiV3Routes,
  batchRoutes,
  mcpRoutes,
  eventRoutes,
  invoiceRoutesV3,
  webhookRoutesV3,
];

/** Registers the routes; the caller listens. */
export async function buildApp(
  app: App,
  deps: Deps,
  config: Pick<Config, 'webDir' | 'publicUrl' | 'overloadFactor'>,
): Promise<App> {
  watchRequests(app, deps.telemetry);
  sendSecurityHeaders(app);
  const { accountOf, ...authenticates } = rememberTokens({
    authenticate: createAuthenticate(deps),
    authenticateKey: createAuthenticateKey(deps),
  });
  refuseOverload(app, { factor: config.overloadFactor, accountOf, watch: overloadWatch(deps.telemetry) });
  const resources = guardRoutes(app, {
    ...authenticates,
    spaceOf: (accountId) => spaceOfAccount(deps, accountId),
    throttle: deps.throttle,
    isDevice: (cookies) => isDevice(deps, cookies),
  });
  refuseUnknownQuery(app);
  answerPartially(app);
  await serveApiDocs(app, config);
  rememberFailures(app, deps);
  for (const routes of ROUTES) await app.register(routes(deps));
  serveSecurityTxt(app, deps);
  answerOtherMethods(app, resources);
  await serveWeb(app, deps, config);
  return app;
}

/** The number of an incident, which users quote, leads to the account (`npm run support -- find`). */
function rememberFailures(app: App, deps: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const caller = findCaller(request);
    if (reply.statusCode !== 500 || caller === undefined) return;
    recordEvent(deps, { kind: 'unexpected_failure', account: { id: caller.accountId } }, callOriginOf(request));
  });
}
