import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { checkLive } from './check-live-run.ts';
import type { Probe } from './check-live-probes.ts';
import { obtained, placeAt } from './conformance-case.ts';
import { startLocalServer } from './local-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-live-'));
const stateFile = join(folder, 'shapes', 'kept.json');
const PLACE = placeAt(2.4745, 49.0325, ['95280']);
const PROBES: Probe[] = [
  { title: 'radon', run: async ({ georisques }) => String(obtained(await georisques.radon(PLACE)).potential) },
  { title: 'sismicité', run: async ({ georisques }) => String(obtained(await georisques.seismicZone(PLACE)).zone) },
];

type Row = Record<string, unknown>;
/** How the supplier changes its rows. */
let lie: (rows: Row[]) => Row[] = (rows) => rows;
let status = 200;

/** The simulators behind a supplier whose answers can change. */
const supplier = await startLocalServer(async ({ url, method }) => {
  if (method === 'HEAD') return {};
  const answer = await fetch(inject('simulatorsUrl') + url.pathname + url.search);
  const body = (await answer.json()) as { data: Row[] };
  const altered = url.pathname.endsWith('/radon') ? { ...body, data: lie(body.data) } : body;
  return { status: url.pathname.endsWith('/radon') ? status : answer.status, body: JSON.stringify(altered) };
});
afterAll(async () => {
  await supplier.close();
  rmSync(folder, { recursive: true });
});

async function night({ accept = false, baseUrl = supplier.baseUrl } = {}): Promise<{ code: number; moved: string[] }> {
  const lines: string[] = [];
  const georisques = `${baseUrl}/georisques/api`;
  const same = { geocoder: baseUrl, apicarto: baseUrl, geopf: baseUrl, osm: baseUrl, fiches: baseUrl };
  const suppliers = { ...same, georisques };
  const say = (line: string): void => void lines.push(line);
  const code = await checkLive({ suppliers, token: null, probes: PROBES, stateFile, accept, say });
  return { code, moved: lines.filter((line) => /^(CHANGÉ|NON LU)/.test(line)) };
}

it('stores the shapes the first night, and reports nothing while they are the same', async () => {
  expect(await night()).toEqual({ code: 0, moved: [] });
  expect(existsSync(stateFile)).toBe(true);
  expect(await night()).toEqual({ code: 0, moved: [] });
});

it('reports differences in plain words, every night until they are accepted', async () => {
  lie = (rows) =>
    rows.map(({ libelle_commune: _gone, ...row }) => ({ ...row, millesime: 2027, classe_potentiel: '2' }));
  const first = await night();
  expect(first.code).toBe(1);
  expect(first.moved).toEqual([
    'CHANGÉ radon, georisques-v1 : le champ « data[].libelle_commune » (texte) a disparu',
    'CHANGÉ radon, georisques-v1 : le champ « data[].millesime » (nombre) est nouveau',
    expect.stringMatching(/le champ « data\[\]\.classe_potentiel » a une valeur nouvelle, « 2 » \(connues : 1\)$/),
  ]);
  expect(await night()).toEqual(first);
  expect((await night({ accept: true })).code).toBe(0);
  expect(await night()).toEqual({ code: 0, moved: [] });
});

it('reports what our adapters can no longer read, and the supplier’s refusals', async () => {
  lie = (rows) => rows.map((row) => ({ ...row, code_insee: 95_280, classe_potentiel: { niveau: 2 } }));
  const { code, moved } = await night();
  expect(code).toBe(1);
  expect(moved[0]).toMatch(/^NON LU radon : .*malformed/);
  expect(moved.join('\n')).toContain('le champ « data[].classe_potentiel » était : texte ; il est : objet');
  status = 403;
  expect((await night()).moved).toContain('CHANGÉ radon, georisques-v1 : répondait 200, répond refused');
});

it('without a network nothing is compared', async () => {
  expect(await night({ baseUrl: 'http://127.0.0.1:9' })).toEqual({ code: 2, moved: [] });
});
