import type { ServiceStatus } from '@clairisque/contract/status.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSourceHealth, forgetOldHealth, SLOT_MS } from '#platform/suppliers/source-health.ts';
import { call, createTestApp, type TestApp } from '#test/app.ts';
import { readStatus } from './status.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const now = new Date('2026-11-20T10:05:00Z');
const read = () => readStatus({ ...app.deps, clock: () => now });
const sourceOf = (status: ServiceStatus, id: string) => status.sources.find((source) => source.id === id);

/** Records answers that a process saw `minutesAgo`, each of `ms`; null is a failure. */
async function saw(source: string, minutesAgo: number, answers: (number | null)[]): Promise<void> {
  const clock = () => new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const health = createSourceHealth({ db: app.deps.db, clock, onError: (error) => expect.unreachable(String(error)) });
  for (const ms of answers) health.record(source, ms !== null, ms ?? 0);
  await health.close();
}

it('adds up the statistics of several processes: share, median, last answer and last failure; unknown without requests', async () => {
  await saw('georisques-v1-radon', 3, [120, 130, 300]);
  await saw('georisques-v1-radon', 4, [150, null]);
  // The fallback by points is still an answer.
  await saw('georisques-v2-pprn', 90, [null, null, null]);
  await saw('georisques-v1-pprn', 90, [80, 80, 80]);
  await saw('georisques-v2-pprn', 2, [80, 80, 80, 80]);
  await saw('georisques-v2-pprm', 2, [null, null, null, null]);
  await saw('georisques-v1-pprm', 2, [80, 80, 80, 80]);
  await saw('georisques-v2-pprt', 2, [null, null, null]);
  await saw('georisques-v1-pprt', 2, [null, null, null]);
  const status = await read();
  expect(sourceOf(status, 'radon')).toMatchObject({
    etat: 'disponible',
    part_reponses: 0.8,
    derniere_reponse: '2026-11-20T10:02:00.000Z',
    dernier_echec: '2026-11-20T10:01:00.000Z',
    duree_mediane_ms: 170,
  });
  expect(sourceOf(status, 'pprn')).toMatchObject({ etat: 'disponible', part_reponses: 1, dernier_echec: null });
  expect(sourceOf(status, 'pprm')).toMatchObject({ etat: 'perturbe', part_reponses: 1 });
  expect(sourceOf(status, 'pprt')).toMatchObject({ etat: 'indisponible', part_reponses: 0 });
  expect(sourceOf(status, 'sis')).toMatchObject({ etat: 'inconnu', part_reponses: null, derniere_reponse: null });
  expect(status.incidents).toMatchObject([{ nom: 'Plans de prévention des risques technologiques', part_echecs: 1 }]);
  expect(status.etat).toBe('perturbe');
});

it('a source that no longer answers is down now, and an ongoing incident; the printer and late mails are reported', async () => {
  await saw('geopf-peb', 14, [200, 200, 200, null, null, null]);
  await saw('geopf-peb', 1, [null, null, null, null]);
  await saw('documents', 2, [150, 150]);
  const values = { kind: 'activation', recipient: 'a@exemple.fr', params: '{}', account_id: null };
  const created_at = new Date(now.getTime() - 20 * MINUTE_MS);
  await app.deps.db
    .insertInto('outgoing_mail')
    .values({ ...values, created_at })
    .execute();
  const status = await read();
  expect(status.etat).toBe('perturbe');
  expect(sourceOf(status, 'bruit')).toMatchObject({ etat: 'perturbe' });
  expect(status.incidents).toContainEqual({
    nom: 'Plans d’exposition au bruit',
    debut: '2026-11-20T09:50:00.000Z',
    fin: null,
    part_echecs: expect.closeTo(0.7) as number,
  });
  expect(status.service).toMatchObject([
    { id: 'donnees', etat: 'disponible' },
    {
      id: 'documents',
      etat: 'disponible',
      detail: '100\u00A0% de réussite en 24 heures, en 0,2\u00A0s le plus souvent.',
    },
    { id: 'mails', etat: 'perturbe', detail: '1 en attente, le plus ancien depuis 20 minutes. Aucun n’est perdu.' },
    { id: 'paiements', etat: 'inconnu' },
  ]);
  await forgetOldHealth({ db: app.deps.db, clock: () => new Date(now.getTime() + 8 * 86_400_000 + SLOT_MS) });
  expect(await app.deps.db.selectFrom('source_health').selectAll().execute()).toEqual([]);
});

it('is public, read once a minute, and reports a database outage', async () => {
  const first = await call(app, ['GET', '/api/v2/statut/']);
  expect(first).toMatchObject({ status: 200, body: { service: [{ id: 'donnees', etat: 'disponible' }, {}, {}, {}] } });
  expect(first.headers.get('cache-control')).toBe('public, max-age=60');
  await sql`alter table source_health rename to away`.execute(app.database.db);
  expect((await call(app, ['GET', '/api/v2/statut/'])).body).toEqual(first.body);
  const silent = await read();
  expect(silent).toMatchObject({
    etat: 'indisponible',
    service: [{ id: 'donnees', etat: 'indisponible' }, {}, {}, {}],
  });
});

it('parts that are simulated beside real sources → named; none elsewhere', async () => {
  expect(await read()).not.toHaveProperty('simules');
  const status = await readStatus({ ...app.deps, simulatedParts: ['payments', 'mail', 'publisher'] });
  expect(status.simules).toEqual(['paiements', 'e-mails', 'éditeur']);
});
