import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '#recordings.ts';
import type { Simulation, Simulator } from '#simulation.ts';
import { failIfSentinel, sentinelInText } from '#territory/sentinels.ts';
import { searchFiles } from './csv.ts';
import { checkReverse, checkSearch } from './params.ts';
import type { Params } from './params.ts';
import { reverse, reverseParcel } from './reverse.ts';
import { searchAddresses } from './search.ts';

const MAX_PER_SECOND = 50;
const BLOCKED_MS = 5000;
/** The service answers 500, without a body, to one word of sixty equal letters. */
const SIXTY_LETTERS = /(\p{L})\1{59}/u;

/** Géoplateforme, geocoding: `search`, `reverse` and `search/csv`. `completion` and `reverse/csv` are not simulated. */
export const geocoder: Simulator = async (app, simulation) => {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('access-control-allow-origin', '*');
    });
    if (simulation.limits) limitRate(scope);
    searchFiles(scope, simulation);
    scope.get<{ Querystring: Params }>('/geocodage/search', async (request, reply) =>
      search(request, reply, simulation),
    );
    scope.get<{ Querystring: Params }>('/geocodage/reverse', async (request, reply) => {
      const checked = checkReverse(request.query);
      if ('errors' in checked) return refuse(reply, checked.errors);
      const { query } = checked;
      if (simulation.recordings) return simulation.recordings.reverse(...query.point) ?? collection([]);
      const address = query.indexes.includes('address') ? reverse(query) : [];
      return collection([...address, ...(query.indexes.includes('parcel') ? reverseParcel(query.point) : [])]);
    });
  });
};

async function search(
  request: FastifyRequest<{ Querystring: Params }>,
  reply: FastifyReply,
  { recordings }: Simulation,
) {
  const checked = checkSearch(request.query);
  if ('errors' in checked) return refuse(reply, checked.errors);
  const { query } = checked;
  // A sentinel commune of another service is found like any other.
  if (await failIfSentinel('adresses', sentinelInText(query.q), reply)) return reply;
  if (SIXTY_LETTERS.test(query.q)) return reply.code(500).send('');
  if (recordings) return recordings.search(query.q) ?? collection([], query.q);
  return collection(query.indexes.includes('address') ? searchAddresses(query) : [], query.q);
}

function collection(features: Feature[], query?: string): Record<string, unknown> {
  return { type: 'FeatureCollection', features, ...(query !== undefined && { query }) };
}

function refuse(reply: FastifyReply, detail: string[]): FastifyReply {
  return reply.code(400).send({ code: 400, message: 'Failed parsing query', detail });
}

/** Above 50 requests in a second every call of the client is refused for five seconds. */
function limitRate(scope: FastifyInstance): void {
  const clients = new Map<string, { second: number; count: number; blockedUntil: number }>();
  scope.addHook('onRequest', async (request, reply) => {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    const client = clients.get(request.ip) ?? { second, count: 0, blockedUntil: 0 };
    clients.set(request.ip, client);
    client.count = client.second === second ? client.count + 1 : 1;
    client.second = second;
    if (client.count > MAX_PER_SECOND) client.blockedUntil = now + BLOCKED_MS;
    reply.headers({ 'ratelimit-limit': MAX_PER_SECOND, 'x-ratelimit-limit-second': 1 });
    if (now >= client.blockedUntil) return undefined;
    const seconds = Math.ceil((client.blockedUntil - now) / 1000);
    return reply.code(429).header('retry-after', seconds).type('text/html').send('<h1>429 Too Many Requests</h1>');
  });
}
