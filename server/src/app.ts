import type { Config } from '#config.ts';
import type { Deps } from '#deps.ts';
import { accountRoutes } from '#features/accounts/accounts.routes.ts';
import { authenticate } from '#features/accounts/accounts.ts';
import { addressRoutes } from '#features/addresses/addresses.routes.ts';
import { mapTileRoutes } from '#features/map-tiles/map-tiles.routes.ts';
import { parcelRoutes } from '#features/parcels/parcels.routes.ts';
import { profileRoutes } from '#features/profile/profile.routes.ts';
import { statementRoutes } from '#features/statements/statements.routes.ts';
import { statisticsRoutes } from '#features/statistics/statistics.routes.ts';
import { requireTokens } from '#platform/http/auth.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { answerErrors } from '#platform/http/errors.ts';
import type { App } from '#platform/http/fastify.ts';
import { sendSecurityHeaders } from '#platform/http/security-headers.ts';
import { serveWeb } from '#platform/http/web.ts';

/** Gives the application its routes; the caller listens. */
export async function buildApp(app: App, deps: Deps, config: Pick<Config, 'webDir' | 'publicUrl'>): Promise<App> {
  sendSecurityHeaders(app);
  answerErrors(app);
  requireTokens(app, (token) => authenticate(deps, token));
  await serveApiDocs(app, config.publicUrl);
  await app.register(accountRoutes(deps));
  await app.register(profileRoutes(deps));
  await app.register(statisticsRoutes(deps));
  await app.register(addressRoutes(deps));
  await app.register(parcelRoutes(deps));
  await app.register(mapTileRoutes(deps));
  await app.register(statementRoutes(deps));
  await serveWeb(app, config.webDir);
  return app;
}
