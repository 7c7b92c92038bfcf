import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.05' } });
});
afterAll(() => app.close());

it('a flood of forged notifications → 400, then 429 and no more lines in the audit trail', async () => {
  const forge = () => call(app, ['POST', '/api/v2/stripe/webhook/'], { body: {} });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await forge()).status);
  expect(statuses).toEqual([400, 400, 400, 429, 429, 429]);
  const events = app.database.db.selectFrom('security_event').select('kind');
  await expect.poll(() => events.where('kind', '=', 'payment_event_refused').execute()).toHaveLength(3);
});

it('a flood of orders → 429 before the payment provider is called', async () => {
  const { token } = await createAccount(app);
  const order = () => call(app, ['POST', '/api/v2/stripe/create/session/ZZZ/'], { token });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await order()).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
});
