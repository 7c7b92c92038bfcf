import { existsSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { loadRecordings } from '#recordings.ts';
import { communeByInsee } from '#territory/communes.ts';
import type { Row } from './envelopes.ts';
import { georisques } from './georisques.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(georisques, { recordings: null, limits: false });
afterAll(() => app.close());

const get = (path: string) => app.inject(`/georisques/api/v1/${path}`);
const body = async (path: string): Promise<Row> => (await get(path)).json();
const dataOf = async (path: string) => (await body(path))['data'] as Row[];
const plansAt = async (family: string, at: [number, number]) =>
  (await body(`gaspar/${family}?longitude=${at[0]}&latitude=${at[1]}`))['content'] as Row[];
const centre = (insee: string): [number, number] => {
  const commune = communeByInsee(insee);
  return [commune?.longitude ?? 0, commune?.latitude ?? 0];
};

describe('facts known of real places', () => {
  it('has three PPR at 2.2528,48.9494, each with a zone there', async () => {
    const plans = await plansAt('pprn', [2.2528, 48.9494]);
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).toMatchObject({ zonageReglementaire: { zoneRegExists: true } });
  });

  it('knows the radon, the séisme and the risks of Saint-Étienne, Saint-Malo and Paris', async () => {
    const radon = await dataOf('radon?code_insee=42218,35288,75113');
    expect(radon.map((row) => row['classe_potentiel'])).toEqual(['3', '1', '1']);
    expect(await dataOf('zonage_sismique?code_insee=42218')).toMatchObject([
      { code_zone: '2', zone_sismicite: '2 - FAIBLE' },
    ]);
    expect((await dataOf('gaspar/risques?code_insee=35288'))[0]?.['risques_detail']).toHaveLength(8);
  });

  it('has the SIS of Chelles, and measures the radius from the outline', async () => {
    const expected = [{ nom: 'gare de triage', code_insee: '77108', geom: { type: 'Polygon' } }];
    expect(await dataOf('ssp/conclusions_sis?latlon=2.62091,48.87314&rayon=0')).toMatchObject(expected);
    // 160 m north of the centre, 110 m from the outline.
    expect(await dataOf('ssp/conclusions_sis?latlon=2.62091,48.87458&rayon=90')).toEqual([]);
    expect(await dataOf('ssp/conclusions_sis?latlon=2.62091,48.87458&rayon=140')).toMatchObject(expected);
  });
});

describe('envelopes and empty answers', () => {
  it('pages from 1 with ten rows, counts all rows, and leaks an internal host in next', async () => {
    const first = await body('gaspar/catnat?code_insee=75056');
    expect(first).toMatchObject({
      results: 20,
      page: 1,
      total_pages: 2,
      response_code: 200,
      message: null,
      previous: null,
    });
    expect(first['data']).toHaveLength(10);
    expect(first['next']).toBe('http://api-georisques.bike-prod.brgm.fr/api/v1/gaspar/catnat?code_insee=75056&page=2');
    const second = await body('gaspar/catnat?code_insee=75056&page=2');
    expect(second['next']).toBeNull();
    expect(second['data']).not.toEqual(first['data']);
  });

  it('returns an empty result in five ways', async () => {
    const clay = await get('rga?latlon=2.3760,48.8300');
    expect([clay.statusCode, clay.body]).toEqual([200, '']);
    expect(await dataOf('ssp/instructions?latlon=2.376,48.83&rayon=0')).toEqual([]);
    const cavities = await get('cavites?latlon=2.376,48.83&rayon=0');
    expect([cavities.statusCode, cavities.json()]).toEqual([404, { code: 404, message: 'pas de résultat' }]);
    expect((await body('gaspar/pprt?codeInsee=75056'))['content']).toEqual([]);
    expect((await get('old?latlon=2.376,48.83')).json()).toEqual([]);
  });

  it('refuses a code together with a point, and an invalid point', async () => {
    const both = await get('mvt?latlon=2.376,48.83&code_insee=75056');
    expect([both.statusCode, both.json()]).toMatchObject([
      400,
      { code: 400, message: expect.stringContaining('rayon') },
    ]);
    expect((await get('mvt?latlon=48.83')).statusCode).toBe(400);
    expect((await get('mvt')).statusCode).toBe(400);
  });
});

describe('Paris, Lyon and Marseille', () => {
  it('files radon by arrondissement, Gaspar by commune, CASIAS mostly by arrondissement', async () => {
    expect(await dataOf('radon?code_insee=75056')).toEqual([]);
    expect(await dataOf('radon?code_insee=75113')).toMatchObject([{ code_insee: '75113', libelle_commune: null }]);
    expect(await dataOf('gaspar/catnat?code_insee=75113')).toEqual([]);
    const [byCommune, byArrondissement] = [
      await dataOf('ssp/casias?code_insee=69123'),
      await dataOf('ssp/casias?code_insee=69383'),
    ];
    expect(byArrondissement.length).toBeGreaterThan(byCommune.length);
    expect(byArrondissement[0]).toMatchObject({ code_insee: '69383' });
    expect(await dataOf('ssp/conclusions_sis?latlon=4.8676,45.7535&rayon=3000')).toContainEqual(
      expect.objectContaining({ code_insee: '69123' }),
    );
  });
});

describe('plans de prévention', () => {
  it('zones the point with coordinates, and the whole commune with a code: a false positive', async () => {
    const [byCode] = (await body('gaspar/pprt?codeInsee=76351'))['content'] as Row[];
    expect(byCode).toMatchObject({ zonageReglementaire: { zoneRegExists: true } });
    // 2 km west of the centre, 3.6 km from the plant.
    const [longitude, latitude] = centre('76351');
    expect(await plansAt('pprt', [longitude - 0.0276, latitude])).toMatchObject([
      { zonageReglementaire: { zoneRegExists: false, listTypeReg: [] } },
    ]);
  });

  it('has no plan at all at Chartres', async () => {
    for (const family of ['pprn', 'pprt', 'pprm']) expect(await plansAt(family, centre('28085'))).toEqual([]);
  });

  it('puts a town centre in délaissement, another in a zone of a plan that is only prescribed', async () => {
    expect(await plansAt('pprt', centre('69276'))).toMatchObject([
      { zonageReglementaire: { zoneRegExists: true, listTypeReg: [{ code: '05' }] } },
    ]);
    const [prescribed] = await plansAt('pprt', centre('13039'));
    expect(prescribed).toMatchObject({ zonageReglementaire: { zoneRegExists: false } });
    const detail = await body(`gaspar/pprt/${String(prescribed?.['idGaspar'])}`);
    expect(detail['communes']).toMatchObject([
      {
        codeInsee: '13039',
        aleas: [{ dateApprobation: null, datePrescription: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) }],
      },
    ]);
  });

  it('shows an anticipated plan, one under revision and a mining one', async () => {
    const [anticipated] = await plansAt('pprn', centre('83050'));
    const detail = await body(`gaspar/pprn/${String(anticipated?.['idGaspar'])}`);
    expect(detail['communes']).toMatchObject([
      { aleas: [{ dateApprobation: null, dateApplicationAnticipee: expect.any(String) }] },
    ]);
    expect(await plansAt('pprn', centre('21231'))).toMatchObject([{ etatRevision: true }]);
    expect(await plansAt('pprm', centre('62498'))).toMatchObject([
      { modeleProcedure: 'PPRM', zonageReglementaire: { zoneRegExists: true } },
    ]);
  });

  it('an unknown plan, or one of another family → 404', async () => {
    const [plan] = await plansAt('pprt', centre('69276'));
    expect((await get(`gaspar/pprn/${String(plan?.['idGaspar'])}`)).statusCode).toBe(404);
    expect((await get('gaspar/pprn/nimporte')).statusCode).toBe(404);
  });
});

describe('sites', () => {
  it('installations without coordinates are at the commune’s centre', async () => {
    const [longitude, latitude] = centre('69276');
    const sites = await dataOf('installations_classees?code_insee=69276&page_size=100');
    expect(sites).toContainEqual(expect.objectContaining({ longitude, latitude, adresse1: null }));
    expect(sites).toContainEqual(
      expect.objectContaining({ statutSeveso: 'Seveso seuil haut', regime: 'Autorisation' }),
    );
    expect(await dataOf('installations_classees?latlon=4.8589,45.6733&rayon=10000&page_size=500')).toContainEqual(
      expect.objectContaining({ statutSeveso: 'Non Seveso' }),
    );
  });

  it('clusters CASIAS sites of unknown address on one point', async () => {
    const sites = await dataOf('ssp/casias?code_insee=69276&page_size=100');
    const [longitude, latitude] = centre('69276');
    const unplaced = sites.filter(({ geom }) => JSON.stringify(geom).includes(`[${longitude},${latitude}]`));
    expect(unplaced.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the report', () => {
  it('has the shape of the recorded one at Paris 13e, with an address near the point', async () => {
    const report = await body('resultats_rapport_risque?latlon=2.3760,48.8300');
    expect(report).toMatchObject({
      adresse: { libelle: expect.stringMatching(/, 75013 Paris$/) },
      commune: { libelle: 'Paris', codePostal: '75013', codeInsee: '75056' },
      risquesNaturels: {
        inondation: { present: true, libelleStatutCommune: 'Risque Existant' },
        seisme: { libelleStatutAdresse: 'Risque Existant - faible' },
        retraitGonflementArgile: {
          libelleStatutCommune: 'Risque Existant - important',
          libelleStatutAdresse: 'Risque non Connu',
        },
        avalanche: { present: false, libelleStatutCommune: null, libelleStatutAdresse: null, specifique: null },
      },
      risquesTechnologiques: { nucleaire: { present: false } },
    });
    const { longitude } = report['adresse'] as { longitude: number };
    expect(longitude).not.toBe(2.376);
  });

  it('has no PDF', async () => {
    expect((await get('rapport_pdf?latlon=2.376,48.83')).statusCode).toBe(503);
  });
});

it('fails at sentinels, by point or by code', async () => {
  const failing = centre('48913');
  expect((await get(`old?latlon=${failing.join()}`)).statusCode).toBe(503);
  expect((await get('gaspar/catnat?code_insee=48913')).statusCode).toBe(503);
});

it('with limits, allows one report a second', async () => {
  const limited = Fastify();
  limited.decorate('slowMs', 20);
  limited.register(georisques, { recordings: null, limits: true });
  const url = '/georisques/api/v1/resultats_rapport_risque?latlon=2.376,48.83';
  const answers = await Promise.all([limited.inject(url), limited.inject(url), limited.inject(url)]);
  expect(answers.map(({ statusCode }) => statusCode)).toContain(429);
  await limited.close();
});

describe('with recordings', () => {
  const directory = '../shared/realdata';
  const recorded = Fastify();
  recorded.decorate('slowMs', 20);
  recorded.register(georisques, { recordings: loadRecordings(directory), limits: false });
  afterAll(() => recorded.close());

  it('has nothing for other places', async () => {
    const miss = await recorded.inject('/georisques/api/v1/radon?code_insee=35288');
    expect([miss.statusCode, miss.json()]).toEqual([404, { code: 404, message: 'non enregistré' }]);
  });

  it.skipIf(!existsSync(directory))('gives the recorded answers for their places', async () => {
    const report = await recorded.inject('/georisques/api/v1/resultats_rapport_risque?latlon=2.3760,48.8300');
    expect(report.json()).toMatchObject({ adresse: { libelle: '38 Rue des Cadets de la France Libre, 75013 Paris' } });
    const radon = await recorded.inject('/georisques/api/v1/radon?code_insee=75056,75113');
    expect(radon.json()).toMatchObject({ data: [{ code_insee: '75113' }] });
  });
});
