import { afterAll, describe, expect, it } from 'vitest';
import type { FeatureCollection, MultiPolygon } from 'geojson';
import { createSimulators } from '#app.ts';

const app = createSimulators({ slowMs: 20 });
afterAll(() => app.close());

type Found = FeatureCollection<MultiPolygon> & {
  numberMatched: number;
  numberReturned: number;
  crs: unknown;
  links?: unknown;
};
const URL = '/apicarto/api/cadastre/parcelle';

async function ask(params: Record<string, string>) {
  const answer = await app.inject({ url: URL, query: params });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Found>() };
}
const point = (longitude: number, latitude: number): string =>
  JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] });

describe('parcelle', () => {
  it('a point of Paris → the codes of the commune and of the arrondissement', async () => {
    const { body, headers } = await ask({ geom: point(2.376, 48.83) });
    expect(body).toMatchObject({
      numberMatched: 1,
      features: [
        {
          geometry: { type: 'MultiPolygon' },
          properties: { code_insee: '75056', code_dep: '75', code_com: '056', code_arr: '113', nom_com: 'Paris' },
        },
      ],
    });
    expect(body.features[0]?.properties?.['idu']).toMatch(/^75113000[A-Z]{2}\d{4}$/);
    expect(headers['cache-control']).toBe('private, no-cache, no-store, must-revalidate');
  });

  it('finds the same parcel by its reference, and nothing by the code of the arrondissement', async () => {
    const { body } = await ask({ geom: point(2.376, 48.83) });
    const { section, numero, com_abs } = (body.features[0]?.properties ?? {}) as Record<string, string>;
    const again = await ask({
      code_insee: '75056',
      code_arr: '113',
      section: section!,
      numero: numero!,
      com_abs: com_abs!,
    });
    expect(again.body.features).toEqual(body.features);
    const none = await ask({ code_insee: '75113', section: section!, numero: numero! });
    expect(none.body).toMatchObject({ features: [], numberMatched: 0, crs: null });
  });

  it('intersects a polygon sent by POST, as text or as an object', async () => {
    const [x, y] = [1.4437, 43.6043];
    const geom = { type: 'Polygon', coordinates: [[[x, y], [x + 0.001, y], [x + 0.001, y + 0.001], [x, y]]] }; // prettier-ignore
    const asObject = await app.inject({ method: 'POST', url: URL, payload: { geom } });
    const asText = await app.inject({ method: 'POST', url: URL, payload: { geom: JSON.stringify(geom) } });
    expect(asObject.json<Found>().features.length).toBeGreaterThan(3);
    expect(asText.json<Found>().features).toEqual(asObject.json<Found>().features);
  });

  it('pages a section by _limit and _start', async () => {
    const asked = { code_insee: '42218', section: 'AA' };
    const { body: all } = await ask(asked);
    const { body: page } = await ask({ ...asked, _limit: '10', _start: '5' });
    expect(page.features).toEqual(all.features.slice(5, 15));
    expect(page).toMatchObject({ numberMatched: all.numberMatched, numberReturned: 10 });
    expect(page.links).toBeDefined();
    expect(all.links).toBeUndefined();
  });

  it('finds nothing at sea and abroad', async () => {
    for (const [x, y] of [
      [-4, 46],
      [2.17, 41.39],
    ] as const) {
      expect((await ask({ geom: point(x, y) })).body).toMatchObject({ features: [], numberMatched: 0, crs: null });
    }
  });

  it.each([
    [{ section: 'A' }, 'section', 'Le numéro de section est sur 2 caractères'],
    [{ section: 'A-' }, 'section', 'Invalid value'],
    [{ numero: '37' }, 'numero', 'Le numéro de parcelle est sur 4 caractères'],
    [{ com_abs: '1' }, 'com_abs', 'Le prefixe est composé de 3 chiffres obligatoires'],
    [{ code_insee: '96001' }, 'code_insee', 'Invalid value'],
    [{ geom: '{"type":"Point"' }, 'geom', 'Invalid value'],
    [{ _limit: 'ten' }, '_limit', 'Invalid value'],
    [
      { insee: '42218' },
      'insee',
      'Le paramètre "insee" a été remplacé par "code_insee" pour éviter des renommages dans les données et chaînage de requête',
    ],
  ])('refuses %j as the service does', async (params, path, msg) => {
    const { status, body } = await ask(params);
    expect(status).toBe(400);
    const value = Object.values(params)[0];
    expect(body).toEqual({ code: 400, message: { [path]: { type: 'field', value, msg, path, location: 'query' } } });
  });
});

describe('sentinels of the cadastre', () => {
  it.each([
    ['48907', 503, '<h1>503 Service Unavailable</h1>'],
    ['48910', 200, '<!DOCTYPE html>'],
    ['48911', 200, '"features":[]'],
    ['48912', 429, '<h1>429 Too Many Requests</h1>'],
  ])('%s → %d', async (insee, status, text) => {
    const answer = await app.inject({ url: URL, query: { code_insee: insee } });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(text);
  });

  it('cuts the connection in « Coupure-Cadastre », delays in « Lenteur-Cadastre »', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await expect(fetch(`${url}${URL}?code_insee=48908`)).rejects.toThrow('fetch failed');
    const slow = (await (await fetch(`${url}${URL}?code_insee=48909&section=AA`)).json()) as Found;
    expect(slow.numberMatched).toBeGreaterThan(100);
  });

  it('fails only the named service: the address of « Panne-Cadastre » is found', async () => {
    const answer = await app.inject({ url: '/geocodage/search', query: { q: '3 rue du Lavoir Panne-Cadastre' } });
    expect(answer.json<FeatureCollection>().features[0]?.properties).toMatchObject({ citycode: '48907' });
  });
});
