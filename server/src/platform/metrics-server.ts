import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, type Registry } from 'prom-client';

/**
 * Serves `GET /metrics` on a port that nobody but Prometheus is let in to: it tells how much is sold. Memory, event loop and
 * processor of the process are read only from then on.
 */
export async function serveMetrics(
  { registry, refresh }: { registry: Registry; refresh: () => Promise<void> },
  address: { host: string; port: number },
): Promise<{ port: number; close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    return void refresh()
      .then(() => registry.metrics())
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
      .catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((listening) => server.listen({ ...address }, listening));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
