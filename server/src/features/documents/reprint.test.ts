import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { issueAt } from '#test/wizard.ts';
import { replayAnswers } from '#tools/replay-answers.ts';
import { unpackInputs } from './printer-inputs.rules.ts';
import { keptAnswers } from './reprint.service.ts';

const TOKEN = 'simulated-token-kept-nowhere';
const DIJON = { longitude: 5.0415, latitude: 47.322 };
const PARIS = { longitude: 2.3522, latitude: 48.8566 };
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { GEORISQUES_TOKEN: TOKEN } });
});
afterAll(() => app.close());

async function referenceOf({ database }: TestApp, id: number): Promise<string> {
  const row = await database.db
    .selectFrom('statement_edition')
    .select('reference')
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.reference;
}

/** Output of the tool for an issued document. */
async function toolOf(name: 'reprint' | 'answers', reference: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`server/src/tools/${name}.ts`, reference], {
    env: {
      ...process.env,
      DATABASE_URL: app.database.url,
      FILES_DIR: app.filesDir,
      SIMULATORS_URL: inject('simulatorsUrl'),
    },
  });
  return stdout;
}

it('an issued document is reprinted byte for byte, even under later templates', async () => {
  const account = await createAccount(app, 2);
  // The renderer has printed another property before.
  await issueAt(app, account, PARIS);
  const id = await issueAt(app, account);
  const edition = await app.deps.db
    .selectFrom('statement_edition')
    .selectAll()
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();

  expect(await toolOf('reprint', edition.reference)).toContain(`réimprimé ${edition.file_sha256}\nMêmes octets.`);

  // The template's sources are stored too: changing one changes the bytes.
  const { template, data, files } = unpackInputs(await app.deps.files.read(edition.inputs_key ?? ''));
  const theme = Buffer.from(files['lib/theme.typ'] ?? []).toString();
  expect(theme).toContain('margin: (x: 20mm');
  const changed = { ...files, 'lib/theme.typ': Buffer.from(theme.replace('margin: (x: 20mm', 'margin: (x: 21mm')) };
  const pdf = await app.deps.typst.render(template, data, changed);
  expect(createHash('sha256').update(pdf).digest('hex')).not.toBe(edition.file_sha256);
});

it('the facts of an issued document are recomputed from the suppliers’ responses', async () => {
  const account = await createAccount(app, 2);
  const reference = await referenceOf(app, await issueAt(app, account));
  const printed = await toolOf('answers', reference);
  expect(printed).toMatch(
    /^georisques-v2-pprn — répondu.* le 2.*\n {2}2\S+ GET http\S+codesParcelle=\S+ → 200, \d+ octets$/m,
  );
  expect(printed).toContain('Mêmes faits (20).');

  // Another statement of the place: its answers are stored with this edition too, with their own dates.
  const { kept, packed, ...made } = await keptAnswers(app.deps, await referenceOf(app, await issueAt(app, account)));
  expect(new Set(kept.questions.map(({ from }) => from))).toEqual(new Set(['cache']));
  expect(gunzipSync(packed).toString()).not.toContain(TOKEN);

  // Changing a word of a supplier changes the fact.
  const questions = kept.questions.map(({ exchanges, ...question }) => ({
    ...question,
    exchanges: exchanges.map((one) => ({
      ...one,
      body: one.body?.replace(/"code_zone":"."/, '"code_zone":"5"') ?? null,
    })),
  }));
  const replayed = await replayAnswers({ ...kept, questions }, made);
  expect(replayed.filter(({ same }) => !same)).toEqual([{ name: 'seismicZone', same: false }]);
});

it('also those of v1, used in place of v2 once its token was invalid', async () => {
  const late = await createTestApp({ database: app.database, env: { GEORISQUES_TOKEN: 'expired' } });
  const reference = await referenceOf(late, await issueAt(late, await createAccount(late, 1), DIJON));
  const { kept, ...made } = await keptAnswers(late.deps, reference);
  await late.close();
  const refused = kept.questions.find(({ question }) => question === 'georisques-v2-pprn');
  expect(refused).toMatchObject({ from: 'nothing', exchanges: [], failure: expect.stringMatching(/HTTP 40[13]/) });
  expect(made.facts.pprn.provenance.source).toBe('georisques-v1-pprn');
  expect((await replayAnswers(kept, made)).filter(({ same }) => !same)).toEqual([]);
});
