import type { Readable } from 'node:stream';
import { legible } from '@clairisque/contract/common/file-name.ts';
import type { FastifyReply } from 'fastify';

export type AnsweredFile = { content: Buffer | Readable | string; type: string; fileName: string };

/** Sends a file that a browser saves under `fileName`, or shows, if `inline`. The only way to send a named file. */
export function sendFile(
  reply: FastifyReply,
  { content, type, fileName, inline = false }: AnsweredFile & { inline?: boolean },
): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; ${namedFile(fileName)}`)
    .send(content);
}

/** Takes back what was said of a file, when something else is sent. */
export function withoutFile(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('content-length').removeHeader('content-type').removeHeader('content-disposition');
}

/**
 * Parameters of RFC 6266: a plain name for old clients, and the real one, encoded (RFC 8187), when they differ. Any
 * string makes a valid header, and a name without a folder: a program that saves the file under it writes nowhere else.
 */
export function namedFile(anyName: string): string {
  const fileName = legible(anyName);
  const plain = fileName.normalize('NFD').replaceAll(/[^\w .,-]/g, '');
  if (plain === fileName) return `filename="${plain}"`;
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
