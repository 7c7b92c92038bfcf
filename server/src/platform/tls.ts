import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, TLSSocket, type Server } from 'node:tls';
import type { Metrics } from './metrics.ts';

/** Paths of PEM files: a certificate with those between it and its authority, its key, and who must have signed a caller's. */
export type TlsFiles = { certFile: string; keyFile: string; clientCaFile: string | null };

const LOOK_EVERY_MS = 60_000;
/** As long as a caller has for its headers; Node would wait two minutes. */
const HANDSHAKE_WITHIN_MS = 10_000;

/**
 * What a listener shows, and whom it asks for a certificate. Who shows none is let in as far as `isStranger`: an orchestrator's
 * probe has none to show. Throws when a file cannot be read, or when the key is not the certificate's.
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

/** Whether that caller was to show a certificate of `clientCaFile`, for clients and still valid, and did not. */
export function isStranger(tls: TlsFiles | null, socket: unknown): boolean {
  return tls !== null && tls.clientCaFile !== null && !(socket instanceof TLSSocket && socket.authorized);
}

type Renewed = {
  files: TlsFiles;
  servers: Server[];
  metrics: Pick<Metrics, 'certificateEnds' | 'certificateRefused'>;
  log: { info(line: object, text: string): void; error(line: object, text: string): void };
};

/**
 * Looks at the files now and again, and gives what is new to the servers: calls that come shake hands with it, those under way go on. A
 * pair that is half written or wrong is left, said in the log and by a metric; what was shown is shown until the next look.
 * Answers how to stop.
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
      log.info({ subject, validTo }, 'certificate shown');
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
