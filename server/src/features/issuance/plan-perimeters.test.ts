import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { startPartialSuppliers } from '#test/partial-suppliers.ts';
import { issueAt } from '#test/wizard.ts';
import type { LocalServer } from '#tools/local-server.ts';
import { unpackInputs } from '#features/documents/printer-inputs.rules.ts';
import { keptAnswers } from '#features/documents/documents.ts';

const TOULOUSE = { longitude: 1.4442, latitude: 43.6047 };
let app: TestApp;
let suppliers: LocalServer;
beforeAll(async () => {
  suppliers = await startPartialSuppliers(({ pathname }) => pathname.includes('-sup-'));
  app = await createTestApp({ simulatorsUrl: suppliers.baseUrl });
});
afterAll(async () => {
  await app.close();
  await suppliers.close();
});

it('a statement is issued without the perimeters of plans, and its sources say so', async () => {
  const id = await issueAt(app, await createAccount(app, 1), TOULOUSE);
  const { reference, inputs_key: key } = await app.deps.db
    .selectFrom('statement_edition')
    .select(['reference', 'inputs_key'])
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const { data } = unpackInputs(await app.deps.files.read(key ?? ''));
  const printed = JSON.stringify(data);
  expect(printed).not.toContain('Périmètre publié');
  expect(printed).toMatch(/servitudes PM1 et PM3.{1,600}non obtenu \(source indisponible\)/u);
  const { kept } = await keptAnswers(app.deps, reference);
  expect(kept.questions).toContainEqual(
    expect.objectContaining({ question: 'apicarto-gpu-sup', from: 'nothing', failure: expect.stringContaining('503') }),
  );
});
