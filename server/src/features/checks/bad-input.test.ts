import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { AttestedCheck } from '@clairisque/contract/checks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { parisDate } from '#domain/risks/validity.ts';
import { ledgerViolations } from '#features/credits/credits.ts';
import { systemClock } from '#platform/clock.ts';
import { call, type TestApp } from '#test/app.ts';
import {
  checksOf,
  radonWas,
  rowsOf,
  runDue,
  send,
  createCheckingApp,
  issueToCheck,
  type Checked,
} from '#test/checked.ts';
import { draftAt } from '#test/wizard.ts';
import { planChecks, tellEves } from './plan.service.ts';
import { sweepChecks } from './queue.service.ts';
import { claimCheck } from './running.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createCheckingApp();
});
afterAll(() => app.close());
beforeEach(() => void (app.deps.clock = systemClock));

const DAY_MS = 86_400_000;
const at = (ms: number): void => void (app.deps.clock = () => new Date(ms));
const inDays = (days: number): string => parisDate(new Date().toISOString()).add({ days }).toString();
/** Six in the morning, that day. */
const morningOf = (day: string): number => Date.parse(`${day}T05:00:00Z`) + 60_000;

const issued = () => issueToCheck(app);
const editionsOf = ({ id }: Checked) =>
  app.database.db
    .selectFrom('statement_edition')
    .select(['edition', 'reference'])
    .where('statement_id', '=', id)
    .orderBy('edition')
    .execute();

it('a date moved while its check runs → that check ends once, and the new date has its own', async () => {
  const mine = await issued();
  const [before, after] = [inDays(20), inDays(40)];
  await send(mine, ['PUT', 'signatures/'], { acte: before });
  at(morningOf(inDays(5)));
  await planChecks(app.deps);
  const [check] = await rowsOf(mine);
  const running = runDue(mine);
  expect((await send(mine, ['PUT', 'signatures/'], { acte: after })).status).toBe(200);
  await running;
  await Promise.all([planChecks(app.deps), planChecks(app.deps)]);
  expect(await rowsOf(mine)).toMatchObject([{ id: check?.id, subject: `acte:${before}:15`, outcome: 'unchanged' }]);
  at(morningOf(inDays(25)));
  await Promise.all([planChecks(app.deps), planChecks(app.deps)]);
  expect((await rowsOf(mine)).map(({ subject }) => subject)).toEqual([`acte:${before}:15`, `acte:${after}:15`]);
});

it.each([
  ['a parcel divided since', '000-ZZ-9999@95280'],
  ['a commune merged since', '000-AB-0001@95999'],
])('%s → incomplete in words, never « rien n’a changé », and not asked again', async (_case, code) => {
  const mine = await issued();
  await sql`update statement set code_parcelle = ${code} where id = ${mine.id}`.execute(app.database.db);
  await send(mine, ['POST', 'controles/']);
  await runDue(mine);
  const missing = {
    rubrique: 'Parcelles du cadastre',
    raison: expect.stringMatching(/n’existe pas au cadastre.*nouvel/u),
  };
  expect(await checksOf(mine)).toMatchObject([
    { etat: 'incomplet', attestation: null, nouvelle_edition: null, prochain_essai: null, non_obtenu: [missing] },
  ]);
  at(Date.now() + DAY_MS);
  await sweepChecks(app.deps);
  await runDue(mine);
  expect(await rowsOf(mine)).toMatchObject([{ attempts: 1, outcome: 'incomplete' }]);
});

const PANNE = { longitude: 3.36, latitude: 44.231 };

it('a supplier down for three days around the deed → incomplete at each moment, told a bounded number of times, then no longer asked', async () => {
  const mine = await issued();
  const deed = inDays(20);
  await send(mine, ['PUT', 'signatures/'], { acte: deed });
  const { code_parcelle, longitude, latitude } = await draftAt(app, PANNE);
  await sql`update statement set code_parcelle = ${code_parcelle}, longitude = ${longitude}, latitude = ${latitude}
    where id = ${mine.id}`.execute(app.database.db);
  const from = morningOf(inDays(18));
  for (let ms = from; ms < from + 6 * DAY_MS; ms += DAY_MS / 8) {
    at(ms);
    await planChecks(app.deps);
    await tellEves(app.deps);
    await runDue(mine);
  }
  const checks = await rowsOf(mine);
  expect(checks.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    [`acte:${deed}:2`, 'incomplete'],
    [`acte:${deed}:0`, 'incomplete'],
  ]);
  const tries = checks.map(({ attempts }) => attempts);
  expect(Math.max(...tries)).toBeLessThan(12);
  expect(Math.min(...tries)).toBeGreaterThan(1);
  const mails = await sql<{ kind: string }>`select kind from outgoing_mail where account_id = ${mine.account.id}
    and kind like 'check-%'`.execute(app.database.db);
  expect(new Set(mails.rows.map(({ kind }) => kind))).toEqual(new Set(['check-incomplete']));
  // Each check has two mails: one when it lacks something, one on the eve or the day.
  expect(mails.rows).toHaveLength(4);
});

describe('a document that changes, expires or is signed while it is checked', () => {
  it('completed → the completed edition is compared, and what changed replaces it, once', async () => {
    const mine = await issued();
    const answers = {
      reponses: [{ question: 'parties.acquereur', valeur: 'SCI des Lilas, représentée par M. Martin' }],
    };
    expect((await send(mine, ['PUT', 'questions/reponses/'], answers)).status).toBe(200);
    await radonWas(mine, 2);
    await send(mine, ['POST', 'controles/']);
    const [completed] = await Promise.all([send(mine, ['POST', 'completer/']), runDue(mine)]);
    expect([201, 409]).toContain(completed.status);
    await runDue(mine);
    const editions = await editionsOf(mine);
    expect(new Set(editions.map(({ reference }) => reference)).size).toBe(editions.length);
    expect(editions.filter(({ reference }) => /-A\d/.test(reference)).length).toBeGreaterThan(0);
    expect(await rowsOf(mine)).toMatchObject([{ outcome: 'changed' }]);
    await send(mine, ['POST', 'controles/']);
    await runDue(mine);
    expect((await checksOf(mine))[0]).toMatchObject({ etat: 'inchange', reference: editions.at(-1)?.reference });
    expect(await ledgerViolations(app.deps)).toEqual([]);
  });

  it('renewed, the day after its expiry → the check says nothing of the former, and makes no edition', async () => {
    const mine = await issued();
    await send(mine, ['POST', 'controles/']);
    at(Date.now() + 181 * DAY_MS);
    const renew = () => call(app, ['PATCH', `/api/v2/erp/${mine.id}/regenerate/`], { token: mine.account.token });
    const [renewed] = await Promise.all([renew(), runDue(mine)]);
    expect(renewed.status).toBe(200);
    await runDue(mine);
    const editions = await editionsOf(mine);
    expect(editions).toHaveLength(2);
    const [check] = await rowsOf(mine);
    expect(check?.ended_at).not.toBeNull();
    const said = `${check?.outcome} ${check?.outcome === 'unchanged' ? check.document_reference : ''}`;
    expect(['dropped ', `unchanged ${editions[1]?.reference}`]).toContain(said);
    expect(await ledgerViolations(app.deps)).toEqual([]);
  });

  it.each([
    ['expired', (): void => at(Date.now() + 185 * DAY_MS), async () => {}],
    [
      'closed',
      () => undefined,
      (mine: Checked) =>
        call(app, ['PUT', `/api/v2/erp/${mine.id}/conclusion/`], {
          token: mine.account.token,
          body: { conclu: true },
        }),
    ],
  ])('%s before its check begins → no attestation, no edition; asked again → 409', async (_case, moves, acts) => {
    const mine = await issued();
    await send(mine, ['POST', 'controles/']);
    moves();
    await acts(mine);
    await runDue(mine);
    expect(await checksOf(mine)).toMatchObject([{ etat: 'abandonne', attestation: null }]);
    expect(await editionsOf(mine)).toHaveLength(1);
    expect((await send(mine, ['POST', 'controles/'])).status).toBe(409);
  });
});

it('an attestation of ours verifies with our key; of another hash, another day, another document → the signature is not ours', async () => {
  const mine = await issued();
  await send(mine, ['POST', 'controles/']);
  await runDue(mine);
  const reference = (await checksOf(mine))[0]?.attestation?.reference ?? '';
  const { body } = await call(app, ['GET', `/api/v2/verification/attestation/${reference}/`]);
  const { attestation, sha256 } = body as z.infer<typeof AttestedCheck>;
  const { keys } = (await (await fetch(`${app.url}/.well-known/clairisque-keys.json`)).json()) as {
    keys: JsonWebKey[];
  };
  const isOurs = (line: string): boolean =>
    keys.some((key) =>
      verify(
        null,
        Buffer.from(line),
        createPublicKey({ key, format: 'jwk' }),
        Buffer.from(attestation.signature, 'base64url'),
      ),
    );
  const { ligne: line } = attestation;
  expect(line).toContain(`${reference} `);
  expect(line).toContain(sha256);
  expect(isOurs(line)).toBe(true);
  for (const forged of [
    line.replace(sha256, 'f'.repeat(64)),
    line.replace(/\d{4}-\d\d-\d\d(?=T)/, '2031-01-01'),
    line.replace(reference, reference.replace('-V1', '-V2')),
  ]) {
    expect(forged).not.toBe(line);
    expect(isOurs(forged)).toBe(false);
  }
  const other = reference.replace(/\d{6}-V1$/, '999999-V1');
  expect((await call(app, ['GET', `/api/v2/verification/attestation/${other}/`])).status).toBe(404);
});

it('a clock that goes back by weeks → a check that a worker held is taken over, once, and its attestation is of now', async () => {
  const mine = await issued();
  const asked = Date.now();
  await send(mine, ['POST', 'controles/']);
  const [check] = await rowsOf(mine);
  const id = check?.id ?? 0;
  const later = new Date(asked + 20 * DAY_MS);
  expect(await claimCheck(app.deps.db, { id, now: later, until: new Date(later.getTime() + 600_000) })).toBeDefined();
  at(asked + 60_000);
  await runDue(mine);
  expect(await rowsOf(mine)).toMatchObject([{ outcome: 'unchanged', ended_at: new Date(asked + 60_000) }]);
});
