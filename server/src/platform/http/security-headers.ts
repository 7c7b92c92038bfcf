import type { App } from './fastify.ts';

/**
 * One origin for all that the browser needs; no inline script, no foreign one (decision A4). Trusted Types guard the DOM sinks; the only
 * policy is the application's `default` one, which lets the map's worker be loaded from this origin.
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

export function sendSecurityHeaders(app: App): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=()',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });
}
