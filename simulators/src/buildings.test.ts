import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { communeByInsee } from '#territory/communes.ts';
import type { Point } from '#territory/geometry.ts';
import type { Feature, MultiPolygon } from 'geojson';
import { geopfFeatures } from './geopf-wfs.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(geopfFeatures, { recordings: null, limits: false });
afterAll(() => app.close());

type Answer = { features: Feature<MultiPolygon>[]; numberMatched: number; numberReturned: number };

function ask(filter: string, more = '') {
  const query = `TYPENAMES=BDTOPO_V3:batiment&CQL_FILTER=${encodeURIComponent(filter)}${more}`;
  return app.inject(`/geopf/wfs/ows?${query}`);
}

function box([longitude, latitude]: Point, half: number): string {
  const [w, s, e, n] = [longitude - half, latitude - half, longitude + half, latitude + half];
  return `POLYGON((${s} ${w},${s} ${e},${n} ${e},${n} ${w},${s} ${w}))`;
}
const toulouse: Point = [1.4442, 43.6047];

it('has the houses of a town, with the columns of the BD TOPO, altitudes included', async () => {
  const { features, numberMatched } = (await ask(`INTERSECTS(geometrie,${box(toulouse, 0.002)})`)).json<Answer>();
  expect(numberMatched).toBeGreaterThan(50);
  expect(features[0]?.geometry.coordinates[0]?.[0]?.[0]).toHaveLength(3);
  expect(features[0]?.properties).toMatchObject({ cleabs: expect.stringMatching(/^BATIMENT\d{16}$/u) });
  const values = (name: string) => new Set(features.map(({ properties }) => properties?.[name]));
  expect(values('construction_legere')).toEqual(new Set([true, false]));
  expect(values('precision_planimetrique').size).toBeGreaterThan(3);
  expect(values('etat_de_l_objet').size).toBeGreaterThan(1);
  const rnb = [...values('identifiants_rnb')].map((text) => String(text ?? ''));
  expect(rnb.some((text) => text.includes('/')) && rnb.includes('')).toBe(true);
  expect(values('cleabs').size).toBe(features.length);
});

it('gives only those that meet the polygons, the first of COUNT, latitude first', async () => {
  const both = `MULTIPOLYGON${box(toulouse, 0.0004).slice(7)}`.replace('((', '(((').replace(/\)\)$/u, ')))');
  const one = (await ask(`INTERSECTS(geometrie,${both})`)).json<Answer>();
  const wide = (await ask(`INTERSECTS(geometrie,${box(toulouse, 0.002)})`, '&COUNT=5')).json<Answer>();
  expect(one.features.length).toBeGreaterThan(0);
  expect(one.features.length).toBeLessThan(wide.numberMatched);
  expect([wide.features.length, wide.numberReturned]).toEqual([5, 5]);
  const inverted = box([toulouse[1], toulouse[0]], 0.002);
  expect((await ask(`INTERSECTS(geometrie,${inverted})`)).json<Answer>().features).toEqual([]);
});

it('has none in the fields, and refuses what is no filter', async () => {
  const mende = communeByInsee('48095');
  const far: Point = [(mende?.longitude ?? 0) + 0.06, mende?.latitude ?? 0];
  expect((await ask(`INTERSECTS(geometrie,${box(far, 0.002)})`)).json<Answer>().features).toEqual([]);
  for (const filter of ['INTERSECTS(geom,POINT(1 2))', 'INTERSECTS(geometrie,POLYGON((1 2)))', '']) {
    const refused = await ask(filter);
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('CQL')]);
  }
});

describe('failures by place', () => {
  it('fails in its commune, and nowhere else', async () => {
    const at = (insee: string): Point => {
      const commune = communeByInsee(insee);
      return [commune?.longitude ?? 0, commune?.latitude ?? 0];
    };
    expect((await ask(`INTERSECTS(geometrie,${box(at('48949'), 0.001)})`)).statusCode).toBe(503);
    expect((await ask(`INTERSECTS(geometrie,${box(at('48919'), 0.001)})`)).statusCode).toBe(200);
  });
});
