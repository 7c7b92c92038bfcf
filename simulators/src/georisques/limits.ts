import type { FastifyInstance } from 'fastify';

/** Calls a second and client: one for the reports, five for the rest of v1, twenty for v2. The 429 of Kong is a guess. */
const ALLOWED: [path: RegExp, perSecond: number][] = [
  [/\/v1\/(resultats_rapport_risque|rapport_pdf)/, 1],
  [/\/v1\//, 5],
  [/\/v2\//, 20],
];

export function limitRate(app: FastifyInstance): void {
  const calls = new Map<string, { second: number; count: number }>();
  app.addHook('onRequest', async (request, reply) => {
    const rank = ALLOWED.findIndex(([path]) => path.test(request.url));
    const second = Math.floor(Date.now() / 1000);
    const key = `${request.ip} ${rank}`;
    const earlier = calls.get(key);
    const count = earlier?.second === second ? earlier.count + 1 : 1;
    calls.set(key, { second, count });
    if (count <= (ALLOWED[rank]?.[1] ?? Infinity)) return undefined;
    return reply.code(429).send({ message: 'API rate limit exceeded' });
  });
}
