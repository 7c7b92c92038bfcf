import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { AppError } from '#platform/app-error.ts';
import { withoutFile } from './file-answer.ts';
import { isV3, problemOf } from './problems.ts';

/** Rows `first` to `last` of a list, both included, counted from 0. */
export type ItemsRange = { first: number; last: number };

/**
 * Reads the header `Range: items=0-199` for a list of `total` rows (RFC 9110 §14.1.2). Null when it must be ignored:
 * absent, malformed, another unit, several ranges, an empty list. « beyond » when it contains no row: the response is a
 * 416.
 */
export function readItemsRange(header: string | undefined, total: number): ItemsRange | 'beyond' | null {
  const match = /^items=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header ?? '');
  if (match === null || total === 0) return null;
  const [, from, to, lastOnes] = match;
  const first = lastOnes === undefined ? Number(from) : Math.max(0, total - Number(lastOnes));
  const last = to ? Number(to) : total - 1;
  if (to && last < first) return null;
  return first >= total ? 'beyond' : { first, last: Math.min(last, total - 1) };
}

type File = Buffer | Readable;

/**
 * Gives each file of API v3 its `ETag`, answers 304 to who has it, and one range of its bytes (RFC 9110). A stream takes
 * part when its route set `etag` and `content-length`.
 */
export function answerPartially(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isV3(request.url) || reply.statusCode !== 200 || !isFile(payload)) return payload;
    const etag = etagOf(reply, payload);
    const length = lengthOf(reply, payload);
    if (etag === null || Number.isNaN(length)) return payload;
    void reply.headers({ etag, 'accept-ranges': 'bytes' });
    return isKnown(request.headers['if-none-match'], etag)
      ? notModified(reply, payload)
      : asked(request, reply, { payload, etag, length });
  });
}

/** The headers alone, the whole file, or the range asked for. */
function asked(request: FastifyRequest, reply: FastifyReply, file: { payload: File; etag: string; length: number }) {
  const { payload, length } = file;
  if (request.method === 'HEAD') return headOf(reply, payload, length);
  const range = rangeIn(request, file);
  if (range === null) return payload;
  return range === 'beyond' ? beyond(request, reply, file) : part(reply, payload, { ...range, length });
}

const isFile = (payload: unknown): payload is File => Buffer.isBuffer(payload) || payload instanceof Readable;

function etagOf(reply: FastifyReply, payload: File): string | null {
  const given = reply.getHeader('etag');
  if (typeof given === 'string') return given;
  return Buffer.isBuffer(payload) ? `"${hash('sha256', payload, 'base64url')}"` : null;
}

const lengthOf = (reply: FastifyReply, payload: File): number =>
  Buffer.isBuffer(payload) ? payload.length : Number(reply.getHeader('content-length') ?? NaN);

/** Weakly compared, as RFC 9110 wants. */
function isKnown(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

function notModified(reply: FastifyReply, payload: File): string {
  drop(payload);
  void withoutFile(reply.code(304));
  return '';
}

/** The files of an archive are not read for its length. */
function headOf(reply: FastifyReply, payload: File, length: number): File {
  if (Buffer.isBuffer(payload)) return payload;
  drop(payload);
  void reply.header('content-length', length);
  return Readable.from([]);
}

type Range = { first: number; last: number };

/** The only range asked for; null for none, for several, and for what cannot be read: the whole file is the answer. */
function rangeIn({ headers }: FastifyRequest, file: { etag: string; length: number }): Range | 'beyond' | null {
  const { range = '', 'if-range': ifRange = file.etag } = headers;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (ifRange !== file.etag || from + to === '') return null;
  return from === '' ? endOf(file, Number(to)) : within(file, Number(from), to === '' ? file.length - 1 : Number(to));
}

const endOf = ({ length }: { length: number }, bytes: number): Range | 'beyond' =>
  Math.min(bytes, length) === 0 ? 'beyond' : { first: Math.max(0, length - bytes), last: length - 1 };

function within({ length }: { length: number }, first: number, last: number): Range | 'beyond' | null {
  if (first >= length) return 'beyond';
  return last < first ? null : { first, last: Math.min(last, length - 1) };
}

function beyond(
  request: FastifyRequest,
  reply: FastifyReply,
  { payload, length }: { payload: File; length: number },
): string {
  drop(payload);
  const refusal = new AppError('range_not_satisfiable', `Ce fichier a ${length}\u00A0octets.`);
  const origin = {
    site: request.server.publicUrl,
    instance: request.url.replace(/\?.*/s, ''),
    requestId: request.id,
  };
  void withoutFile(reply.code(416))
    .removeHeader('etag')
    .headers({ 'content-range': `bytes */${length}`, 'content-type': 'application/problem+json' });
  return JSON.stringify(problemOf(refusal, origin));
}

function part(reply: FastifyReply, payload: File, { first, last, length }: Range & { length: number }): File {
  void reply
    .code(206)
    .headers({ 'content-range': `bytes ${first}-${last}/${length}`, 'content-length': last - first + 1 });
  return Buffer.isBuffer(payload) ? payload.subarray(first, last + 1) : Readable.from(between(payload, first, last));
}

/** Bytes before the part are read and dropped; bytes after it are not read. */
async function* between(stream: Readable, first: number, last: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const from = Math.max(0, first - at);
    const to = Math.min(chunk.length, last + 1 - at);
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.length;
    if (at > last) return;
  }
}

function drop(payload: File): void {
  if (!Buffer.isBuffer(payload)) payload.destroy();
}
