import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatasetName, Edition } from '#domain/datasets/datasets.ts';
import { keptAnswers } from '#features/documents/documents.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { createWorkshop, gasparTable, type Workshop } from '#test/datasets.ts';
import { pprGeoPackage } from '#test/geopackage.ts';
import { draftAt, issueAt } from '#test/wizard.ts';
import { replayAnswers } from '#tools/replay-answers.ts';

const localFolder = mkdtempSync(join(tmpdir(), 'clairisque-local-'));
let app: TestApp;
let workshop: Workshop;
let account: TestAccount;
beforeAll(async () => {
  app = await createTestApp({ env: { CLAIRISQUE_SOURCES: 'simulated-datasets', DATASETS_DIR: localFolder } });
  workshop = await createWorkshop(() => new Date(), app.filesDir);
  account = await createAccount(app, 1);
});
afterAll(async () => {
  await app.close();
  await workshop.close();
  rmSync(localFolder, { recursive: true, force: true });
});

const MENDE = { longitude: 3.5, latitude: 44.518 };
const today = new Date().toISOString().slice(0, 10);

async function serve(dataset: DatasetName, files: Record<string, string | Buffer>): Promise<void> {
  const { manifest } = await workshop.import(dataset, await workshop.source(files), { publishedOn: today });
  await workshop.store.activate({ dataset, release: manifest.id, force: manifest.id });
  await app.deps.datasets?.refresh();
}

/** A plan of the commune with one zone around the place. */
async function servePlan(commune: string, works: number | null): Promise<void> {
  await serve('communes', {
    'communes.csv': `TYPECOM,COM,LIBELLE\nCOM,${commune},Ici\n`,
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n',
  });
  const plan = {
    'CODE PROCEDURE': '48DDT20200001',
    'LIBELLE PROCEDURE': 'PPRN du Lot',
    'CODE INSEE COMMUNE': commune,
    PRESCRIPTION: '2019-07-29',
    APPROBATION: '2024-12-12',
    'LIBELLE SOUS-ETAT': 'Approuvé',
  };
  await serve('gaspar-pprn', { 'pprn_gaspar.csv': gasparTable([plan]) });
  const drawn = { plan: '48DDT20200001', side: 0.04, srs: 4326 } as const;
  const zones = await pprGeoPackage([['B1', '02', works]], {
    ...drawn,
    corner: [MENDE.longitude - 0.02, MENDE.latitude - 0.02],
  });
  await serve('ppr-zones', { 'pprn_48ddt20200001.gpkg': zones });
}

async function worksAt(code: string): Promise<Record<string, unknown>> {
  const query = `longitude=${MENDE.longitude}&latitude=${MENDE.latitude}`;
  const { status, body } = await call(app, ['GET', `/api/v2/cadastre/pieces-plans/${code}/?${query}`], account);
  expect(status).toBe(200);
  return body as Record<string, unknown>;
}

it('a statement is explained from what was kept of the releases, once they are gone', async () => {
  const { code_parcelle: code } = (await draftAt(app, MENDE)) as { code_parcelle: string };
  await servePlan(code.slice(-5), 1);
  const id = await issueAt(app, account, MENDE);
  rmSync(join(app.filesDir, 'datasets'), { recursive: true });
  rmSync(join(localFolder, 'ppr-zones'), { recursive: true });
  const { reference } = await app.database.db
    .selectFrom('statement_edition')
    .select('reference')
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const { kept, ...made } = await keptAnswers(app.deps, reference);
  expect((await replayAnswers(kept, made)).filter(({ same }) => !same)).toEqual([]);
  expect(made.facts.pprn).toMatchObject({ value: [{ zoned: true, zones: [{ code: 'B1', works: true }] }] });
  const { features } = kept.questions.find(({ question }) => question === 'edition-gaspar-pprn') ?? {};
  const { reads } = features as { reads: { edition: Edition; outlines?: Record<string, number[][][][]> }[] };
  expect(reads.map(({ edition }) => edition.dataset).toSorted()).toEqual(['communes', 'gaspar-pprn', 'ppr-zones']);
  // The zone is 4 km wide; its outline is kept around the property only.
  const around = reads.flatMap(({ outlines }) => Object.values(outlines ?? {}).flat(3));
  expect(around.length).toBeGreaterThanOrEqual(5);
  for (const [longitude = 0, latitude = 0] of around) {
    expect(Math.abs(longitude - MENDE.longitude)).toBeLessThan(0.005);
    expect(Math.abs(latitude - MENDE.latitude)).toBeLessThan(0.005);
  }
  expect(JSON.stringify(features).length).toBeLessThan(10_000);
  const tampered = kept.questions.map((one) => (one.features === undefined ? one : { ...one, features: undefined }));
  const without = await replayAnswers({ ...kept, questions: tampered }, made);
  expect(without.filter(({ same }) => !same).map(({ name }) => name)).toEqual(['pprn', 'seismicZone']);
});

it('pieces-plans: plans to answer for, works that their zones require, decrees; unknown and « non » say nothing', async () => {
  const { code_parcelle: code } = (await draftAt(app, MENDE)) as { code_parcelle: string };
  const commune = code.slice(-5);
  await servePlan(commune, 1);
  const works = expect.stringMatching(
    /^Selon le zonage publié, le règlement du plan «\sPPRN du Lot\s» prescrit des travaux dans la zone B1, où se trouve le bien\.$/,
  );
  const plan = { plan: '48DDT20200001', nom: 'PPRN du Lot' };
  const { travaux, plans, arretes } = await worksAt(code);
  expect({ travaux, plans }).toEqual({ travaux: [works], plans: [{ ...plan, travaux: works }] });
  const decree = {
    code: expect.stringMatching(/^\w+$/),
    libelle: expect.stringMatching(/, \d\d\/\d\d\/\d{4} \(arrêté du \d\d\/\d\d\/\d{4}\)$/),
  };
  expect(arretes).toEqual(expect.arrayContaining([decree]));
  for (const silent of [null, 0]) {
    await servePlan(commune, silent);
    expect(await worksAt(code)).toMatchObject({ travaux: [], plans: [{ ...plan, travaux: null }] });
  }
});
