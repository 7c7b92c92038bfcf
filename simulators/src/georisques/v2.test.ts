import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { communeByInsee } from '#territory/communes.ts';
import { parcelAt } from '#territory/parcels.ts';
import type { Row } from './envelopes.ts';
import { georisques } from './georisques.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(georisques, { recordings: null, limits: false });
afterAll(() => app.close());

const get = (path: string, authorization = 'Bearer simulated-token') =>
  app.inject({ url: `/georisques/api/v2/${path}`, headers: { authorization } });
const contentOf = async (path: string) => (await get(path)).json<Row>()['content'] as Row[];
const at = (insee: string): string => {
  const commune = communeByInsee(insee);
  return `longitude=${commune?.longitude}&latitude=${commune?.latitude}`;
};

it('requires a token: 401 without, 403 with a wrong one', async () => {
  const without = await app.inject('/georisques/api/v2/radon?codesInsee=35288');
  expect([without.statusCode, without.json()]).toEqual([
    401,
    {
      code: '401',
      message:
        'Inscription gratuite obligatoire pour pouvoir accéder aux APIs. Voir www.georisques.gouv.fr/inscription/',
    },
  ]);
  expect((await get('radon?codesInsee=35288', 'Bearer real')).statusCode).toBe(403);
});

it('ignores a wrong parameter name and returns the whole base', async () => {
  expect(await contentOf('radon?codesInsee=35288')).toEqual([
    { classePotentiel: '1', codeInsee: '35288', libelleCommune: 'Saint-Malo' },
  ]);
  const whole = (await get('radon?codeInsee=35288')).json<Row>();
  expect(whole).toMatchObject({ pageNumber: 0, pageSize: 50, totalPages: 2 });
  expect(whole['content']).not.toContainEqual(expect.objectContaining({ codeInsee: '35288' }));
});

it('pages from 0, 1000 rows at most', async () => {
  const second = (await get('gaspar/pprn?pageNumber=1&pageSize=5')).json<Row>();
  expect(second).toMatchObject({ pageNumber: 1, pageSize: 5 });
  expect(second['content']).toHaveLength(5);
  expect((await get('gaspar/pprn?pageSize=1001')).statusCode).toBe(400);
});

it('returns the plans of Toulouse as recorded', async () => {
  expect(await contentOf(`gaspar/pprn?${at('31555')}`)).toMatchObject([
    {
      libPpr: 'PPR - Toulouse',
      modeleProcedure: 'PPRN-I',
      zonageReglementaire: {
        zoneRegExists: true,
        listTypeReg: [{ code: '02', libelle: 'Prescriptions', nom: 'Zone endiguee Cyan', codeZone: 'Cid' }],
      },
    },
    { libPpr: 'PPR Sécheresse - Toulouse', modeleProcedure: 'PPRN-RGA' },
  ]);
});

describe('by parcel', () => {
  const parcel = parcelAt([4.861, 45.6741]);
  const code = `${parcel?.commune.insee}-${parcel?.comAbs}-${parcel?.section}-${parcel?.numero}`;

  it('locates the parcel itself, from any of its corners', async () => {
    expect(parcel?.commune.insee).toBe('69276');
    const [plan] = await contentOf(`gaspar/pprt?codesParcelle=${code}`);
    expect(plan).toMatchObject({ libPpr: 'PPRT Feyzin', zonageReglementaire: { zoneRegExists: true } });
  });

  it('finds nothing for a parcel missing in the cadastre', async () => {
    expect(await contentOf('gaspar/pprt?codesParcelle=69276-000-ZZ-9999')).toEqual([]);
  });
});

it('renames fields, and writes CASIAS points in two ways', async () => {
  expect(await contentOf('zonage_sismique?codesInsee=42218')).toMatchObject([
    { typeZone: '2', zoneSismicite: '2 - FAIBLE' },
  ]);
  const sites = await contentOf(`ssp/casias?${at('13001')}&rayon=3000`);
  expect(sites[0]).toMatchObject({
    identifiantSsp: expect.any(String),
    nom: expect.any(String),
    ficheRisque: expect.any(String),
  });
  const written = new Set(sites.map(({ geom }) => Array.isArray((geom as Row)['coordinates'])));
  expect(written).toEqual(new Set([true, false]));
  expect(Object.keys((await get(`ssp?${at('13001')}`)).json<Row>())).toEqual([
    'casias',
    'instructions',
    'conclusionsSis',
    'conclusionsSup',
  ]);
});

it('has no CATNAT', async () => {
  expect((await get('gaspar/catnat?codesInsee=75056')).statusCode).toBe(404);
});

it('returns the documents of a plan', async () => {
  const [plan] = await contentOf(`gaspar/pprn?${at('31555')}`);
  const id = String(plan?.['idGaspar']);
  const { documents } = (await get(`gaspar/pprn/${id}`)).json<{ documents: Row[] }>();
  expect(documents.map(({ type }) => type)).toEqual(['Règlement du PPR', 'Plan de zonages réglementaires']);
  const pdf = await get(`gaspar/pprn/${id}/documents/${String(documents[0]?.['uuidDocument'])}`);
  expect([pdf.headers['content-type'], pdf.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
});
