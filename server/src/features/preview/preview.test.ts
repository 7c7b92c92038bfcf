import { PlanZones, Preview } from '@clairisque/contract/preview.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMPULSORY_FACTS } from '#domain/headings/assess.ts';
import { factsOf } from '#features/documents/documents.ts';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { createFaultProxy } from '../../../../tests/harness/fault-proxy.ts';

/** One try, and a circuit breaker that closes at once, since each case is another outage. */
const ONCE = { attempts: 1, retryDelayMs: 1, breakMs: 1 };
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ limits: ONCE });
});
afterAll(() => app.close());

type Point = { longitude: number; latitude: number };
const SOULAC = { longitude: -1.126, latitude: 45.512 };
const LE_BOURGET = { longitude: 2.4256, latitude: 48.9347 };
const MENDE = { longitude: 3.5, latitude: 44.518 };
const ARGENTEUIL = { longitude: 2.2462, latitude: 48.9475 };
const LE_PORT = { longitude: 4.8589, latitude: 45.6733 };
/** Communes that do not exist, where one source fails (`simulators/README.md`). */
const WITHOUT_PLANS = { longitude: 3.36, latitude: 44.231 };
const WITHOUT_NOISE = { longitude: 3.36, latitude: 44.2465 };
const WITHOUT_TOWN_PLANNING = { longitude: 3.36, latitude: 44.262 };
const WITH_SLOW_URBANISM = { longitude: 3.404, latitude: 44.262 };
const WITHOUT_FOOTPRINTS = { longitude: 3.36, latitude: 44.3085 };
const WITH_NO_BUILDING = { longitude: 3.448, latitude: 44.3085 };

async function parcelAt({ longitude, latitude }: Point): Promise<string> {
  const { body } = await call(app, ['POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`]);
  const [parcel] = body as NearbyParcel[];
  if (parcel === undefined) throw new Error('no parcel there');
  return parcelCode(parcel);
}

const path = (code: string, { longitude, latitude }: Point): string =>
  `/api/v2/apercu/${code}/?longitude=${longitude}&latitude=${latitude}`;

async function previewAt(point: Point, asked: Pick<TestApp, 'url'> = app): Promise<Preview> {
  const { status, body } = await call(asked, ['GET', path(await parcelAt(point), point)]);
  expect({ status, body }).toMatchObject({ status: 200 });
  return Preview.parse(body);
}

const lineOf = ({ rubriques }: Preview, rubrique: string) => rubriques.find((one) => one.rubrique === rubrique);

describe('a visitor without an account', () => {
  it('on the coast → the ten headings in the order of the law, the coastline retreat concerned and drawn', async () => {
    const preview = await previewAt(SOULAC);
    expect(preview.rubriques.map(({ rubrique }) => rubrique)).toEqual([
      'pprt',
      'pprn',
      'pprm',
      'ppr-prescrit',
      'sismicite',
      'radon',
      'trait-de-cote',
      'debroussaillement',
      'sis',
      'bruit',
    ]);
    expect(lineOf(preview, 'trait-de-cote')).toMatchObject({ etat: 'concerne', titre: 'Recul du trait de côte' });
    // How the land is touched, in brackets, for each heading that concerns it.
    const concerned = preview.rubriques.filter(({ etat }) => etat === 'concerne').map(({ phrase }) => phrase);
    const where = /\((?:toute la commune|terrain touché|position à vérifier|.+ du terrain)/u;
    expect(concerned.filter((phrase) => !where.test(phrase))).toEqual([]);
    expect(preview.zones.features.map(({ properties }) => properties.rubrique)).toContain('trait-de-cote');
    expect(preview).toMatchObject({ specimen: true });
  });

  it('where little is known → not concerned, with a sentence, and no zone', async () => {
    const preview = await previewAt(MENDE);
    expect(lineOf(preview, 'bruit')).toEqual({
      rubrique: 'bruit',
      titre: 'Bruit des aérodromes',
      etat: 'non_concerne',
      a_verifier: false,
      phrase: 'Terrain hors de toute zone de bruit.',
    });
    expect(preview.rubriques.filter(({ etat }) => etat === 'non_obtenu')).toEqual([]);
    expect(preview.zones.features.filter(({ properties }) => properties.rubrique === 'bruit')).toEqual([]);
  });

  it('under a plan → its hazards, without its name, dates, documents or duties', async () => {
    const code = await parcelAt(LE_PORT);
    const { body } = await call(app, ['GET', path(code, LE_PORT)]);
    expect(lineOf(body as Preview, 'pprt')).toMatchObject({ etat: 'concerne' });
    const said = JSON.stringify(body, (key, value) =>
      ['indications', 'plans', 'questions'].includes(key) ? undefined : value,
    );
    expect(said).not.toMatch(/«|https?:|vous devez|approuvé le|\d\d\/\d\d\/\d{4}/i);
    // A footprint has its date.
    const { plans: _plans, questions: _questions, ...others } = body as Preview;
    expect(JSON.stringify(others)).not.toMatch(/«|https?:|vous devez|approuvé le/i);
    expect(lineOf(body as Preview, 'pprt')?.indications?.join(' ')).toMatch(/^Périmètre publié, à titre indicatif/);
  });

  it('near an aerodrome → outlines cut around the place, light enough for a phone', async () => {
    const { zones } = await previewAt(LE_BOURGET);
    expect(zones.features.length).toBeGreaterThan(0);
    for (const [longitude, latitude] of zones.features.flatMap(({ geometry }) => geometry.coordinates.flat(2))) {
      expect(Math.abs(longitude - LE_BOURGET.longitude)).toBeLessThan(0.031);
      expect(Math.abs(latitude - LE_BOURGET.latitude)).toBeLessThan(0.021);
    }
    expect(JSON.stringify(zones).length).toBeLessThan(60_200);
  });
});

describe('the plans whose works an owner declares', () => {
  it('three in force → each by its name of `travaux_par_plan`, as a signed-in user reads them', async () => {
    const code = await parcelAt(ARGENTEUIL);
    const { body } = await call(app, ['GET', path(code, ARGENTEUIL)]);
    const { token } = await createAccount(app);
    const asked = path(code, ARGENTEUIL).replace('/apercu/', '/cadastre/pieces-plans/');
    const known = (await call(app, ['GET', asked], { token })).body as Pick<Preview, 'plans'>;
    expect((body as Preview).plans).toHaveLength(3);
    expect((body as Preview).plans).toEqual(known.plans);
  });

  it('a list that is not obtained → no plans at all, never an empty list', async () => {
    expect(await previewAt(WITHOUT_PLANS)).not.toHaveProperty('plans');
  });
});

describe('a source fails', () => {
  it('the noise plans are down → only that heading is not obtained, never « non »', async () => {
    const preview = await previewAt(WITHOUT_NOISE);
    expect(preview.rubriques.filter(({ etat }) => etat === 'non_obtenu')).toEqual([
      expect.objectContaining({
        rubrique: 'bruit',
        phrase: expect.stringContaining('L’absence de réponse ne vaut pas absence de risque'),
      }),
    ]);
  });

  it('town planning answers after a minute → not obtained, without its answer', async () => {
    const limits = { ...ONCE, timeoutMs: 1200, totalMs: 1500 };
    const hurried = await createTestApp({ database: app.database, limits });
    const preview = await previewAt(WITH_SLOW_URBANISM, hurried).finally(hurried.close);
    expect(lineOf(preview, 'trait-de-cote')).toMatchObject({ etat: 'non_obtenu' });
  });
});

describe('published buildings', () => {
  it('under a noise plan → how its zone lies to the largest one; an indication, which changes no answer', async () => {
    const preview = await previewAt(LE_BOURGET);
    const noise = lineOf(preview, 'bruit');
    expect(noise).toMatchObject({ etat: 'concerne', phrase: expect.stringMatching(/^Bruit d’aérodrome/) });
    expect(noise?.indications).toEqual([
      expect.stringMatching(
        /^Bâtiment, à titre indicatif\s: terrain touché\s; le (?:plus grand )?bâtiment publié est (?:touché aussi|à environ)/u,
      ),
    ]);
    expect(preview.indications).toEqual([
      expect.stringMatching(/BD TOPO® \(IGN\) touche.*Cette indication ne change aucune réponse\.$/u),
    ]);
    const others = preview.rubriques.filter(({ etat }) => etat !== 'concerne');
    expect(others.filter(({ indications }) => indications !== undefined)).toEqual([]);
  });

  it('none is published → nothing is said; their service is down → said, and every heading is answered', async () => {
    const [none, down] = [await previewAt(WITH_NO_BUILDING), await previewAt(WITHOUT_FOOTPRINTS)];
    expect(JSON.stringify(none)).not.toMatch(/bâtiment/iu);
    expect(down.indications).toEqual([expect.stringMatching(/^Les emprises des bâtiments n’ont pas été obtenues/u)]);
    expect(down.rubriques.filter(({ etat }) => etat === 'non_obtenu')).toEqual([]);
  });
});

describe('zones of plans around a point', () => {
  const around = ({ longitude, latitude }: Point) =>
    call(app, ['GET', `/api/v2/apercu/zonages/?longitude=${longitude}&latitude=${latitude}`]);

  it('where some are published → drawn and named, the same for neighbours; the point abroad is refused', async () => {
    const { status, body } = await around(SOULAC);
    expect(status).toBe(200);
    const { etat, zones } = PlanZones.parse(body);
    expect(etat).toBe('publie');
    const labels = zones.features.map(({ properties }) => properties.libelle.replaceAll(/\s/gu, ' '));
    expect(labels).toContain('« PPR littoral - Soulac-sur-Mer », périmètre publié');
    const neighbour = await around({ longitude: SOULAC.longitude + 0.001, latitude: SOULAC.latitude });
    expect(PlanZones.parse(neighbour.body).zones).toEqual(zones);
    expect((await around({ longitude: -0.12, latitude: 51.5 })).status).toBe(400);
  });

  it('the source is down → « non_obtenu », which is not « rien_de_publie »', async () => {
    const { body } = await around(WITHOUT_TOWN_PLANNING);
    expect(body).toMatchObject({ etat: 'non_obtenu', zones: { features: [] } });
  });
});

it('the statement uses the answers of its preview: no source is queried twice', async () => {
  const preview = await previewAt(MENDE);
  const account = await createAccount(app, 1);
  const code = await parcelAt(MENDE);
  const draft = {
    adresse: '1 Rue de la Paix 48000 Mende',
    cadastre: code.split('@')[0],
    ...MENDE,
    type_de_transaction: 'Location',
    code_parcelle: code,
  };
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body: draft });
  const id = (created.body as { erp_id: number }).erp_id;
  expect(await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token })).toMatchObject({
    status: 200,
  });
  const kept = await factsOf(app.database.db, { statementId: id, edition: 1 });
  expect(COMPULSORY_FACTS.map((name) => kept?.[name].provenance.obtainedAt ?? '').toSorted()[0]).toBe(
    preview.obtenu_le,
  );
});

it('several previews at once → at most three queries together, so that paid work goes first', async () => {
  const suppliers = await createFaultProxy(inject('simulatorsUrl'));
  const atOnce = suppliers.mostAtOnce(/^GET \/georisques/);
  const { database } = app;
  const proxied = await createTestApp({ database, simulatorsUrl: suppliers.url });
  const points = [SOULAC, LE_BOURGET, LE_PORT];
  const codes = await Promise.all(points.map(parcelAt));
  const previews = await Promise.all(
    points.map((point, index) => call(proxied, ['GET', path(codes[index] ?? '', point)])),
  );
  await proxied.close();
  suppliers.close();
  expect(previews.map(({ status }) => status)).toEqual([200, 200, 200]);
  // A query about plans may take several calls, one per point of the property; without a limit there are nine at once.
  expect(atOnce()).toBeGreaterThanOrEqual(3);
  expect(atOnce()).toBeLessThan(6);
});

it.each([
  ['a parcel that does not exist', '000-ZZ-9999@48095', MENDE, 'code_parcelle'],
  ['a parcel that is elsewhere', '', LE_BOURGET, 'code_parcelle'],
  ['a point abroad', '000-AA-0001@48095', { longitude: -0.12, latitude: 51.5 }, 'non_field_errors'],
  ['no reference', '12@48095', MENDE, 'code_parcelle'],
])('%s → refused in French', async (...[, code, point, field]) => {
  const answer = await call(app, ['GET', path(code || (await parcelAt(MENDE)), point)]);
  expect(answer).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
});

it('the third call of an address limited to two → 429 with Retry-After', async () => {
  await app.database.db.deleteFrom('rate_limit').execute();
  const strict = await createTestApp({ database: app.database, env: { RATE_LIMIT_FACTOR: String(2 / 60) } });
  const code = await parcelAt(MENDE);
  const statuses = [];
  for (let calls = 0; calls < 3; calls += 1) statuses.push(await call(strict, ['GET', path(code, MENDE)]));
  await strict.close();
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(statuses[2]?.body).toEqual({ detail: expect.stringContaining('Requête ralentie') });
});
