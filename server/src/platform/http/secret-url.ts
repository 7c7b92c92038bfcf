import type { FastifyReply, FastifyRequest } from 'fastify';

/** The URL is the secret: no index, no referrer, no cache; for refusals too. */
export async function keepSecret(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.headers({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  });
}
