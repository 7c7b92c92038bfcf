import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, TLSSocket, type Server } from 'node:tls';
import { failureOf, Mistake } from '#platform/mistake.ts';
import type { Metrics } from '#platform/observability/metrics.ts';

/** Paths of PEM files: the certificate chain, its key, and the authority of client certificates. */
export type TlsFiles = { certFile: string; keyFile: string; clientCaFile: string | null };

const LOOK_EVERY_MS = 60_000;
/** Headers have this limit too; Node's default is two minutes. */
const HANDSHAKE_WITHIN_MS = 10_000;

/**
 * TLS options of a listener. A client without a certificate is accepted, and limited by `lacksClientCertificate`: an
 * orchestrator's probe has none. Throws a `Mistake` when a file cannot be read, or when the key
 * does not match the certificate.
 */
export function readTls({ certFile, keyFile, clientCaFile }: TlsFiles) {
  const shown = {
    cert: pem('TLS_CERT_FILE', certFile),
    key: pem('TLS_KEY_FILE', keyFile),
    ...(clientCaFile !== null && { ca: pem('TLS_CLIENT_CA_FILE', clientCaFile) }),
  };
  requirePair(shown);
  return {
    ...shown,
    minVersion: 'TLSv1.2' as const,
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    requestCert: clientCaFile !== null,
    rejectUnauthorized: false,
  };
}

type Variable = 'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'TLS_CLIENT_CA_FILE';

function pem(name: Variable, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Mistake(`${name}: ${file} cannot be read (${failureOf(error).code})`);
  }
}

function requirePair({ cert, key, ca }: { cert: string; key: string; ca?: string }): void {
  const attempt = (sentence: string, use: () => unknown): void => {
    try {
      use();
    } catch (error) {
      throw new Mistake(sentence, { cause: error });
    }
  };
  attempt('TLS_CERT_FILE: no certificate in PEM format', () => new X509Certificate(cert));
  attempt('TLS_KEY_FILE: no private key in PEM format', () => createPrivateKey(key));
  if (ca !== undefined) attempt('TLS_CLIENT_CA_FILE: no certificate in PEM format', () => new X509Certificate(ca));
  attempt('TLS_KEY_FILE: not the key of the certificate of TLS_CERT_FILE', () => createSecureContext({ cert, key }));
}

/** Whether that client lacks a valid client certificate of `clientCaFile`. */
export function lacksClientCertificate(tls: TlsFiles | null, socket: unknown): boolean {
  return tls !== null && tls.clientCaFile !== null && !(socket instanceof TLSSocket && socket.authorized);
}

type Renewed = {
  files: TlsFiles;
  servers: Server[];
  metrics: Pick<Metrics, 'certificateEnds' | 'certificateRefused'>;
  log: { info(line: object, text: string): void; error(line: object, text: string): void };
};

/** A valid one must not be replaced by one that no caller accepts. */
function refuseExpired(cert: string): void {
  const { validFrom, validTo } = new X509Certificate(cert);
  const now = Date.now();
  if (Date.parse(validTo) <= now) throw new Mistake(`TLS_CERT_FILE: the new certificate expired on ${validTo}`);
  if (Date.parse(validFrom) > now) throw new Mistake(`TLS_CERT_FILE: the new certificate begins on ${validFrom}`);
}

/**
 * Reloads changed files periodically: new connections use them, open ones go on. A half-written, wrong or expired pair
 * is logged, counted by a metric and ignored until the next check. Returns a function that stops it.
 */
export function renewTls({ files, servers, metrics, log }: Renewed, everyMs = LOOK_EVERY_MS): () => void {
  let shown = '';
  let refused = '';
  const look = (): void => {
    const found = readTls(files);
    const text = JSON.stringify(found);
    if (text !== shown) {
      if (shown !== '') refuseExpired(found.cert);
      for (const server of servers) server.setSecureContext(found);
      const { validTo, subject } = new X509Certificate(found.cert);
      metrics.certificateEnds.set(Date.parse(validTo) / 1_000);
      log.info({ subject, validTo }, 'certificate loaded');
    }
    shown = text;
  };
  const turn = (): void => {
    let why = '';
    try {
      look();
    } catch (error) {
      why = error instanceof Mistake ? error.message : String(error);
    }
    metrics.certificateRefused.set(why === '' ? 0 : 1);
    if (why !== '' && why !== refused) log.error({ why }, 'certificate not taken: the former one is still shown');
    refused = why;
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return () => clearInterval(timer);
}
