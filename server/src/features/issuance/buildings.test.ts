import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackInputs } from '#features/documents/printer-inputs.rules.ts';
import { keptAnswers } from '#features/documents/documents.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { startPartialSuppliers } from '#test/partial-suppliers.ts';
import { GOUSSAINVILLE, issueAt } from '#test/wizard.ts';
import type { LocalServer } from '#tools/local-server.ts';

const isOfBuildings = (url: URL): boolean => url.searchParams.get('TYPENAMES') === 'BDTOPO_V3:batiment';
let app: TestApp;
let suppliers: LocalServer;
let isDown = false;
beforeAll(async () => {
  suppliers = await startPartialSuppliers((url) => isDown && isOfBuildings(url));
  app = await createTestApp({ simulatorsUrl: suppliers.baseUrl });
});
afterAll(async () => {
  await app.close();
  await suppliers.close();
});

async function issued(point: { longitude: number; latitude: number }) {
  const id = await issueAt(app, await createAccount(app, 1), point);
  const { reference, inputs_key: key } = await app.deps.db
    .selectFrom('statement_edition')
    .select(['reference', 'inputs_key'])
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const { data } = unpackInputs(await app.deps.files.read(key ?? ''));
  const { kept } = await keptAnswers(app.deps, reference);
  const question = kept.questions.find((one) => one.question === 'geopf-bdtopo-batiment');
  return { printed: JSON.stringify(data), question };
}

it('a statement says whether the noise that touches the land touches the house, after one request', async () => {
  const { printed, question } = await issued(GOUSSAINVILLE);
  expect(printed).toMatch(/Terrain touché.{1,4};.{1,4}le (?:plus grand )?bâtiment publié est touché aussi/u);
  expect(printed).toMatch(/de la BD TOPO® \(IGN\) (?:touche|touchent) l(?:a parcelle|es parcelles)/u);
  expect(question).toMatchObject({ from: 'supplier', exchanges: [{ status: 200 }] });
  expect(suppliers.requests.filter(({ url }) => isOfBuildings(url))).toHaveLength(1);
});

it('a statement is issued without the buildings when their service is down, and its sources say so', async () => {
  isDown = true;
  const { printed, question } = await issued({ longitude: 1.4442, latitude: 43.6047 });
  expect(printed).not.toMatch(/le (?:plus grand )?bâtiment publié/u);
  expect(printed).toMatch(/BD TOPO® — emprises des bâtiments.{1,600}non obtenu \(source indisponible\)/u);
  expect(question).toMatchObject({ from: 'nothing', failure: expect.stringContaining('503') });
});
