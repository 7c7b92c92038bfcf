import { MOST_FILE_BYTES } from '@clairisque/contract/batches.v3.ts';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { unsupportedMediaType } from '#platform/http/bodies.ts';
import type { App } from '#platform/http/app.ts';
import { fileTooLarge, receiveFile } from './file.service.ts';

/** Routes of this plugin receive a CSV as it arrives. */
export function acceptFiles(app: App): void {
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
}

/** The file of a request. One that announces too many bytes is not read. Throws `too_large`, `unsupported_media_type`. */
export async function fileIn({ body, headers }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof Readable)) throw unsupportedMediaType(headers['content-type'] ?? '');
  if (Number(headers['content-length'] ?? 0) > MOST_FILE_BYTES) throw fileTooLarge();
  return receiveFile(body);
}
