import * as contract from '@clairisque/contract/logo.ts';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { callerOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { currentLogoUrl, readLogo } from './address.service.ts';
import { createLogoUpload, deleteLogo } from './change.service.ts';

/** The file and the multipart envelope. */
const MAX_BODY_BYTES = contract.LOGO_MAX_BYTES + 65_536;
/** One byte more than accepted, to detect a file that is too large. */
const LIMITS = { fileSize: contract.LOGO_MAX_BYTES + 1, files: 1, fields: 10, parts: 11, headerPairs: 20 };

export const logoRoutes = (deps: Deps) => async (app: App) => {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
  const upload = createLogoUpload(deps);
  app.route({
    ...contract.logo,
    handler: async (request) => ({ logo_url: await currentLogoUrl(deps, callerOf(request).accountId) }),
  });
  app.route({
    ...contract.uploadLogo,
    // A request that announces too many bytes is not read.
    preParsing: async (request, reply, payload) => {
      const announced = Number(request.headers['content-length'] ?? 0);
      return announced > MAX_BODY_BYTES ? reply.status(400).send({ error: contract.LOGO_ERRORS.size }) : payload;
    },
    handler: async (request, reply) => {
      const answer = await upload(callerOf(request).accountId, await receiveFile(request));
      return reply.status('error' in answer ? 400 : 200).send(answer);
    },
  });
  app.route({ ...contract.deleteLogo, handler: (request) => deleteLogo(deps, callerOf(request).accountId) });
  app.route({
    ...contract.logoImage,
    handler: async (request, reply) => {
      const png = await readLogo(deps, request.params.jeton);
      return reply.header('content-type', 'image/png').header('cache-control', 'private, no-store').send(png);
    },
  });
};

/** The bytes of the field `file`, cut one byte above the limit; null without a file, or for an unreadable form. */
async function receiveFile(request: FastifyRequest): Promise<Buffer | null> {
  if (!request.isMultipart()) return null;
  try {
    const part = await request.file();
    if (part === undefined || part.fieldname !== 'file') return null;
    const chunks: Buffer[] = [];
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      if (part.file.truncated) {
        stopParsing(request);
        break;
      }
    }
    return Buffer.concat(chunks);
  } catch {
    stopParsing(request);
    return null;
  }
}

/**
 * Discards the rest; the response does not wait for it. Beyond a limit busboy would go on parsing: 300,000 empty parts,
 * each a stream, take a processor for a second.
 */
function stopParsing({ raw }: FastifyRequest): void {
  raw.unpipe().resume();
}
