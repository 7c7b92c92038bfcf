import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHttpClient } from '#platform/suppliers/http-client.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

/**
 * The modules that reach outside, and with which API: no other may, and each only uses configured URLs. Except for
 * webhooks, no caller's text names a host (SSRF): a place is a pair of numbers, a document a key, a payment page an id.
 */
const SPEAKERS: Record<string, string[]> = {
  'adapters/files/files-s3.ts': ['@aws-sdk/client-s3'],
  'adapters/mail.ts': ['nodemailer'],
  'adapters/payments/stripe.ts': ['stripe'],
  'platform/suppliers/http-client.ts': ['undici'],
  // The only one whose URLs are users' (0093): resolves and checks each address itself.
  'adapters/webhooks.ts': ['node:dns/promises', 'node:net', 'undici'],
  'platform/observability/tracing-export.ts': ['@opentelemetry/exporter-trace-otlp-http'],
  // Read addresses as text, open none.
  'config/require-tls.ts': ['node:net'],
  'platform/guards/rate-limit.ts': ['node:net'],
  // These only listen: no outgoing call.
  'platform/http/unreadable-requests.ts': ['node:http'],
  'platform/guards/network-limit.ts': ['node:http', 'node:https'],
  'platform/observability/metrics-server.ts': ['node:http', 'node:https'],
  'platform/security/tls.ts': ['node:tls'],
  'wiring/commands.ts': ['node:tls'],
};
const WORDS =
  /(?:from|import\()\s*'(undici|nodemailer|stripe|@aws-sdk\/[\w-]+|@opentelemetry\/exporter[\w-]*|node:(?:https?|http2|net|tls|dgram|dns)(?:\/\w+)?|axios|got|ws)'|\b(fetch|XMLHttpRequest|WebSocket|EventSource)\(/g;

const LIMITS = {
  timeoutMs: 1_000,
  totalMs: 1_000,
  attempts: 1,
  perSecond: 100,
  maxBytes: 100,
  retryDelayMs: 1,
  breakMs: 1,
};

const SOURCES = join(import.meta.dirname, '../..');

it('only these files call outside services', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', 'tools/**'] });
  const found = files.flatMap((file) => {
    // Ignores types and comments.
    const text = readFileSync(join(SOURCES, file), 'utf8').replaceAll(/^import type .*$|^\s*(?:\*|\/[*/]).*$/gm, '');
    const words = [...text.matchAll(WORDS)].map(([, module, global]) => module ?? global ?? '');
    const isTyped = (word: string): boolean => new RegExp(`typeof import\\('${word}'\\)`).test(text);
    const spoken = [...new Set(words)].filter((word) => !isTyped(word) || SPEAKERS[file]?.includes(word));
    return spoken.length === 0 ? [] : [[file.replaceAll('\\', '/'), spoken] as const];
  });
  const allowed = Object.entries(SPEAKERS);
  for (const [file, words] of found)
    expect([file, words]).toEqual([file, allowed.find(([name]) => name === file)?.[1]]);
});

it('a supplier’s redirect → refused, never followed', async () => {
  let asked = 0;
  const elsewhere = await listening(createServer((_, answer) => answer.end(String((asked += 1)))));
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://127.0.0.1:${portOf(elsewhere)}/latest/meta-data/`;
    const supplier = await listening(createServer((_, answer) => answer.writeHead(status, { location }).end()));
    const client = createHttpClient({
      service: 'essai',
      baseUrl: `http://127.0.0.1:${portOf(supplier)}`,
      limits: LIMITS,
    });
    await expect(client.send({ path: '/a' })).rejects.toThrow(SupplierFailure);
    supplier.close();
  }
  expect(asked).toBe(0);
  elsewhere.close();
});

it('a path that would change the host → never sent', async () => {
  const client = createHttpClient({ service: 'essai', baseUrl: 'http://127.0.0.1:1', limits: LIMITS });
  await expect(client.send({ path: '@127.0.0.1:2/' })).rejects.toThrow('not a path');
});

function listening(server: Server): Promise<Server> {
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
