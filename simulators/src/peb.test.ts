import { existsSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { loadRecordings } from '#recordings.ts';
import { communeByInsee } from '#territory/communes.ts';
import { contains, type Outline } from '#territory/hazards-outline.ts';
import type { Point } from '#territory/geometry.ts';
import type { MultiPolygon } from 'geojson';
import { noisePlans } from './peb.ts';

const app = Fastify();
app.decorate('slowMs', 20);
app.register(noisePlans, { recordings: null, limits: false });
afterAll(() => app.close());

const RECORDINGS = '../shared/realdata';

type Zone = { properties: Record<string, unknown>; geometry: Outline };

function ask([longitude, latitude]: Point, changes: Record<string, string> = {}, half = 0.005) {
  const query = new URLSearchParams({
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetFeatureInfo',
    LAYERS: 'dgac_peb_plan_wmsv',
    QUERY_LAYERS: 'dgac_peb_plan_wmsv',
    STYLES: '',
    CRS: 'EPSG:4326',
    BBOX: [latitude - half, longitude - half, latitude + half, longitude + half].join(),
    WIDTH: '101',
    HEIGHT: '101',
    I: '50',
    J: '50',
    INFO_FORMAT: 'application/json',
    FEATURE_COUNT: '24',
    ...changes,
  });
  return app.inject(`/geopf/wms-v/ows?${query.toString()}`);
}

async function zonesAt(point: Point): Promise<string[]> {
  const { features } = (await ask(point)).json<{ features: Zone[] }>();
  const inside = features.filter(({ geometry }) => contains(geometry, point));
  return [
    ...new Set(inside.map(({ properties }) => `${String(properties['code_oaci'])} ${String(properties['zone'])}`)),
  ];
}
const town = (insee: string): Point => {
  const commune = communeByInsee(insee);
  return [commune?.longitude ?? 0, commune?.latitude ?? 0];
};

it('knows the zones of Roissy, Goussainville and Le Bourget', async () => {
  expect(await zonesAt([2.5398627, 49.0223065])).toEqual(['LFPG A']);
  expect(await zonesAt(town('95280'))).toEqual(['LFPG C']);
  expect(await zonesAt(town('93013'))).toEqual(['LFPG D', 'LFPB A']);
});

it('shows a zone at the centre of the towns typed for their PEB, and none at Cayenne, which has an arrêté only', async () => {
  const zones = await Promise.all(
    ['06088', '17300', '31555', '44109', '56121', '59350', '97302'].map((insee) => zonesAt(town(insee))),
  );
  expect(zones).toEqual([['LFMN D'], ['LFBH D'], ['LFBO D'], ['LFRS D'], ['LFRH D'], ['LFQQ D'], []]);
});

it('writes numbers as strings, sometimes inverted, and an old date beside a new document', async () => {
  const roissy = (await ask([2.5398627, 49.0223065])).json<{ features: Zone[] }>().features;
  expect(roissy[0]?.properties).toMatchObject({ indldenext: '70', indldenint: '70', date_arret: '2007-04-03Z' });
  const cannes = (await ask([6.954167, 43.5555])).json<{ features: Zone[] }>().features;
  expect(cannes.map(({ properties }) => properties)).toContainEqual(
    expect.objectContaining({ code_oaci: 'LFMD', zone: 'B', indldenext: '70', indldenint: '65' }),
  );
  const gap = (await ask([6.036667, 44.453889])).json<{ features: Zone[] }>().features;
  expect(gap[0]?.properties).toMatchObject({
    code_oaci: 'LFNA',
    date_arret: '1985-06-28Z',
    ref_doc: expect.stringContaining('PEB_LFNA_11_04_2017.pdf'),
  });
  const stCyr = (await ask([2.073333, 48.81028])).json<{ features: Zone[] }>().features;
  expect(stCyr[0]?.properties).toMatchObject({ code_oaci: 'LFPZ', indldenext: '96' });
});

it('returns neighbours, and the same zone twice', async () => {
  const { features } = (await ask(town('93013'))).json<{ features: Zone[] }>();
  expect(
    features.filter(({ properties }) => properties['code_oaci'] === 'LFPB' && properties['zone'] === 'A'),
  ).toHaveLength(2);
  const zoneA = features.filter(({ properties }) => properties['zone'] === 'A');
  const [corner] = zoneA.flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates.flat(2)) as [Point];
  const border = (await ask(corner)).json<{ features: Zone[] }>().features;
  const named = border.map(({ properties: { code_oaci, zone } }) => `${String(code_oaci)} ${String(zone)}`);
  expect(new Set(named)).toEqual(new Set(['LFPB A', 'LFPB B', 'LFPG C']));
});

describe('silences and errors', () => {
  it('finds nothing nearer than 1:25 000, abroad, or without a CRS', async () => {
    const near = (await ask([2.5398627, 49.0223065], {}, 0.003)).json();
    expect(near).toMatchObject({ features: [], totalFeatures: 'unknown', numberReturned: 0, crs: null });
    expect((await ask([10, 10])).json()).toMatchObject({ features: [], crs: null });
  });

  it('longitude first → the result of another place', async () => {
    const inverted = { BBOX: [2.5348627, 49.0173065, 2.5448627, 49.0273065].join() };
    expect((await ask([2.5398627, 49.0223065], inverted)).json()).toMatchObject({ features: [] });
  });

  it('returns its errors in XML with status 200', async () => {
    const unknown = await ask([2.54, 49.02], { LAYERS: 'dgac_peb', QUERY_LAYERS: 'dgac_peb' });
    expect([unknown.statusCode, unknown.headers['content-type']]).toEqual([200, 'application/vnd.ogc.se_xml']);
    expect(unknown.body).toContain('LayerNotDefined');
  });

  it('has no WFS of the zones, only the index of arrêtés', async () => {
    const zones = await app.inject('/geopf/wfs/ows?SERVICE=WFS&TYPENAMES=dgac_peb_plan_wfs:dgac_peb_plan_wfs');
    expect([zones.statusCode, zones.body]).toEqual([400, expect.stringContaining('Unknown namespace')]);
    const decrees = await app.inject('/geopf/wfs/ows?SERVICE=WFS&TYPENAMES=dgac_peb_arrete_wfs:dgac_peb_arrete_wfs');
    expect(decrees.json().features).toContainEqual(
      expect.objectContaining({ properties: expect.objectContaining({ oaci: 'LFPN', nom: 'LFPN - TOUSSUS' }) }),
    );
  });
});

it('returns débroussaillement by WFS, latitude first, without geometry when properties are named', async () => {
  const query = '/geopf/wfs/ows?TYPENAMES=DEBROUSSAILLEMENT:debroussaillement&PROPERTYNAME=id,url';
  const aix = (await app.inject(`${query}&CQL_FILTER=INTERSECTS(geom,POINT(43.5297 5.4474))`)).json();
  expect(aix).toMatchObject({ numberReturned: 1, features: [{ geometry: null, properties: { dept: '13' } }] });
  const paris = (await app.inject(`${query}&CQL_FILTER=INTERSECTS(geom,POINT(48.83 2.376))`)).json();
  expect(paris).toMatchObject({ numberReturned: 0, crs: null });
});

it.skipIf(!existsSync(RECORDINGS))('gives the recorded zones at their place, and nothing elsewhere', async () => {
  const recorded = Fastify();
  recorded.decorate('slowMs', 20);
  recorded.register(noisePlans, { recordings: loadRecordings(RECORDINGS), limits: false });
  const url = (lat: number, lon: number) =>
    `/geopf/wms-v/ows?REQUEST=GetFeatureInfo&LAYERS=dgac_peb_plan_wmsv&QUERY_LAYERS=dgac_peb_plan_wmsv&CRS=EPSG:4326&BBOX=${lat - 0.005},${lon - 0.005},${lat + 0.005},${lon + 0.005}&WIDTH=101&HEIGHT=101&I=50&J=50&INFO_FORMAT=application/json`;
  const bourget = (await recorded.inject(url(48.9695, 2.4415))).json<{ features: Zone[] }>().features;
  expect(bourget.map(({ properties }) => properties['id_map'])).toContain(577);
  expect((await recorded.inject(url(45, 3))).statusCode).toBe(404);
  await recorded.close();
});
