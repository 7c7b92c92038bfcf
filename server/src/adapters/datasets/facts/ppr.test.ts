import { beforeEach, expect, it } from 'vitest';
import { gasparTable, releasesOf } from '#test/datasets.ts';
import { geoPackage } from '#test/geopackage.ts';
import { placeInLambert93, square } from '#test/shapefile.ts';
import { pprFact } from './ppr.ts';

const { serve, deps } = releasesOf(new Date('2026-11-20T10:00:00Z'));

/** Metres in Lambert-93, near Mende. */
const [X, Y] = [740_000, 6_380_000];
const PLAN = '48DDT20200001';
const plansAt = (x: number, y: number) => pprFact('pprn')(deps(), placeInLambert93(x, y, '48095'))?.value;
const zonedAt = (x: number, y: number) => plansAt(x, y)?.map(({ zoned }) => zoned);
/** Whether zones of the plan may be missing. */
const partialAt = (x: number, y: number) => plansAt(x, y)?.map(({ partial }) => partial);

type Zone = { plan: string; type: string; x: number };
function zones(table: string, ...given: Zone[]): Promise<Buffer> {
  const features = given.map(({ plan, type, x }) => ({
    attributes: { codeprocedure: plan, codezonereglement: 'B', libellezonereglement: '', typereglement: type },
    rings: [square(x, Y, 100)],
  }));
  return geoPackage(`pprn_48ddt20200001_${table}`, { srs: 2154 }, features);
}
const DRAWN: Zone = { plan: PLAN, type: '02', x: X };

beforeEach(async () => {
  await serve('communes', {
    'communes.csv': 'TYPECOM,COM,LIBELLE\nCOM,48095,Mende\n',
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n',
  });
  const plan = {
    'CODE PROCEDURE': PLAN,
    'CODE INSEE COMMUNE': '48095',
    PRESCRIPTION: '2020-02-01',
    APPROBATION: '2026-06-01',
    'LIBELLE SOUS-ETAT': 'Approuvé',
  };
  await serve('gaspar-pprn', { 'pprn_gaspar_2026-11-15.csv': gasparTable([plan]) });
});

it('a plan whose zones are all drawn: in one of them, and outside', async () => {
  await serve('ppr-zones', { 'pprn_a.gpkg': await zones('zonereglementaireurba_s', DRAWN) });
  expect([zonedAt(X + 50, Y + 50), zonedAt(X + 500, Y)]).toEqual([[true], [false]]);
  expect([partialAt(X + 50, Y + 50), partialAt(X + 500, Y)]).toEqual([[false], [false]]);
});

it.each<[string, string, Zone]>([
  ['has zones drawn as lines', 'zonereglementaireurba_l', { ...DRAWN, x: X + 500 }],
  ['shares its file with a zone of no plan', 'zonereglementaireurba_s', { ...DRAWN, plan: '', x: X + 500 }],
])('a plan that %s: in a surface it is « oui », elsewhere the live service is asked', async (...[, table, other]) => {
  const isOneTable = table.endsWith('_s');
  await serve('ppr-zones', {
    'pprn_a.gpkg': await zones('zonereglementaireurba_s', DRAWN, ...(isOneTable ? [other] : [])),
    ...(!isOneTable && { 'pprn_b.gpkg': await zones(table, other) }),
  });
  expect([zonedAt(X + 50, Y + 50), zonedAt(X + 500, Y)]).toEqual([[true], undefined]);
  expect(partialAt(X + 50, Y + 50)).toEqual([true]);
});

it('land measures without the zones beside them say nothing outside', async () => {
  await serve('ppr-zones', { 'pprn_a.gpkg': await zones('zonereglementairefoncier_s', { ...DRAWN, type: '02' }) });
  expect(zonedAt(X + 500, Y)).toBeUndefined();
});

it('zones published before the approval are those of a draft', async () => {
  await serve('ppr-zones', { 'pprn_a.gpkg': await zones('zonereglementaireurba_s', DRAWN) }, '2026-05-31');
  expect([zonedAt(X + 50, Y + 50), zonedAt(X + 500, Y)]).toEqual([undefined, undefined]);
});
