import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { issueAt } from '#test/wizard.ts';
import { unpackInputs } from './statements.inputs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('an issued document is made again, byte for byte, even under templates of another day', async () => {
  const id = await issueAt(app, await createAccount(app, 1));
  const edition = await app.deps.db
    .selectFrom('statement_edition')
    .selectAll()
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();

  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/tools/reprint.ts', edition.reference], {
    env: {
      ...process.env,
      DATABASE_URL: app.database.url,
      FILES_DIR: app.filesDir,
      SIMULATORS_URL: inject('simulatorsUrl'),
    },
  });
  expect(stdout).toContain(`réimprimé ${edition.file_sha256}\nMêmes octets.`);

  // The template's sources are among what was kept: one of them changed, and the bytes are others.
  const { template, data, files } = unpackInputs(await app.deps.files.get(edition.inputs_key ?? ''));
  const theme = Buffer.from(files['lib/theme.typ'] ?? []).toString();
  expect(theme).toContain('margin: (x: 20mm');
  const changed = { ...files, 'lib/theme.typ': Buffer.from(theme.replace('margin: (x: 20mm', 'margin: (x: 21mm')) };
  const pdf = await app.deps.typst.render(template, data, changed);
  expect(createHash('sha256').update(pdf).digest('hex')).not.toBe(edition.file_sha256);
});
