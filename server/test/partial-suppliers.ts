import { inject } from 'vitest';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';

/** All suppliers unchanged, through a proxy, except the requests that `isDown` names: they get a 503. */
export function startPartialSuppliers(isDown: (url: URL) => boolean | Promise<boolean>): Promise<LocalServer> {
  return startLocalServer(async ({ method, url, headers, body }) => {
    if (await isDown(url)) return { status: 503 };
    const { authorization = '' } = headers;
    const passed = { authorization: String(authorization), 'content-type': 'application/json' };
    const answer = await fetch(inject('simulatorsUrl') + url.pathname + url.search, {
      method,
      headers: passed,
      ...(method === 'POST' && { body }),
    });
    const contentType = answer.headers.get('content-type') ?? '';
    return { status: answer.status, contentType, body: Buffer.from(await answer.arrayBuffer()) };
  });
}
