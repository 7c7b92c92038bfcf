import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { watchClosing, type Closing } from '../closing.ts';
import { AppError } from '#platform/app-error.ts';
import { lacksClientCertificate, readTls, type TlsFiles } from '#platform/security/tls.ts';
import { acceptBodies } from './bodies.ts';
import type { App } from './app.ts';
import { answerError } from './errors.ts';
import { createNetworkLimit, type NetworkLimit } from '#platform/guards/network-limit.ts';
import { cutStalledReaders, SERVER_TIMEOUTS } from '#platform/guards/timeouts.ts';
import { compileValidator } from './field-messages.ts';
import { REFUSAL_HEADERS } from './security-headers.ts';
import { standardOutput } from './standard-output.ts';
import { answerUnreadable } from './unreadable-requests.ts';

const SECRETS = ['authorization', 'password', 're_password', 'current_password', 'new_password', 'token', 'uid'];

/**
 * Keys never logged, down to `req.headers.authorization` or `err.body.password`. PostgreSQL repeats the refused row in
 * `err.detail`.
 */
export const LOG_REDACTION = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail'];

/** Linear time, whatever the input: starts a word, and contains one `@`. */
const E_MAIL = /(?<![^\s"'<>(),;:\\@])[^\s"'<>(),;:\\@]+@[^\s"'<>(),;:\\@]+\.[^\s"'<>(),;:\\@.]{2,}/g;

/** Mail servers repeat the refused recipient, PostgreSQL the value: masks e-mails in any line. */
export const maskEmails = (line: string): string => (line.includes('@') ? line.replace(E_MAIL, '[e-mail]') : line);

/** For calls without a body; the others set their own (contract). */
const BODY_LIMIT_BYTES = 16_384;

declare module 'fastify' {
  interface FastifyInstance {
    networkLimit: NetworkLimit;
    closing: Closing;
    /** Base URL of the pages, in refusals of API v3. */
    publicUrl: string;
  }
}

type HttpOptions = {
  logLevel: string;
  trustedProxies: number;
  tls?: TlsFiles | null;
  rateLimitFactor?: number;
  stalledMs?: number;
  publicUrl?: string;
};

/** Fastify with our parsing, both forms of the trailing slash, request ids, and errors in one shape. */
export function createHttp(options: HttpOptions, logTo?: DestinationStream): App {
  const { publicUrl: site = '', trustedProxies } = options;
  const networkLimit = createNetworkLimit({ factor: options.rateLimitFactor ?? 1, trustedProxies, site });
  const lastCalls: LastCalls = new WeakMap();
  const app = Fastify({
    serverFactory: (answer) => rememberCalls(listenerOf(networkLimit, answer, options.tls ?? null), lastCalls),
    logger: options.logLevel === 'silent' ? false : loggerOf(options.logLevel, logTo),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    genReqId: (request) => (options.trustedProxies > 0 && givenId(request)) || randomUUID().slice(0, 8),
    bodyLimit: BODY_LIMIT_BYTES,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    clientErrorHandler: (error, socket) => answerUnreadable(error, { socket, site, url: urlComing(lastCalls, socket) }),
    // URLs that cannot be routed: no hook runs for them, so the headers are set here.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(REFUSAL_HEADERS)),
  }).withTypeProvider<ZodTypeProvider>();
  app.decorate('networkLimit', networkLimit);
  app.decorate('publicUrl', site);
  app.decorate('closing', watchClosing(app.server));
  refuseWithoutCertificate(app, options.tls ?? null);
  refuseTwoHosts(app);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  acceptBodies(app);
  announceJson(app);
  cutStalledReaders(app, options.stalledMs);
  return app;
}

type LastCalls = WeakMap<Socket, IncomingMessage>;

const rememberCalls = (server: Server, calls: LastCalls): Server =>
  server.prependListener('request', (call: IncomingMessage) => calls.set(call.socket, call));

/** The URL of the call whose body is still coming. What comes after a whole call is another one. */
function urlComing(calls: LastCalls, socket: Socket): string {
  const call = calls.get(socket);
  return call === undefined || call.complete ? '' : (call.url ?? '');
}

function listenerOf(limit: NetworkLimit, answer: RequestListener, tls: TlsFiles | null): Server {
  const times = SERVER_TIMEOUTS;
  return limit.createServer(answer, tls === null ? { http: times } : { https: { ...times, ...readTls(tls) } });
}

/** Probes of an orchestrator, which has no client certificate (health.ts). */
const OPEN_WITHOUT_CERTIFICATE = new Set(['/healthz', '/readyz']);

/** Before all other hooks: nothing is read from a caller without a certificate. */
function refuseWithoutCertificate(app: App, tls: TlsFiles | null): void {
  app.addHook('onRequest', async ({ raw, url, log }, reply) => {
    if (OPEN_WITHOUT_CERTIFICATE.has(url) || !lacksClientCertificate(tls, raw.socket)) return;
    log.warn('no valid client certificate: refused');
    await reply.headers(REFUSAL_HEADERS).code(403).send({ detail: 'Certificat de client requis.' });
  });
}

/** RFC 9112, section 3.2: Node keeps the first `Host`, a proxy may have routed by the second. */
function refuseTwoHosts(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('invalid_input', 'Requête malformée.');
  });
}

/** Standard output by default. */
function loggerOf(level: string, logTo: DestinationStream = standardOutput()) {
  return { level, redact: LOG_REDACTION, hooks: { streamWrite: maskEmails }, stream: logTo };
}

/** Takes one line of JSON at a time. */
export type DestinationStream = { write(line: string): void };

/** JSON is UTF-8 by definition: no charset, as Django REST. */
function announceJson(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      void reply.header('content-type', 'application/json');
    }
  });
}

/** The request number set by our own proxy, so that both logs match; a client's is ignored. */
function givenId({ headers }: IncomingMessage): string | null {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,40}$/.test(given) ? given : null;
}
