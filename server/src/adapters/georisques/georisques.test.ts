import { afterEach, describe, expect, test } from 'vitest';
import { aPlace, aParcel, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalAnswer, LocalServer } from '#tools/local-server.ts';
import { createGeorisques } from './georisques.ts';

let server: LocalServer;
afterEach(() => server.close());
type Answers = Record<string, (query: URLSearchParams) => LocalAnswer | object>;

async function georisques(answers: Answers, token: string | null = null) {
  server = await startLocalServer(({ url }) => {
    const answer = answers[url.pathname]?.(url.searchParams) ?? { status: 500 };
    return 'json' in answer ? { body: JSON.stringify(answer.json) } : answer;
  });
  return createGeorisques({ baseUrl: server.baseUrl, token, ...supplierDeps() });
}
const list = (data: object[], more: object = {}) => ({ json: { data, total_pages: 1, response_code: 200, ...more } });
const content = (rows: object[], totalElements = rows.length) => ({ json: { content: rows, totalElements } });
const place = aPlace();

describe('lists', () => {
  test('are read by page number, never by `next`; a repeated row counts once', async () => {
    const row = (code: string, start: string) => ({
      code_national_catnat: code,
      date_debut_evt: start,
      libelle_risque_jo: 'Tempête',
      code_insee: '75056',
    });
    const supplier = await georisques({
      '/v1/gaspar/catnat': (query) =>
        query.get('page') === '1'
          ? list([row('A', '06/11/1982'), row('A', '06/11/1982')], {
              total_pages: 2,
              next: 'http://internal.example/?page=2',
            })
          : list([row('B', '06/07/2001'), row('A', '07/11/1982')], { total_pages: 2 }),
    });
    const fact = await supplier.catnat(place);
    expect(fact).toMatchObject({
      state: 'obtained',
      provenance: { source: 'georisques-v1-catnat', licence: 'Licence Ouverte 2.0 (Etalab)' },
    });
    expect(fact.state === 'obtained' && fact.value.map(({ code, start }) => [code, start])).toEqual([
      ['B', '2001-07-06'],
      ['A', '1982-11-07'],
      ['A', '1982-11-06'],
    ]);
    expect(server.requests[0]?.url.searchParams.get('code_insee')).toBe('75113,75056');
  });

  test.each([
    ['404', () => ({ status: 404, body: '{"message":"pas de résultat"}' }), 'obtained'],
    ['a gateway’s own 404', () => ({ status: 404, body: '{"message":"no Route matched"}' }), 'refused'],
    ['an empty list', () => list([]), 'obtained'],
    ['an empty body', () => ({ body: '' }), 'malformed'],
    ['an error under a 200', () => list([], { response_code: 500 }), 'unavailable'],
    ['the rows of another commune', () => list([{ code_insee: '33063' }]), 'malformed'],
    ['the whole of France', () => list([{ code_insee: '75056' }], { total_pages: 40_000 }), 'malformed'],
    [
      'a source that does not hold it',
      () => ({ status: 404, body: '{"code":404,"message":"non enregistré"}' }),
      'not-held',
    ],
  ])('%s is recognised', async (_, answer, expected) => {
    const supplier = await georisques({ '/v1/gaspar/catnat': answer });
    const fact = await supplier.catnat(place);
    expect(fact.state === 'not-obtained' ? fact.reason : fact.state).toBe(expected);
  });
});

describe('zonings', () => {
  test('radon is queried by arrondissement and by commune, the higher counts', async () => {
    const rows = [
      { classe_potentiel: '1', code_insee: '75113', libelle_commune: null },
      { classe_potentiel: '2', code_insee: '75056' },
    ];
    const supplier = await georisques({ '/v1/radon': () => list(rows) });
    expect(await supplier.radon(place)).toMatchObject({ value: { potential: 2 } });
  });

  test('a commune without a seismic zone is a gap, not a zone 1', async () => {
    const supplier = await georisques({ '/v1/zonage_sismique': () => list([]) });
    expect(await supplier.seismicZone(place)).toMatchObject({ state: 'not-obtained', reason: 'not-held' });
  });

  test('clay is the highest of the parcels; an empty body means no exposure', async () => {
    const supplier = await georisques({
      '/v1/rga': (query) =>
        query.get('latlon')?.startsWith('2.41') ? { json: { codeExposition: '3' } } : { body: '' },
    });
    expect(await supplier.clay(place)).toMatchObject({ value: { exposure: 0 } });
    const parcels = [aParcel(2.376, 48.83), aParcel(2.41, 48.83)];
    expect(await supplier.clay(aPlace({ parcels }))).toMatchObject({ value: { exposure: 3 } });
  });

  test('the clearing obligation is a bare array', async () => {
    const row = {
      commune: { code: '83050', nom: 'Draguignan' },
      risque: { url: 'https://fiche', 'Date approbation': '18/03/2025' },
    };
    const supplier = await georisques({
      '/v1/old': (query) => ({ json: query.get('latlon')?.startsWith('6.4') ? [row] : [] }),
    });
    const draguignan = aPlace({ longitude: 6.4643, latitude: 43.5366, inseeCodes: ['83050'] });
    expect(await supplier.brushClearing(draguignan)).toMatchObject({
      value: { departement: '83', decreeDate: '2025-03-18' },
    });
    expect(await supplier.brushClearing(place)).toMatchObject({ state: 'obtained', value: null });
  });
});

describe('a property larger than a point', () => {
  const field = aPlace({ longitude: 2.3761, latitude: 48.8301, parcels: [aParcel(2.376, 48.83, 300)] });
  /** A zone over the east of the field, far from the point of the user. */
  const inEast = (query: URLSearchParams): boolean =>
    Number(query.get('longitude') ?? query.get('latlon')?.split(',')[0] ?? 0) > 2.3775;
  const plan = (zoneRegExists: boolean) =>
    content([{ idGaspar: '75DDT20030001', zonageReglementaire: { zoneRegExists } }]);
  const page = { json: { communes: [{ codeInsee: '75056', aleas: [{ dateApprobation: '15/07/2003' }] }] } };
  const answers = (isInside: (query: URLSearchParams) => boolean): Answers => ({
    '/v1/gaspar/pprn': (query) => plan(isInside(query)),
    '/v1/gaspar/pprn/75DDT20030001': () => page,
    '/v1/old': (query) => ({
      json: query.has('code_insee') || isInside(query) ? [{ commune: { code: '75056' } }] : [],
    }),
    '/v1/rga': (query) => (isInside(query) ? { json: { codeExposition: '3' } } : { body: '' }),
  });

  test('is queried in its other half too', async () => {
    const supplier = await georisques(answers(inEast));
    expect(await supplier.ppr('pprn', field)).toMatchObject({ value: [{ zoned: true, partial: true }] });
    expect(await supplier.brushClearing(field)).toMatchObject({ value: { communeOnly: false } });
    expect(await supplier.clay(field)).toMatchObject({ value: { exposure: 3 } });
    expect(server.requests.length).toBeLessThanOrEqual(3 * 9 + 1);
  });

  test('its points do not exclude what the commune has; those of a small property do', async () => {
    const supplier = await georisques(answers(() => false));
    expect(await supplier.ppr('pprn', field)).toMatchObject({ value: [{ zoned: null }] });
    expect(await supplier.brushClearing(field)).toMatchObject({ value: { communeOnly: true } });
    const house = aPlace({ longitude: 2.3761, latitude: 48.8301, parcels: [aParcel(2.376, 48.83)] });
    expect(await supplier.ppr('pprn', house)).toMatchObject({ value: [{ zoned: false }] });
    expect(await supplier.brushClearing(house)).toMatchObject({ state: 'obtained', value: null });
  });
});

test('the circuit breaker of an informative list does not affect compulsory ones', async () => {
  const supplier = await georisques({ '/v1/radon': () => list([{ classe_potentiel: '1', code_insee: '75056' }]) });
  for (let failures = 0; failures < 6; failures += 1) {
    const failed = await supplier.cavities(aPlace({ longitude: 2.376 + failures / 1000 }));
    expect(failed).toMatchObject({ state: 'not-obtained', reason: 'unavailable' });
  }
  expect(await supplier.radon(place)).toMatchObject({ state: 'obtained' });
});

describe('plans', () => {
  const row = (zoneRegExists: boolean, idGaspar = '75DDT20030001') => ({
    idGaspar,
    libPpr: 'PPRI de Paris',
    modeleProcedure: 'PPRN-I',
    zonageReglementaire: {
      zoneRegExists,
      listTypeReg: zoneRegExists ? [{ code: '04', codeZone: 'R', nom: 'Rouge' }] : [],
    },
  });
  const detail = (aleas: object[], codeInsee = '75056') => ({ json: { communes: [{ codeInsee, aleas }] } });
  const approved = { libelle: 'Inondation', dateApprobation: '15/07/2003', datePrescription: '01/02/1998' };

  test('v2 queries the parcels under both codes and dates the plan by its page', async () => {
    const supplier = await georisques(
      { '/v2/gaspar/pprn': () => content([row(true)]), '/v2/gaspar/pprn/75DDT20030001': () => detail([approved]) },
      'jeton',
    );
    const fact = await supplier.ppr('pprn', aPlace({ parcels: [aParcel(2.376, 48.83)] }));
    expect(fact).toMatchObject({
      provenance: { source: 'georisques-v2-pprn' },
      value: [
        {
          gasparId: '75DDT20030001',
          status: 'approved',
          statusDate: '2003-07-15',
          zoned: true,
          hazards: ['Inondation'],
          zones: [{ code: 'R', rule: 'interdiction-stricte' }],
        },
      ],
    });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer jeton');
    expect(server.requests[0]?.url.searchParams.getAll('codesParcelle')).toEqual([
      '75113-000-BQ-0003',
      '75056-000-BQ-0003',
    ]);
  });

  test('a refused token falls back to v1, by every part of the parcels', async () => {
    const supplier = await georisques(
      {
        '/v2/gaspar/pprn': () => ({ status: 401, body: '{"code":"401"}' }),
        '/v1/gaspar/pprn': (query) => content([row(query.get('longitude')?.startsWith('2.41') ?? false)]),
        '/v1/gaspar/pprn/75DDT20030001': () => detail([{ ...approved, dateApprobation: null }]),
      },
      'expired',
    );
    const fact = await supplier.ppr('pprn', aPlace({ parcels: [aParcel(2.376, 48.83), aParcel(2.41, 48.83)] }));
    expect(fact).toMatchObject({
      provenance: { source: 'georisques-v1-pprn' },
      value: [{ zoned: true, status: 'prescribed', statusDate: '1998-02-01' }],
    });
  });

  test.each([
    ['its revision prescribed later', [{ ...approved, datePrescription: '04/09/2021' }], '2021-09-04'],
    ['another hazard only prescribed', [approved, { datePrescription: '03/03/2001' }], '2001-03-03'],
    ['nothing pending', [approved], null],
  ])('an approved plan with %s stays approved and keeps that date', async (_, aleas, prescribedDate) => {
    const supplier = await georisques({
      '/v1/gaspar/pprn': () => content([row(true)]),
      '/v1/gaspar/pprn/75DDT20030001': () => detail(aleas),
    });
    const expected = { status: 'approved', statusDate: '2003-07-15', prescribedDate };
    expect(await supplier.ppr('pprn', place)).toMatchObject({ value: [expected] });
  });

  test.each([
    ['the whole base', () => content([row(true)], 12_000), () => detail([approved])],
    ['a plan of another département', () => content([row(true)]), () => detail([approved], '31555')],
  ])('%s is refused: a misspelt parameter is silently ignored', async (_, answer, plan) => {
    const supplier = await georisques({ '/v1/gaspar/pprn': answer, '/v1/gaspar/pprn/75DDT20030001': plan });
    expect(await supplier.ppr('pprn', place)).toMatchObject({ state: 'not-obtained', reason: 'malformed' });
  });

  test('a plan whose page is missing has an unknown status; a page that fails loses the fact', async () => {
    const answers: Answers = {
      '/v1/gaspar/pprn': () => content([row(true)]),
      '/v1/gaspar/pprn/75DDT20030001': () => ({ status: 404, body: '{"message":"pas de résultat"}' }),
    };
    const first = await georisques(answers);
    expect(await first.ppr('pprn', place)).toMatchObject({ value: [{ status: 'unknown', statusDate: null }] });
    await server.close();
    const second = await georisques({ '/v1/gaspar/pprn': () => content([row(true)]) });
    expect(await second.ppr('pprn', place)).toMatchObject({ state: 'not-obtained', reason: 'unavailable' });
  });
});

describe('sites nearby', () => {
  test('no distance from a cluster of three, from a site without an address, or from a commune’s centroid', async () => {
    const site = (id: string, longitude: number, more: object = {}) => ({
      identifiant_ssp: id,
      nom_etablissement: 'Blanchisserie',
      adresse: '1 rue A',
      geom: { type: 'Point', coordinates: [longitude, 48.83] },
      ...more,
    });
    const supplier = await georisques({
      '/v1/ssp/casias': () =>
        list([
          site('1', 2.38),
          site('2', 2.379),
          site('3', 2.379),
          site('4', 2.379),
          site('5', 2.377),
          site('6', 2.3775, { adresse: null }),
        ]),
    });
    const fact = await supplier.casias(place);
    expect(fact.state === 'obtained' && fact.value.map(({ id, distanceMetres }) => [id, distanceMetres])).toEqual([
      ['5', 73],
      ['1', 293],
      ['2', null],
      ['3', null],
      ['4', null],
      ['6', null],
    ]);
    expect(server.requests[0]?.url.searchParams.get('latlon')).toBe('2.376000,48.830000');
    expect(server.requests[0]?.url.searchParams.get('rayon')).toBe('500');
  });

  test('a site in several rows is one, at its nearest; rows without an identifier are separate sites', async () => {
    const row = (identifiant: string | null, longitude: number) => ({ identifiant, longitude, latitude: 48.83 });
    const rows = [
      row('1', 2.379),
      row('1', 2.377),
      row('1', 2.377),
      row('1', 2.377),
      row(null, 2.378),
      row(null, 2.38),
    ];
    const supplier = await georisques({ '/v1/cavites': () => list(rows) });
    const fact = await supplier.cavities(place);
    expect(fact.state === 'obtained' && fact.value.map(({ id, distanceMetres }) => [id, distanceMetres])).toEqual([
      ['1', 73],
      ['', 146],
      ['', 293],
    ]);
  });

  test('the outlines of a SIS in several rows are merged; those without an identifier are kept', async () => {
    const at = (id_sis: string | null, longitude: number) => ({
      id_sis,
      geom: aParcel(longitude, 48.83).outline,
    });
    const rows = [at('a', 2.376), at('a', 2.38), at(null, 2.39), at('', 2.4)];
    const supplier = await georisques({ '/v1/ssp/conclusions_sis': () => list(rows) });
    const fact = await supplier.sis(place);
    expect(fact.state === 'obtained' && fact.value.map(({ id, outline }) => [id, outline?.coordinates.length])).toEqual(
      [
        ['a', 2],
        ['', 1],
        ['', 1],
      ],
    );
  });

  test('« Non Seveso » is not Seveso, « Non ICPE » is no installation', async () => {
    const row = (codeAIOT: string, statutSeveso: string | null, regime = 'Autorisation') => ({
      codeAIOT,
      statutSeveso,
      regime,
      adresse1: 'Quai',
    });
    const rows = [
      row('1', 'Non Seveso'),
      row('2', 'Seveso seuil haut'),
      row('3', 'Seveso seuil bas'),
      row('4', null, 'Non ICPE'),
    ];
    const supplier = await georisques({ '/v1/installations_classees': () => list(rows) });
    const fact = await supplier.installations(place);
    expect(fact.state === 'obtained' && fact.value.map(({ seveso }) => seveso)).toEqual([null, 'haut', 'bas']);
  });

  test('SIS are queried up to the corners of the parcels, for any geometry', async () => {
    const surface = {
      type: 'Polygon',
      coordinates: [
        [
          [2, 48],
          [2.1, 48],
          [2.1, 48.1],
          [2, 48],
        ],
      ],
    };
    const rows = [
      { id_sis: 'a', nom: 'Gare', geom: { type: 'GeometryCollection', geometries: [surface] } },
      { id_sis: 'b', geom: { type: 'Point', coordinates: [2, 48] } },
    ];
    const supplier = await georisques({ '/v1/ssp/conclusions_sis': () => list(rows) });
    const fact = await supplier.sis(aPlace({ parcels: [aParcel(2.376, 48.83, 1000)] }));
    expect(fact.state === 'obtained' && fact.value.map(({ outline }) => outline?.type ?? null)).toEqual([
      'MultiPolygon',
      null,
    ]);
    expect(Number(server.requests[0]?.url.searchParams.get('rayon'))).toBeGreaterThan(1300);
  });
});

test('a report about a distant address is ignored', async () => {
  const risk = (libelleStatutCommune: string | null, libelleStatutAdresse: string | null) => ({
    present: true,
    libelleStatutCommune,
    libelleStatutAdresse,
  });
  const body = {
    adresse: { longitude: 2.376, latitude: 48.84 },
    commune: { codeInsee: '75056' },
    risquesNaturels: { remonteeNappe: risk(null, 'Risque Existant') },
    risquesTechnologiques: { canalisationsMatieresDangereuses: risk('Risque non Concerne', 'Risque Concerne') },
  };
  const supplier = await georisques({ '/v1/resultats_rapport_risque': () => ({ json: body }) });
  expect(await supplier.report(place)).toMatchObject({
    value: { groundwater: { present: true, address: null }, pipelines: { present: false, address: null } },
  });
});
