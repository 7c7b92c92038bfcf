import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkshop, EXTRACTS_HELD, extract, type Workshop } from '#test/datasets.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

const COMMUNES =
  'TYPECOM,COM,LIBELLE\nCOM,01138,Chanay\nCOMD,01039,Béon\nCOM,27676,Vexin\nARM,75101,Paris 1er\nCOM,50001,Un\nCOM,50002,Deux\n';
const MOVEMENTS = [
  'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP',
  '32,2019-01-01,COM,01039,COM,01138',
  '32,2019-01-01,COM,01039,COMD,01039',
  // Two hops, then a division.
  '31,1973-01-01,COM,27001,COM,27002',
  '32,2016-01-01,COM,27002,COM,27676',
  '21,1980-01-01,COM,50009,COM,50001',
  '21,1980-01-01,COM,50009,COM,50002',
  '',
].join('\n');

it('follows mergers over several hops, and gives every successor of a divided commune', async () => {
  const source = await workshop.source({ 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS });
  const { manifest } = await workshop.import('communes', source);
  const release = await workshop.open('communes', manifest.id);
  expect(release.rowsOf('01039')).toEqual([{ successors: ['01138'] }]);
  expect(release.rowsOf('27001')).toEqual([{ successors: ['27676'] }]);
  expect(release.rowsOf('50009')).toEqual([{ successors: ['50001', '50002'] }]);
  expect(release.rowsOf('27676')).toEqual([{ name: 'Vexin', former: ['27001', '27002'] }]);
  expect(release.rowsOf('75101')).toEqual([{ name: 'Paris 1er', former: [] }]);
});

it.skipIf(!EXTRACTS_HELD)('reads the code officiel géographique of 2026', async () => {
  const { manifest } = await workshop.import('communes', extract('insee-cog'));
  const release = await workshop.open('communes', manifest.id);
  expect(release.rowsOf('01039')).toEqual([{ successors: ['01138'] }]);
  expect(release.rowsOf('01341')).toEqual([{ successors: ['01227'] }]);
  // Merged on 1 January 2026, as an associated commune ended.
  expect(release.rowsOf('01324')).toEqual([{ successors: ['01245'] }]);
  expect(release.rowsOf('97502')).toEqual([expect.objectContaining({ name: 'Saint-Pierre' })]);
  expect(release.rowsOf('75056')).toEqual([expect.objectContaining({ name: 'Paris' })]);
});
