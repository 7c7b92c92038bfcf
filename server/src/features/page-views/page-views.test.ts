import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createTestApp, type TestApp } from '#test/app.ts';
import { forgetOldViews, forwardViews } from './page-views.ts';

type Received = { url: string; agent: string | undefined; requests: string[] };
let app: TestApp;
let matomo: Server;
let received: Received[] = [];
let answer = { status: 200, body: '{"status":"success","tracked":1,"invalid":0}' };

beforeAll(async () => {
  matomo = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { requests } = JSON.parse(Buffer.concat(chunks).toString()) as { requests: string[] };
      received.push({ url: request.url ?? '', agent: request.headers['user-agent'], requests });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((done) => matomo.listen(0, '127.0.0.1', done));
  const { port } = matomo.address() as AddressInfo;
  const env = { MATOMO_URL: `http://127.0.0.1:${port}/stats/`, MATOMO_SITE_ID: '7', PUBLIC_URL: 'https://exemple.fr' };
  app = await createTestApp({ env });
});
afterAll(async () => {
  await app.close();
  matomo.close();
});

const show = (chemin: string, at: string, titre?: string) => {
  app.deps.clock = () => new Date(at);
  return call(app, ['POST', '/api/v2/audience/'], { body: { chemin, titre } });
};
const counted = () =>
  app.database.db
    .selectFrom('page_view')
    .select(['day', 'path', 'title', 'views'])
    .orderBy('day')
    .orderBy('path')
    .execute();

it('one count per Paris day and page, with the title of the site’s document; nothing about visitors', async () => {
  expect(await show('/Tarifs', '2026-11-20T22:59:59Z')).toMatchObject({ status: 204, body: '' });
  await show('/Tarifs/', '2026-11-20T22:59:59Z');
  await show('/', '2026-11-20T23:00:00Z', 'L’état des risques de votre bien — Clairisque');
  // The wizard's second step, under the first one's address.
  await show('/realisation_erp', '2026-11-20T23:00:00Z', 'Récapitulatif de votre Etat des Risques — Clairisque');
  await show('/AboutUs', '2026-11-20T23:00:00Z', 'Achetez ailleurs — Clairisque');
  await show('/myspace/?tab=credits-tabs-simple', '2026-11-20T23:00:00Z');
  expect(await counted()).toEqual([
    { day: '2026-11-20', path: '/Tarifs', title: 'Tarifs', views: 2 },
    { day: '2026-11-21', path: '/', title: 'L’état des risques de votre bien', views: 1 },
    { day: '2026-11-21', path: '/AboutUs', title: 'À propos', views: 1 },
    { day: '2026-11-21', path: '/myspace?tab=credits-tabs-simple', title: 'Mon espace', views: 1 },
    {
      day: '2026-11-21',
      path: '/realisation_erp',
      title: 'Récapitulatif de votre Etat des Risques',
      views: 1,
    },
  ]);
});

it.each([
  { chemin: 'https://ailleurs.fr/' },
  { chemin: `/${'x'.repeat(200)}` },
  { chemin: '/', titre: 'x'.repeat(201) },
  {},
])('refused: %j', async (body) => {
  expect((await call(app, ['POST', '/api/v2/audience/'], { body })).status).toBe(400);
});

it('each view reaches Matomo once, without visitor or address; failed ones wait', async () => {
  answer = { status: 503, body: '{}' };
  await forwardViews(app.deps);
  answer = { status: 200, body: '{"status":"success","tracked":6,"invalid":0}' };
  received = [];
  await forwardViews(app.deps);
  await forwardViews(app.deps);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ url: '/stats/matomo.php', agent: 'Clairisque/1.0 (+https://clairisque.fr)' });
  const sent = received[0]?.requests.map((one) => Object.fromEntries(new URLSearchParams(one))) ?? [];
  const common = { idsite: '7', rec: '1', bots: '1' };
  expect(sent).toEqual([
    { ...common, url: 'https://exemple.fr/Tarifs', action_name: 'Tarifs' },
    { ...common, url: 'https://exemple.fr/Tarifs', action_name: 'Tarifs' },
    { ...common, url: 'https://exemple.fr/', action_name: 'L’état des risques de votre bien' },
    { ...common, url: 'https://exemple.fr/AboutUs', action_name: 'À propos' },
    { ...common, url: 'https://exemple.fr/myspace?tab=credits-tabs-simple', action_name: 'Mon espace' },
    {
      ...common,
      url: 'https://exemple.fr/realisation_erp',
      action_name: 'Récapitulatif de votre Etat des Risques',
    },
  ]);
});

it('unknown screens and titles → counted together, under our title', async () => {
  const made = ['/invente-1', '/Tarifs?utm=achetez-ici', '/__proto__', '/constructor', '/myspace?tab=autre'];
  for (const chemin of made) {
    app.deps.clock = () => new Date('2026-12-01T12:00:00Z');
    const body = { chemin, titre: 'Achetez ailleurs' };
    expect((await call(app, ['POST', '/api/v2/audience/'], { body })).status).toBe(204);
  }
  const rows = (await counted()).filter(({ day }) => day === '2026-12-01');
  expect(rows).toEqual([{ day: '2026-12-01', path: '/*', title: 'Page introuvable', views: made.length }]);
});

it('after 25 months a day is deleted', async () => {
  app.deps.clock = () => new Date('2028-12-21T12:00:00Z');
  await forgetOldViews(app.deps);
  const days = (await counted()).map(({ day }) => day);
  expect(new Set(days)).toEqual(new Set(['2026-11-21', '2026-12-01']));
});
