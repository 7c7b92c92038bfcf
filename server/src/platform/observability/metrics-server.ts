import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { watchClosing } from '#platform/closing.ts';
import { lacksClientCertificate, readTls, type TlsFiles } from '#platform/security/tls.ts';

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

type Address = { host: string; port: number; tls?: TlsFiles | null };

/**
 * Serves `GET /metrics` on a port for Prometheus only, since it shows sales figures; and `GET /healthz`, a worker's
 * only endpoint. Process metrics are collected only from then on.
 */
export async function serveMetrics(
  { registry, refresh }: { registry: Registry; refresh: () => Promise<void> },
  { host, port, tls = null }: Address,
): Promise<{ server: Server; port: number; close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry });
  const server = listener(tls, (request, response) => {
    if (request.method === 'GET' && request.url === '/healthz') return response.end('vivant');
    if (lacksClientCertificate(tls, request.socket))
      return response.writeHead(403, TEXT).end('A client certificate is required.\n');
    if (request.method !== 'GET' || request.url !== '/metrics')
      return response.writeHead(404, TEXT).end('GET /metrics, GET /healthz.\n');
    return void refresh()
      .then(() => registry.metrics())
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
      .catch(() => response.writeHead(500, TEXT).end('The metrics cannot be read.\n'));
  });
  const closing = watchClosing(server);
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await closing.within(() => new Promise((closed) => server.close(closed)));
    },
  };
}

function listener(tls: TlsFiles | null, answer: RequestListener): Server {
  return tls === null ? createServer(answer) : createSecureServer(readTls(tls), answer);
}
