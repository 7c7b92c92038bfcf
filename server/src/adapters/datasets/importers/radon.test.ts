import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkshop, EXTRACTS_HELD, extract, radonTable, type Workshop } from '#test/datasets.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

async function imported(folder: string) {
  const { manifest, skipped } = await workshop.import('radon', folder);
  return { manifest, skipped, release: await workshop.open('radon', manifest.id) };
}

it('restores lost zeros and the codes that two communes share, and leaves shifted rows out', async () => {
  const table = radonTable([
    ['TOUET-DE-L’ESCARENE', '6142', 1],
    ['AJACCIO', '2A004', 3],
    ['chiconi', '97605', 3],
    ['sada', '97605', 1],
    ['saint pierre', '97500', 3],
    ['miquelon langlade', '97500', 2],
    ['TAHAA', '', 1],
  ]);
  const { release, skipped } = await imported(
    await workshop.source({ 'radon.csv': `${table}MENDE;LOZERE;48095;#VALEUR!;FR\n` }),
  );
  const potentials = ['06142', '2A004', '97605', '97616', '97502', '97501', '48095'].map((code) =>
    release.rowsOf(code),
  );
  expect(potentials).toEqual([
    [{ potential: 1 }],
    [{ potential: 3 }],
    [{ potential: 3 }],
    [{ potential: 1 }],
    [{ potential: 3 }],
    [{ potential: 2 }],
    [],
  ]);
  expect(release.coverageOf('48095')).toBe('not-digitised');
  expect(Object.values(skipped)).toEqual([1, 1]);
});

it.skipIf(!EXTRACTS_HELD)('reads the national table as published in January 2019', async () => {
  const { manifest, release, skipped } = await imported(extract('radon'));
  expect(manifest.rows).toBe(35_964);
  expect(Object.keys(manifest.departements)).toHaveLength(104);
  expect(release.rowsOf('48095')).toEqual([{ potential: 3 }]);
  expect(release.rowsOf('02628')).toEqual([{ potential: 1 }]);
  expect(release.rowsOf('97616')).toEqual([{ potential: 3 }]);
  // By arrondissement in Paris, Lyon and Marseille.
  expect([release.rowsOf('75056'), release.rowsOf('75101')]).toEqual([[], [{ potential: 1 }]]);
  expect(Object.values(skipped).reduce((sum, count) => sum + count, 0)).toBe(140);
});
