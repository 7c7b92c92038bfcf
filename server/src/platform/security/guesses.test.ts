import { randomBytes } from 'node:crypto';
import type { Handover } from '@clairisque/contract/handovers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());

const read = (path: string) => call(app, ['GET', path]);
const guesses = (): string[] => [
  `/api/v2/remise/${randomBytes(40).toString('base64url')}/`,
  `/agenda/${randomBytes(36).toString('base64url')}.ics`,
  `/api/v2/verification/ERP-2026-${String(Math.floor(Math.random() * 1e9) + 1e9)}/`,
];

it('thirty guesses of any kind in ten minutes: 404, then 429; the right address is always served', async () => {
  const { token, id: accountId } = await createAccount(app);
  const key = 'statements/here.pdf';
  const files = [await keepFile(app.deps, key, randomBytes(10))];
  const issued = await insertIssued(app.database.db, { accountId, issuedAt: new Date(), files });
  const link = await call(app, ['POST', `/api/v2/erp/${issued.id}/remises/`], { token, body: {} });
  const agenda = await call(app, ['GET', '/api/v2/user/agenda/'], { token });
  const known = [
    `/api/v2/remise/${(link.body as Handover).url.split('/').at(-1)}/`,
    new URL((agenda.body as { url: string }).url).pathname,
    `/api/v2/verification/${issued.references[0]}/`,
  ];
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([...guesses(), ...known].map(read));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200, 200, 200]);
  }
  const answers = await Promise.all([...guesses(), ...known].map(read));
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 200, 200, 200]);
  expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
});
