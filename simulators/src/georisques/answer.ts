import type { FastifyInstance, FastifyReply } from 'fastify';
import { NOT_RECORDED } from '#recordings.ts';
import type { Simulation } from '#simulation.ts';
import { failIfSentinel, sentinelByInsee } from '#territory/sentinels.ts';
import { isSilent } from '#territory/world.ts';
import { text, type AskedPlace, type Query } from './place.ts';

const UNAVAILABLE = '<h1>503 Service Unavailable</h1>';

type Question = {
  version: 'v1' | 'v2';
  path: string;
  /** @throws BadRequest */
  place(query: Query): AskedPlace;
  /** The body, or the reply once it is sent. */
  answer(asked: AskedPlace, query: Query, reply: FastifyReply): unknown;
};

async function isFailing(path: string, communes: readonly string[], reply: FastifyReply): Promise<boolean> {
  const sentinel = communes.map(sentinelByInsee).find((found) => found !== null) ?? null;
  if (await failIfSentinel('georisques', sentinel, reply)) return true;
  if (path !== 'radon' || !communes.some(isSilent)) return false;
  await reply.code(503).type('text/html').send(UNAVAILABLE);
  return true;
}

/**
 * One GET of Géorisques: reads the place, simulates its sentinel, returns the recorded answer, else the synthetic one.
 */
export function asks(app: FastifyInstance, simulation: Simulation, question: Question): void {
  const { version, path } = question;
  app.get<{ Querystring: Query }>(`/georisques/api/${version}/${path}`, async ({ query }, reply) => {
    const asked = question.place(query);
    const communes = asked.communes.map(({ insee }) => insee);
    if (await isFailing(path, communes, reply)) return reply;
    if (!simulation.recordings) return question.answer(asked, query, reply);
    const page = version === 'v1' ? Number(text(query['page']) ?? 1) : Number(text(query['pageNumber']) ?? 0) + 1;
    const insee = asked.codes.length > 0 ? asked.codes : communes;
    const held = simulation.recordings.georisques(`${version}/${path}`, { at: asked.points[0] ?? null, insee, page });
    return held ?? reply.code(404).send(NOT_RECORDED);
  });
}
