import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { communeByInsee } from '#territory/communes.ts';
import type { Feature, FeatureCollection } from 'geojson';
import { urbanism } from './gpu.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(urbanism, { recordings: null, limits: false });
afterAll(() => app.close());

async function featuresAt(layer: string, coordinates: [number, number], more = ''): Promise<Feature[]> {
  const geom = encodeURIComponent(JSON.stringify({ type: 'Point', coordinates }));
  return (await app.inject(`/apicarto/api/gpu/${layer}?geom=${geom}${more}`)).json<FeatureCollection>().features;
}
const propertiesOf = (features: Feature[]) => features.map(({ properties }) => properties);
const town = (insee: string): [number, number] => {
  const commune = communeByInsee(insee);
  return [commune?.longitude ?? 0, commune?.latitude ?? 0];
};

it('distinguishes a coastal commune from an inland one, by point or by code', async () => {
  expect(propertiesOf(await featuresAt('municipality', town('33514')))).toMatchObject([
    { insee: '33514', is_coastline: true, is_deleted: false },
  ]);
  const clermont = await app.inject('/apicarto/api/gpu/municipality?insee=63113');
  expect(clermont.json()).toMatchObject({ features: [{ properties: { insee: '63113', is_coastline: false } }] });
});

it('zones the coastline retreat: 54-01 and 54-02 of the PLU at Soulac, whichever method asks', async () => {
  const [longitude, latitude] = town('33514');
  const geom = { type: 'Polygon', coordinates: [[[longitude, latitude], [longitude - 0.006, latitude], [longitude - 0.006, latitude + 0.001], [longitude, latitude]]] }; // prettier-ignore
  const answer = await app.inject({ method: 'POST', url: '/apicarto/api/gpu/prescription-surf', payload: { geom } });
  const codes = propertiesOf(answer.json<FeatureCollection>().features).map(
    (row) => `${row?.['typepsc']}-${row?.['stypepsc']}`,
  );
  expect(codes).toEqual(['54-01', '54-02']);
  const inland = await featuresAt('prescription-surf', town('63113'));
  expect(inland).toEqual([]);
});

it('has only a préfiguration at Saint-Malo, in the informations', async () => {
  expect(await featuresAt('prescription-surf', town('35288'))).toEqual([]);
  expect(propertiesOf(await featuresAt('info-surf', town('35288')))).toMatchObject([
    { libelle: "Zone exposée au recul du trait de côte à l'horizon 100 ans", txt: 'pre-ZERTC' },
  ]);
});

it('holds the partition that kelrisks recorded, and filters by categorie', async () => {
  const partition = '&partition=130012073_SUP_78_PM1';
  const generators = propertiesOf(await featuresAt('generateur-sup-s', [2.2018, 48.9168], partition));
  expect(generators).toContainEqual(expect.objectContaining({ id_gaspar: '78DDT20100014', suptype: 'pm1' }));
  const heritage = propertiesOf(await featuresAt('assiette-sup-s', town('69276'), '&categorie=AC1'));
  expect(heritage).toMatchObject([{ suptype: 'ac1', nomsuplitt: expect.stringMatching(/^CitÃ© refuge/) }]);
});

it('refuses an invalid geometry, in the shape of express-validator', async () => {
  const answer = await app.inject('/apicarto/api/gpu/municipality?geom=Paris');
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { code: 400, message: { geom: { type: 'field', path: 'geom', location: 'query' } } },
  ]);
});
