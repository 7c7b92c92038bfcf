import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzipSync, gzip, gzipSync } from 'node:zlib';
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
  /** JSON lines, one per exchange; null without exchanges. */
  lines(): string | null;
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
    lines: () => (exchanges.length === 0 ? null : linesOf(exchanges)),
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

export const linesOf = (values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Copied to its exact size: zlib's buffer has 16 kB, which a cache of small packs would retain. */
export function packLines(lines: string): Buffer {
  const packed = gzipSync(lines, SMALL);
  const own = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(own);
  return own;
}

/** Lines and packs in that order, as packs: a compressor for each few lines would cost more than all the rest. */
export async function packTogether(parts: readonly (string | Buffer)[]): Promise<Buffer> {
  const packs: Promise<Buffer>[] = [];
  let lines = '';
  const flush = (): void => {
    if (lines !== '') packs.push(promisify(gzip)(lines, { level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES }));
    lines = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      lines += part;
      continue;
    }
    flush();
    packs.push(Promise.resolve(part));
  }
  flush();
  return Buffer.concat(await Promise.all(packs));
}

const CHUNK_BYTES = 65_536;

/** The values of concatenated packs. Throws for other bytes. */
export const unpackLines = (bytes: Uint8Array): unknown[] =>
  gunzipSync(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
