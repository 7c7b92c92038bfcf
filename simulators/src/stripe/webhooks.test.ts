import { afterEach, beforeEach, expect, it } from 'vitest';
import { CARDS } from '../../../tests/harness/payment.ts';
import { openTestCheckout } from './test-checkout.ts';

let till: Awaited<ReturnType<typeof openTestCheckout>>;
beforeEach(async () => {
  till = await openTestCheckout();
});
afterEach(() => till.close());

const inOrder = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
];

async function pay() {
  const session = await till.open();
  await till.payByCard(session, CARDS.accepted);
  return session;
}

async function pending(): Promise<number> {
  const events = await till.sdk.events.list({ limit: 100 });
  return events.data.filter(({ pending_webhooks: waiting }) => waiting > 0).length;
}

it('signs events for the SDK, and lists the same ones', async () => {
  const { id } = await pay();
  await till.types(4);
  const [listed] = (await till.sdk.events.list({ type: 'checkout.session.completed' })).data;
  expect(listed?.data.object).toMatchObject({ id, object: 'checkout.session', metadata: { order: '42' } });
  const received = till.received.find(({ type }) => type === 'checkout.session.completed');
  expect(received).toEqual({ ...listed, pending_webhooks: 1 });
  expect(await till.sdk.events.retrieve(listed?.id ?? '')).toEqual(listed);
  // Marked once the response has arrived.
  await expect.poll(pending).toBe(0);
  expect(till.refused).toEqual([]);
});

it('retries after an error, signed anew, until accepted', async () => {
  till.answers.push(500, 302, 404);
  const session = await till.open();
  await till.sdk.checkout.sessions.expire(session.id);
  const types = await till.types(4);
  expect(types).toEqual(Array(4).fill('checkout.session.expired'));
  expect(new Set(till.received.map(({ id }) => id)).size).toBe(1);
  await expect.poll(pending).toBe(0);
  await new Promise((done) => setTimeout(done, 120));
  expect(till.received).toHaveLength(4);
});

it('sends each twice on demand', async () => {
  await till.control('livraison', { mode: 'double' });
  await pay();
  expect((await till.types(8)).toSorted()).toEqual([...inOrder, ...inOrder].toSorted());
});

it('sends the last one first on demand', async () => {
  await till.control('livraison', { mode: 'inverse' });
  await pay();
  expect(await till.types(4)).toEqual(inOrder.toReversed());
});

it('retains them until they are released', async () => {
  await till.control('livraison', { mode: 'retenue' });
  await pay();
  expect([till.received.length, await pending()]).toEqual([0, 4]);
  await till.control('liberer');
  expect(await till.types(4)).toEqual(inOrder.toReversed());
});

it('drops them on demand, and can resend any in many copies', async () => {
  await till.control('livraison', { mode: 'perdue' });
  await pay();
  const [event] = (await till.sdk.events.list({ type: 'checkout.session.completed' })).data;
  expect(till.received).toEqual([]);
  const json = { accept: 'application/json' };
  const answer = await till.submit(`/stripe/controle/evenements/${event?.id}/envoyer`, { copies: '50' }, json);
  expect(await answer.json()).toEqual({ result: Array(50).fill(200) });
  expect(till.received.map(({ id }) => id)).toEqual(Array(50).fill(event?.id));
});

it('forges signatures on demand', async () => {
  const session = await till.open();
  await till.sdk.checkout.sessions.expire(session.id);
  await till.types(1);
  const id = till.received[0]?.id;
  for (const signature of ['fausse', 'ancienne', 'absente'])
    await till.control(`evenements/${id}/envoyer`, { signature });
  expect(till.refused).toEqual([
    expect.stringContaining('No signatures found matching'),
    'Timestamp outside the tolerance zone',
    'No stripe-signature header value was provided.',
  ]);
});

it('shows all that on a page', async () => {
  const session = await pay();
  await till.types(4);
  const body = await (await fetch(`${till.url}/stripe/controle`)).text();
  expect(body).toContain(session.id);
  expect(body).toContain('checkout.session.completed');
  expect(body).toContain('action="/stripe/controle/paiements/ch_');
  expect((await till.control('evenements/evt_1/envoyer')).status).toBe(404);
});
