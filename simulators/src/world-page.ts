import type { FastifyReply } from 'fastify';
import type { Simulator } from '#simulation.ts';
import { CHANGED_ON, playDay, playedDay } from '#territory/world.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `/monde`: the day that the sources play, for those communes that change (README). */
export const worldPage: Simulator = async (app) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/monde', async (_request, reply) => page(reply));
  app.post<{ Body: { jour?: string } | null }>('/monde', async ({ body, headers }, reply) => {
    const day = body?.jour ?? '';
    if (day !== '' && !isDay(day)) return reply.code(400).send({ jour: 'AAAA-MM-JJ' });
    playDay(day === '' ? null : day);
    return headers.accept?.includes('json') ? { jour: playedDay() } : reply.redirect('/monde', 303);
  });
};

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function page(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="fr"><meta charset="utf-8">
<title>Le monde simulé</title><h1>Le monde simulé</h1>
<p>Les sources jouent le ${playedDay()}. Les communes « … -En-Mars » changent le ${CHANGED_ON}.</p>
<form method="post"><label>Jour joué <input type="date" name="jour" value="${playedDay()}"></label>
<button>Jouer ce jour</button></form>
<form method="post"><input type="hidden" name="jour" value=""><button>Suivre l’horloge</button></form></html>`);
}
