import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import type { Clock } from '#platform/clock.ts';
import type { HttpAnswer, HttpClient, HttpRequest } from './http-client.ts';

/** Maximum for the bodies of one question, usually about ten kilobytes. Beyond it, only a body's digest is stored. */
const MOST_BYTES = 4_000_000;

/** A request to a supplier and its raw response. Without headers, which contain our token. */
export type Exchange = {
  /** ISO instant UTC. */
  at: string;
  service: string;
  url: string;
  /** JSON body of a POST; absent for a GET. */
  sent?: unknown;
  status: number;
  contentType: string;
  bytes: number;
  sha256: string;
  /** Null for a binary (PDF) or long body: `sha256` identifies it. */
  body: string | null;
};

/** Records the exchanges of its clients. */
export type Recorder = {
  over(http: HttpClient): HttpClient;
  /** Gzipped JSON lines, one per exchange; null without exchanges. Packs can be concatenated. */
  pack(): Buffer | null;
};

export function createRecorder(clock: Clock): Recorder {
  const exchanges: Exchange[] = [];
  let room = MOST_BYTES;
  return {
    over: (http) => ({
      service: http.service,
      async send(request) {
        const answer = await http.send(request);
        const exchange = { at: clock().toISOString(), service: http.service, ...read(request, answer, room) };
        if (exchange.body !== null) room -= exchange.bytes;
        exchanges.push(exchange);
        return answer;
      },
    }),
    pack: () => (exchanges.length === 0 ? null : packLines(exchanges)),
  };
}

function read({ json }: HttpRequest, answer: HttpAnswer, room: number): Omit<Exchange, 'at' | 'service'> {
  const { status, contentType, bytes } = answer;
  const isKept = bytes.length <= room && isUtf8(bytes) && !contentType.includes('pdf');
  return {
    url: withoutUser(answer.url),
    ...(json === undefined ? {} : { sent: json }),
    status,
    contentType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    body: isKept ? bytes.toString('utf8') : null,
  };
}

function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** A window of 8 kB: with the default one, the memory of the compressor costs more than compressing a small answer. */
const SMALL = { level: constants.Z_BEST_SPEED, windowBits: 13, memLevel: 6 };

/** Copied to its exact size: zlib's buffer has 16 kB, which a cache of small packs would retain. */
export function packLines(values: unknown[]): Buffer {
  const packed = gzipSync(values.map((value) => `${JSON.stringify(value)}\n`).join(''), SMALL);
  const own = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(own);
  return own;
}

/** The values of concatenated packs. Throws for other bytes. */
export const unpackLines = (bytes: Uint8Array): unknown[] =>
  gunzipSync(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
