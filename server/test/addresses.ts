import { buildApp } from '../src/wiring/app.ts';
import type { Deps } from '../src/deps.ts';
import { createHttp } from '../src/platform/http/fastify.ts';
import type { App } from '../src/platform/http/app.ts';

/**
 * Every URL of the API, `GET /api/v2/users/me/`, except those that only refuse or describe a method. `add` registers
 * more.
 */
export async function servedAddresses(deps: Deps, add: (app: App) => unknown = () => undefined): Promise<string[]> {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  const found: string[] = [];
  app.addHook('onRoute', ({ method, url, handler }) => {
    if (handler.name === 'refuseMethod') return;
    for (const one of [method].flat()) if (one !== 'OPTIONS' && one !== 'HEAD') found.push(`${one} ${url}`);
  });
  await buildApp(app, deps, { webDir: null, publicUrl: deps.publicUrl, overloadFactor: 1 });
  add(app);
  await app.close();
  return found;
}
