import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { compareSources, readPlaces } from './datasets-compare.ts';
import { startLocalServer, type LocalServer } from './local-server.ts';
import { simulatedSuppliers } from './suppliers-over.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
/** What the live service says of each commune; it holds nothing else. */
const LIVE: Record<string, string> = { '48095': '3', '01034': '1' };
const PLACES =
  'commune;longitude;latitude\n48095;3.5;44.518\n01034;5.6879;45.7603\n01004;5.35;45.95\n33063;-0.58;44.84\n';

let workshop: Workshop;
let server: LocalServer;
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
  server = await startLocalServer(({ url }) => {
    const potential = LIVE[url.searchParams.get('code_insee')?.split(',')[0] ?? ''];
    if (!url.pathname.endsWith('/v1/radon') || potential === undefined)
      return { status: 404, body: '{"code":404,"message":"non enregistré"}' };
    return { body: JSON.stringify({ data: [{ classe_potentiel: potential }], total_pages: 1, response_code: 200 }) };
  });
});
afterEach(async () => {
  await workshop.close();
  await server.close();
});

async function sources() {
  const table = radonTable([
    ['MENDE', '48095', 3],
    ['BELLEY', '1034', 2],
    ['AMBERIEU', '1004', 1],
  ]);
  const { manifest } = await workshop.import('radon', await workshop.source({ 'radon.csv': table }));
  await workshop.store.activate({ dataset: 'radon', release: manifest.id, force: null });
  const releases = workshop.activeReleases();
  await releases.refresh();
  return { releases, live: simulatedSuppliers(server.baseUrl) };
}

it('counts agreements, differences and silences by heading, with one line for each difference', async () => {
  const folder = await workshop.source({ 'places.csv': PLACES });
  const places = await readPlaces(join(folder, 'places.csv'));
  const lines = (await compareSources(await sources(), places)).replaceAll('\u00A0', ' ').split('\n');
  expect(lines[0]).toBe('4 lieux :');
  expect(lines).toContain('Potentiel radon : 1 accord, 1 différence, 1 sans réponse du service');
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([
    expect.stringMatching(
      /^ {2}01034 \(5\.6879, 45\.7603\) : l’édition dit potential 2 ; le service dit potential 1 \[Potentiel radon des communes .*, édition du .*, sha256 [0-9a-f]{12} ; .*[Rr]adon.*, le \d\d\/\d\d\/\d{4}\]$/,
    ),
  ]);
});

it('places need their columns; an unreadable file is said', async () => {
  const folder = await workshop.source({ 'places.csv': 'insee;x;y\n48095;3.5;44.5\n' });
  await expect(readPlaces(join(folder, 'places.csv'))).rejects.toThrow(/ligne 2 : il faut les colonnes commune/);
  await expect(readPlaces(join(folder, 'none.csv'))).rejects.toThrow(/illisible/);
});
