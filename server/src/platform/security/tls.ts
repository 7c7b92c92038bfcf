import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, TLSSocket, type Server } from 'node:tls';
import type { Metrics } from '#platform/observability/metrics.ts';

/** Paths of PEM files: the certificate chain, its key, and the authority of client certificates. */
export type TlsFiles = { certFile: string; keyFile: string; clientCaFile: string | null };

const LOOK_EVERY_MS = 60_000;
/** As for headers; Node's default is two minutes. */
const HANDSHAKE_WITHIN_MS = 10_000;

/**
 * TLS options of a listener. A client without a certificate is accepted, and limited by `lacksClientCertificate`: an
 * orchestrator's probe has none. Throws when a file cannot be read, or when the key does not match the certificate.
 */
export function readTls({ certFile, keyFile, clientCaFile }: TlsFiles) {
  const read = (file: string): string => readFileSync(file, 'utf8');
  const shown = { cert: read(certFile), key: read(keyFile), ...(clientCaFile !== null && { ca: read(clientCaFile) }) };
  createSecureContext(shown);
  return {
    ...shown,
    minVersion: 'TLSv1.2' as const,
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    requestCert: clientCaFile !== null,
    rejectUnauthorized: false,
  };
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

/**
 * Reloads changed files periodically: new connections use them, open ones go on. A half-written or wrong pair is
 * logged, counted by a metric and ignored until the next check. Returns a function that stops it.
 */
export function renewTls({ files, servers, metrics, log }: Renewed, everyMs = LOOK_EVERY_MS): () => void {
  let shown = '';
  let refused = '';
  const look = (): void => {
    const found = readTls(files);
    const text = JSON.stringify(found);
    if (text !== shown) {
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
      why = String(error);
    }
    metrics.certificateRefused.set(why === '' ? 0 : 1);
    if (why !== '' && why !== refused) log.error({ why }, 'certificate not taken: the former one is still shown');
    refused = why;
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return () => clearInterval(timer);
}
