import type { Check } from '@clairisque/contract/checks.ts';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { call, createAccount, type TestAccount, type TestApp } from '#test/app.ts';
import { createCheckingApp } from '#test/checked.ts';
import { issueAt } from '#test/wizard.ts';
import { DATED_SENTINELS } from '../../../../simulators/src/territory/sentinel-communes.ts';
import { runCheck } from './run.service.ts';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await createCheckingApp();
  account = await createAccount(app, DATED_SENTINELS.length);
});
afterEach(() => void (app.deps.clock = systemClock));
afterAll(async () => {
  await play('');
  await app.close();
});

async function play(jour: string): Promise<void> {
  const body = new URLSearchParams({ jour });
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${inject('simulatorsUrl')}/monde`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

async function checkNow(id: number): Promise<Check> {
  await call(app, ['POST', `/api/v2/erp/${id}/controles/`], { token: account.token });
  const open = app.database.db.selectFrom('statement_check').select('id').where('statement_id', '=', id);
  for (const row of await open.where('ended_at', 'is', null).execute()) await runCheck(app.deps, row.id);
  const { body } = await call(app, ['GET', `/api/v2/erp/${id}/controles/`], { token: account.token });
  const [check] = (body as { controles: Check[] }).controles;
  if (check === undefined) throw new Error('no check');
  return check;
}

const SAYS: Record<string, RegExp> = {
  approuve: /a changé d’état\s?: approuvé le 10\/03\/2027/u,
  prescrit: /Nouveau plan de prévention/u,
  revise: /en cours de révision/u,
  abroge: /n’est plus recensé/u,
  deplace: /Zones du plan de prévention/u,
  arrete: /1 arrêté en plus/u,
  radon: /niveau 3 \(niveau 1 auparavant\)/u,
};

const CHANGING = DATED_SENTINELS.filter(({ mode }) => mode !== 'muet');
const SILENT = DATED_SENTINELS.filter(({ mode }) => mode === 'muet');

it.each(CHANGING)('$name: unchanged on the 9th, found on the 10th, in words', async ({ mode, longitude, latitude }) => {
  await play('2027-03-09');
  const id = await issueAt(app, account, { longitude, latitude });
  expect(await checkNow(id)).toMatchObject({ etat: 'inchange', changements: [] });
  await play('2027-03-10');
  const { etat, changements } = await checkNow(id);
  const said = changements.join(' ').replaceAll(/[\u00A0\u202F]/gu, ' ');
  expect([etat, said]).toEqual(['change', expect.stringMatching(SAYS[mode] ?? /(?!)/u)]);
});

it.each(SILENT)('$name: incomplete while it is silent, unchanged once it answers', async ({ longitude, latitude }) => {
  await play('2027-03-09');
  const id = await issueAt(app, account, { longitude, latitude });
  await play('2027-03-10');
  const check = await checkNow(id);
  const missing = [{ rubrique: expect.stringMatching(/radon/iu) }];
  expect(check).toMatchObject({ etat: 'incomplet', changements: [], attestation: null, non_obtenu: missing });
  await play('2027-03-13');
  // Sources that were asked a moment ago rest.
  app.deps.clock = () => new Date(Date.now() + 11 * 60_000);
  expect(await checkNow(id)).toMatchObject({ id: check.id, etat: 'inchange' });
});
