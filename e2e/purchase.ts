import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { expect } from './journey.ts';

type Shopper = { request: APIRequestContext; context: BrowserContext };

/** The accepted test card of the payment page. */
const CARD = { number: '4242424242424242', expiry: '12/34', code: '123', name: 'Camille Essai' };

/** Buys a pack outside the pages, with the context's session, and settles it as the return page does. */
export async function buyPack({ request, context }: Shopper, code: string): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const headers = { authorization: `Token ${token}` };
  const session = await request.post(`/api/v2/stripe/create/session/${code}/`, { headers });
  const { url } = (await session.json()) as { url: string };
  await request.post(url, { form: CARD, maxRedirects: 0 });
  const order = await request.get(`/api/v2/stripe/session/${url.split('/').at(-1)}/`, { headers });
  expect(await order.json()).toMatchObject({ etat: 'payee' });
}
