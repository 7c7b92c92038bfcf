import type { Simulator } from '#simulation.ts';
import { BadRequest } from './place.ts';
import { v1 } from './v1.ts';
import { v2 } from './v2.ts';
import type { FastifyInstance } from 'fastify';
import { NOT_RECORDED } from '#recordings.ts';
import type { Simulation } from '#simulation.ts';
import { specimenPdf } from './specimen-pdf.ts';

/** Géorisques, `/georisques/api/v1/…` and `/georisques/api/v2/…`, and the PDF of its site, `/georisques/fiches/…`. */
export const georisques: Simulator = async (app, simulation) => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadRequest) return reply.code(400).send({ code: 400, message: error.message });
    throw error;
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  if (simulation.limits) limitRate(app);
  fiches(app, simulation);
  await app.register(async (scope) => v1(scope, simulation));
  await app.register(async (scope) => v2(scope, simulation));
};

const TITLES: Record<string, string> = {
  'sismique.pdf': 'Fiche d information sur le risque sismique',
  'radon.pdf': 'Fiche d information sur le radon',
};

/** Information sheets of the State, as PDFs of its site: invented, and marked so. */
function fiches(app: FastifyInstance, { recordings }: Simulation): void {
  const send = (title: string | undefined) =>
    recordings === null && title !== undefined ? specimenFiche(title) : null;
  app.get<{ Params: { name: string } }>('/georisques/fiches/:name', async ({ params }, reply) => {
    const pdf = send(TITLES[params.name]);
    return pdf ? reply.type('application/pdf').send(pdf) : reply.code(404).send(NOT_RECORDED);
  });
  app.get<{ Params: { name: string } }>('/georisques/sites/default/files/old/:name', async ({ params }, reply) => {
    const [, departement] = /^fiche_OLD_(\w{2,3})\.pdf$/.exec(params.name) ?? [];
    const pdf = send(departement && `Fiche d information sur le debroussaillement - departement ${departement}`);
    return pdf ? reply.type('application/pdf').send(pdf) : reply.code(404).send(NOT_RECORDED);
  });
}

const specimenFiche = (title: string): Buffer =>
  specimenPdf([
    { lines: [title, '', 'Page 1 : ce que ce risque signifie.', 'Texte invente pour cet exemple.'] },
    { lines: [title, '', 'Page 2 : ce que chacun peut faire.', 'Texte invente pour cet exemple.'] },
  ]);

/** Calls a second and client: one for the reports, five for the rest of v1, twenty for v2. The 429 of Kong is a guess. */
const ALLOWED: [path: RegExp, perSecond: number][] = [
  [/\/v1\/(resultats_rapport_risque|rapport_pdf)/, 1],
  [/\/v1\//, 5],
  [/\/v2\//, 20],
];

function limitRate(app: FastifyInstance): void {
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
