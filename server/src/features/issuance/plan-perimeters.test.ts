import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { issueAt } from '#test/wizard.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { unpackInputs } from '#features/documents/printer-inputs.rules.ts';
import { keptAnswers } from '#features/documents/documents.ts';

const TOULOUSE = { longitude: 1.4442, latitude: 43.6047 };
let app: TestApp;
let suppliers: LocalServer;
beforeAll(async () => {
  // All suppliers unchanged, except the servitudes of the Géoportail de l'urbanisme.
  suppliers = await startLocalServer(async ({ method, url, headers, body }) => {
    if (url.pathname.includes('-sup-')) return { status: 503 };
    const { authorization = '' } = headers;
    const passed = { authorization: String(authorization), 'content-type': 'application/json' };
    const answer = await fetch(inject('simulatorsUrl') + url.pathname + url.search, {
      method,
      headers: passed,
      ...(method === 'POST' && { body }),
    });
    const contentType = answer.headers.get('content-type') ?? '';
    return { status: answer.status, contentType, body: Buffer.from(await answer.arrayBuffer()) };
  });
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
