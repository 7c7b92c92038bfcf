import { parcelCode } from '@clairisque/contract/parcels.ts';
import { describe, expect, inject, test } from 'vitest';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact } from '#domain/risks/facts.ts';
import { assessCompulsoryRisks } from '#domain/headings/assess.ts';
import { quietFacts } from '#test/facts.ts';
import type { HttpLimits } from '#platform/suppliers/http-client.ts';
import { processorMs } from '#test/processor.ts';
import { aPlace, supplierDeps } from '#test/supplier-deps.ts';
import { createCadastre } from './cadastre/cadastre.ts';
import { createGeocoder } from './addresses/geocoder.ts';
import { createGeorisques } from './georisques/georisques.ts';
import { createMapTiles } from './maps/map-tiles.ts';
import { createNoisePlans } from './noise/noise-plans.ts';
import { createUrbanism } from './urbanism/urbanism.ts';

/** All adapters over the simulators, which have the suppliers' formats and simulate failures by place. */
function suppliers(limits: Partial<HttpLimits>, token: string | null = 'simulated-token') {
  const base = inject('simulatorsUrl');
  const deps = { ...supplierDeps(), limits: { perSecond: 10_000, ...limits } };
  return {
    geocoder: createGeocoder({ baseUrl: `${base}/geocodage`, ...deps }),
    cadastre: createCadastre({ baseUrl: `${base}/apicarto/api`, ...deps }),
    georisques: createGeorisques({ baseUrl: `${base}/georisques/api`, token, ...deps }),
    noisePlans: createNoisePlans({ baseUrl: `${base}/geopf`, ...deps }),
    urbanism: createUrbanism({ baseUrl: `${base}/apicarto/api`, ...deps }),
    mapTiles: createMapTiles({ geopfUrl: `${base}/geopf`, osmUrl: `${base}/osm`, ...deps }),
  };
}

const VERBS = [
  'seismicZone',
  'radon',
  'sis',
  'brushClearing',
  'clay',
  'casias',
  'installations',
  'cavities',
  'groundMovements',
  'catnat',
  'report',
] as const;

function allFacts({ georisques, noisePlans, urbanism }: ReturnType<typeof suppliers>, place: Place) {
  const families = (['pprn', 'pprm', 'pprt'] as const).map((family): Promise<Fact<unknown>> =>
    georisques.ppr(family, place),
  );
  const verbs = VERBS.map((verb): Promise<Fact<unknown>> => georisques[verb](place));
  return Promise.all([...families, ...verbs, noisePlans.zones(place), urbanism.coastlineRetreat(place)]);
}

describe.each(['simulated-token', null])('with the token %o', (token) => {
  test.each(['8 boulevard du port cergy', 'rue de rivoli paris', 'saint-malo', 'ajaccio', 'lacanau'])(
    'every fact of « %s » is obtained, with its source',
    async (q) => {
      const all = suppliers({}, token);
      const { features } = await all.geocoder.search({ q, limit: 1 });
      const [longitude, latitude] = features[0]?.geometry.coordinates ?? [0, 0];
      const [nearest] = await all.cadastre.nearby({ longitude, latitude });
      const parcel = nearest && (await all.cadastre.parcel(parcelCode(nearest)));
      expect(parcel?.outline).toEqual(nearest?.multiPolygon);
      const commune = parcel?.commune ?? '';
      const inseeCodes = commune.startsWith('751') ? [commune, '75056'] : [commune];
      const place = aPlace({ longitude, latitude, inseeCodes, parcels: parcel ? [parcel] : [] });
      const facts = await allFacts(all, place);
      expect(facts.filter(({ state }) => state !== 'obtained')).toEqual([]);
      expect(new Set(facts.map(({ provenance }) => provenance.source)).size).toBe(16);
    },
  );
});

describe('open answers of the simulators', () => {
  const open = async (place: Place) => {
    const { georisques, noisePlans, urbanism } = suppliers({});
    const [sis, noise, undrawn, coastlineRetreat] = await Promise.all([
      georisques.sis(place),
      noisePlans.zones(place),
      noisePlans.undrawn(place),
      urbanism.coastlineRetreat(place),
    ]);
    const { bruit, ...findings } = assessCompulsoryRisks(
      { ...quietFacts(), sis, noise, noisePlans: undrawn, coastlineRetreat },
      place,
    );
    return { bruit, sis: findings.sis, shore: findings['trait-de-cote'] };
  };

  test('Cayenne: a plan whose zones are not published, with its link', async () => {
    const { bruit } = await open(aPlace({ longitude: -52.326, latitude: 4.937, inseeCodes: ['97302'] }));
    expect(bruit).toMatchObject({
      state: 'not-obtained',
      reason: 'not-drawn',
      references: [
        { title: expect.stringContaining('Cayenne-Félix-Éboué (SOCA)'), url: expect.stringContaining('PEB_SOCA') },
      ],
    });
  });

  test('Saint-Malo: `pre-ZERTC` alone is a zone, provisional', async () => {
    const { shore } = await open(aPlace({ longitude: -2.0036, latitude: 48.645, inseeCodes: ['35288'] }));
    expect(shore).toMatchObject({ state: 'concerned', details: { zones: [{ provisional: true }] } });
  });

  test('east of Mende: the local plan contradicts Géorisques on the soils', async () => {
    const { sis, bruit } = await open(aPlace({ longitude: 3.52, latitude: 44.518, inseeCodes: ['48095'] }));
    expect([sis.state, bruit.state]).toEqual(['not-obtained', 'not-concerned']);
    expect(sis.sentence).toMatch(/Géorisques.*Géoportail de l’urbanisme.*à vérifier/u);
  });
});

describe('simulated failures are states of the facts', () => {
  const once = { attempts: 1 };
  const quick = { ...once, timeoutMs: 300, totalMs: 600 };
  // Communes 48901 to 48936 of the simulators: one service per row (third: Géorisques), one failure per column.
  const modes = ['panne', 'coupure', 'lenteur', 'charabia', 'quota'];
  const expected = ['unavailable', 'unavailable', 'timeout', 'malformed', 'rate-limited'];
  const column = [0, 1, 2, 3, 5];

  test.each(modes.map((mode, i) => ({ mode, column: column[i] ?? 0, reason: expected[i] })))(
    '$mode of Géorisques is « $reason »',
    async (one) => {
      const { georisques } = suppliers(one.mode === 'lenteur' ? quick : once);
      const place = aPlace({
        longitude: 3.36 + one.column * 0.022,
        latitude: 44.2 + 2 * 0.0155,
        inseeCodes: [String(48_913 + one.column)],
      });
      for (const fact of [await georisques.radon(place), await georisques.ppr('pprn', place)]) {
        expect(fact).toMatchObject({ state: 'not-obtained', reason: one.reason });
      }
    },
  );

  test('an empty body means no exposure to clay, and no answer for the rest', async () => {
    const { georisques } = suppliers(once);
    const place = aPlace({ longitude: 3.36 + 4 * 0.022, latitude: 44.2 + 2 * 0.0155, inseeCodes: ['48917'] });
    expect(await georisques.clay(place)).toMatchObject({ state: 'obtained', value: { exposure: 0 } });
    expect(await georisques.brushClearing(place)).toMatchObject({ state: 'not-obtained' });
    expect(await georisques.ppr('pprn', place)).toMatchObject({ state: 'not-obtained' });
  });
});

test.each(['plan', 'cadastre', 'osm'] as const)('a tile of %s is an image', async (layer) => {
  const tile = await suppliers({}).mapTiles.tile(layer, 17, 66_400, 45_110);
  expect(tile.contentType).toMatch(/^image\//);
  expect(tile.bytes.length).toBeGreaterThan(100);
});

test('parcels already known near a point are served at more than 5 000 a second', async () => {
  const { cadastre } = suppliers({});
  const point = { longitude: 2.3522, latitude: 48.8566 };
  expect((await cadastre.nearby(point)).length).toBeGreaterThan(0);
  const took = await processorMs(async () => {
    for (let i = 0; i < 20_000; i += 1) await cadastre.nearby(point);
  });
  expect(20_000 / (took / 1000)).toBeGreaterThan(5_000);
});
