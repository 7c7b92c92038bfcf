import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';

/**
 * One origin for all that the browser needs; no inline script, no third-party one. Trusted Types guard the DOM sinks;
 * the only policy is the application's `default` one, which lets the map's worker be loaded from this origin.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Device features that the site never uses. */
const UNUSED_FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb xr-spatial-tracking'.split(
    ' ',
  );

/** Sent with every response, whatever its source (`security-headers.test.ts` grades them). */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // Two years; without `preload`, which the owner of the domain may add once all subdomains have TLS (decision 0028).
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

/** JSON is for programs: a browser that opens it saves it instead of guessing (ASVS 14.4.2). */
const AS_FILE = 'attachment; filename="api.json"';

/** For a JSON refusal before any hook: the request could not be read. */
export const REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'cache-control': 'private, no-store',
  'content-disposition': AS_FILE,
};

export function sendSecurityHeaders(app: App): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(SECURITY_HEADERS));
  app.addHook('onSend', async (request, reply) => {
    setCacheControl(request, reply);
    sendJsonAsFile(request, reply);
  });
}

/**
 * Default caching of the API: no copy of a caller's data, of a refusal, or of what a call made, such as a session's
 * token; public reads are revalidated.
 */
function setCacheControl(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.hasHeader('cache-control')) return;
  const { access } = request.routeOptions.config;
  if (access === undefined && reply.statusCode < 400) return;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isOpen = access !== 'required' && isRead && reply.statusCode < 400;
  void reply.header('cache-control', isOpen ? 'no-cache' : 'private, no-store');
}

/**
 * A page load by a browser that supports `nosniff`: shows the sentence of a refusal, such as an expired link, as text.
 */
function sendJsonAsFile({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['sec-fetch-mode'] === 'navigate') return;
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  if (isJson && !reply.hasHeader('content-disposition')) void reply.header('content-disposition', AS_FILE);
}

/** The URL is the secret: no index, no referrer, no cache; for refusals too. */
export async function keepSecret(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.headers({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  });
}
