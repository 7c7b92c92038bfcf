import { afterAll, describe, expect, it } from 'vitest';
import type { FeatureCollection, Point } from 'geojson';
import { createSimulators } from '#app.ts';
import { communeAt } from '#territory/communes.ts';
import { lambert93 } from '#territory/geometry.ts';

const app = createSimulators();
afterAll(() => app.close());

async function ask(verb: 'search' | 'reverse', query: Record<string, string>) {
  const answer = await app.inject({ url: `/geocodage/${verb}`, query });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  return { status: answer.statusCode, body: answer.json<FeatureCollection<Point>>() };
}
async function labels(q: string, more: Record<string, string> = {}): Promise<unknown[]> {
  return (await ask('search', { q, ...more })).body.features.map(({ properties }) => properties?.['label']);
}

describe('search', () => {
  it('has the properties of the recorded answer', async () => {
    const { body } = await ask('search', { q: '8 boulevard du port cergy', limit: '1' });
    const [feature] = body.features;
    expect(Object.keys(feature?.properties ?? {})).toEqual(
      expect.arrayContaining([
        'label',
        'score',
        'housenumber',
        'id',
        'banId',
        'name',
        'postcode',
        'citycode',
        'x',
        'y',
        'city',
        'context',
        'type',
        'importance',
        'depcode',
        'street',
        '_type',
      ]),
    );
    expect(feature?.properties).toMatchObject({
      label: '8 Boulevard du Port 95000 Cergy',
      context: "95, Val-d'Oise, Île-de-France",
      citycode: '95127',
      type: 'housenumber',
      _type: 'address',
    });
    const [longitude = 0, latitude = 0] = feature?.geometry.coordinates ?? [];
    expect(communeAt(longitude, latitude)?.insee).toBe('95127');
  });

  it('parses the usual orders and abbreviations', async () => {
    expect(await labels('8 bd du port, 95000 Cergy')).toContain('8 Boulevard du Port 95000 Cergy');
    for (const range of ['8/10', '8-10', '8 à 12', '8 et 10'])
      expect(await labels(`${range} boulevard du port 95000 cergy`)).toContain('8 Boulevard du Port 95000 Cergy');
    expect(await labels('10 bis rue de paris lille')).toContain('10 bis Rue de Paris 59000 Lille');
    expect(await labels('42100 saint etienne 5 rue pasteur')).not.toEqual([]);
    expect(await labels('st etienne')).toContain('Saint-Étienne');
    expect(await labels('20 avenue de segur 75007 paris')).toContain('20 Avenue de Segur 75007 Paris');
  });

  it.each([
    ['12 bis rue des Lilas 35000 Rennes', '12 Rue des Lilas 35000 Rennes'],
    ['12 BIS villa gaudelet, 75011 Paris', '12 Villa Gaudelet 75011 Paris'],
    ['103 rue du mont griffon 60110 Amblainville', '103 Le Mont Griffon 60110 Amblainville'],
    ['5 rue nationale 59140 Dunkerque', '5 Rue Nationale 59430 Dunkerque'],
    ['11B rue des Anges, 59200 Tourcoing', 'Rue des Anges 59200 Tourcoing'],
  ])('answers « %s » with another address, as the service does', async (q, label) => {
    expect((await labels(q))[0]).toBe(label);
  });

  it('answers one label for each former commune of a merged one', async () => {
    const { body } = await ask('search', { q: '5 rue de la mairie 85260 Montréverd' });
    expect(body.features.map(({ properties }) => [properties?.['label'], properties?.['oldcity']])).toEqual([
      ['5 Rue de la Mairie 85260 Montréverd', 'SAINT-ANDRE-TREIZE-VOIES'],
      ['5 Rue de la Mairie 85260 Montréverd', 'Mormaison'],
    ]);
  });

  it('without a commune, searches as many large towns as requested', async () => {
    const found = await labels('12 rue de la rep', { limit: '7' });
    expect(found).toHaveLength(7);
    expect(found[0]).toMatch(/^12 Rue de la République /);
  });

  it('filters by type, code and postal code', async () => {
    expect(await labels('rue victor hugo', { citycode: '31555', type: 'street' })).toEqual([
      'Rue Victor Hugo 31000 Toulouse',
    ]);
    expect((await labels('3 rue victor hugo', { postcode: '42100' }))[0]).toBe('3 Rue Victor Hugo 42100 Saint-Étienne');
  });

  it('gives an address of Paris its arrondissement', async () => {
    const { body } = await ask('search', { q: '4 rue de la paix paris', limit: '1' });
    expect(body.features[0]?.properties).toMatchObject({
      city: 'Paris',
      citycode: expect.stringMatching(/^751\d\d$/),
      district: expect.stringMatching(/Arrondissement$/),
    });
  });

  it('finds nothing for nonsense', async () => {
    expect(await ask('search', { q: 'zzzzqqq' })).toEqual({
      status: 200,
      body: { type: 'FeatureCollection', features: [], query: 'zzzzqqq' },
    });
  });

  it.each([
    [{}, 'q: required param'],
    [{ q: 'ab' }, 'q: must contain between 3 and 200 chars and start with a number or a letter'],
    [{ q: '  -rue' }, 'q: must contain between 3 and 200 chars and start with a number or a letter'],
    [{ q: 'cergy', limit: '21' }, 'Param limit must be an integer between 1 and 20'],
    [{ q: 'cergy', lon: '2' }, 'lon/lat must be present together if defined'],
    [{ q: 'cergy', index: 'moon' }, "Unexpected value 'moon' for param index"],
  ])('refuses %j', async (query, detail) => {
    const { status, body } = await ask('search', query);
    expect(status).toBe(400);
    expect(body).toEqual({ code: 400, message: 'Failed parsing query', detail: [detail] });
  });

  it('fails according to the query’s text', async () => {
    expect((await app.inject('/geocodage/search?q=panne%20adresses')).statusCode).toBe(503);
    expect((await app.inject('/geocodage/search?q=Quota-Adresses')).headers['retry-after']).toBe('5');
  });
});

describe('reverse', () => {
  it('returns the address that search has at that place', async () => {
    const { body } = await ask('search', { q: '14 rue simone veil lacanau', limit: '1' });
    const [lon = 0, lat = 0] = body.features[0]?.geometry.coordinates ?? [];
    const back = await ask('reverse', { lon: String(lon), lat: String(lat) });
    expect(back.body.features[0]?.properties).toMatchObject({
      label: '14 Rue Simone Veil 33680 Lacanau',
      distance: 0,
      score: 1,
    });
  });

  it('sorts by distance, and finds nothing at sea', async () => {
    const near = await ask('reverse', { lon: '2.376', lat: '48.83', limit: '5' });
    const distances = near.body.features.map(({ properties }) => Number(properties?.['distance']));
    expect(distances).toHaveLength(5);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect((await ask('reverse', { lon: '-4', lat: '46' })).body.features).toEqual([]);
    expect((await ask('reverse', {})).status).toBe(400);
  });
});

it('projects to Lambert-93 as the recorded address of 20 avenue de Ségur', () => {
  const { x, y } = lambert93([2.308628, 48.850699]);
  expect(Math.hypot(x - 649_266.35, y - 6_861_406.23)).toBeLessThan(0.2);
});

it('with limits, refuses the fifty-first request of a second for five seconds', async () => {
  const limited = createSimulators({ limits: true });
  const call = () => limited.inject('/geocodage/reverse?lon=-4&lat=46');
  const statuses: number[] = [];
  for (let i = 0; i < 102; i += 1) statuses.push((await call()).statusCode);
  const last = await call();
  await limited.close();
  expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(last).toMatchObject({ statusCode: 429, headers: { 'retry-after': '5' } });
});

describe('search/csv', () => {
  const send = async (csv: string, fields: [string, string][] = []) => {
    const form = new FormData();
    form.set('data', new Blob([csv], { type: 'text/csv' }), 'adresses.csv');
    for (const [name, value] of fields) form.append(name, value);
    const request = new Request('http://local/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await request.arrayBuffer());
    return app.inject({ method: 'POST', url: '/geocodage/search/csv/', headers, payload });
  };

  it('adds the columns of the recorded answer to each row', async () => {
    const csv =
      'id,adresse,cp\n1,"8, boulevard du ""port""",95000\n2,rue inexistante zzz,99999\n3,é,\n4,1 bd du port cergy,\n';
    const { body, statusCode } = await send(csv, [
      ['columns', 'adresse'],
      ['postcode', 'cp'],
    ]);
    const [header = '', first = '', second, third] = body.split('\n');
    expect([statusCode, header]).toEqual([
      200,
      'id,adresse,cp,longitude,latitude,result_score,result_score_next,result_label,result_type,result_id,result_banId,result_housenumber,result_name,result_street,result_postcode,result_city,result_context,result_citycode,result_oldcitycode,result_oldcity,result_district,result_status',
    ]);
    expect(first).toMatch(/^1,"8, boulevard du ""port""",95000,2\.\d+,49\.\d+,0\.9\d+,/);
    expect(first).toContain(',housenumber,');
    expect(first).toMatch(/,"95, Val-d'Oise, Île-de-France",95127,,,,ok$/);
    expect([second, third]).toEqual([
      `2,rue inexistante zzz,99999${','.repeat(19)}not-found`,
      `3,é,${','.repeat(19)}skipped`,
    ]);
  });

  it('keeps the chosen columns', async () => {
    const { body } = await send('adresse\n8 boulevard du port cergy\n', [
      ['result_columns', 'result_status'],
      ['result_columns', 'result_label'],
    ]);
    expect(body).toBe(
      'adresse,result_status,result_label\n8 boulevard du port cergy,ok,8 Boulevard du Port 95000 Cergy\n',
    );
  });

  it('refuses an unknown column, no file, or a call while it is down', async () => {
    expect((await send('adresse\nx\n', [['columns', 'voie']])).statusCode).toBe(400);
    expect((await app.inject({ method: 'POST', url: '/geocodage/search/csv' })).statusCode).toBe(400);
    expect((await send('adresse\n1 rue du Port Panne-Adresses\n')).statusCode).toBe(503);
  });
});
