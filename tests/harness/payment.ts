/** Numbers of Stripe's public list that the simulator knows (simulators/src/stripe/cards.ts). */
export const CARDS = {
  accepted: '4242424242424242',
  authentication: '4000002500003155',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
} as const;

/** « 4242 4242 4242 4242 », as people type it. */
export const grouped = (number: string): string => number.replaceAll(/\d{4}(?=\d)/g, '$& ');

/** The fields of the payment page. */
const cardForm = (number: string = CARDS.accepted): Record<string, string> => ({
  number,
  expiry: '12/34',
  code: '123',
  name: 'Camille Essai',
});

/** Posts the payment page's form, without following its redirect. */
export const submitCard = (page: string, number?: string, send: typeof fetch = fetch): Promise<Response> =>
  send(page, {
    method: 'POST',
    body: new URLSearchParams(cardForm(number)),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });

/** Pays at the page; returns the buyer's redirect, or null when the page stays. */
export const payAt = async (page: string, number?: string): Promise<string | null> =>
  (await submitCard(page, number)).headers.get('location');

export const sessionIdOf = (page: string): string => page.split('/').at(-1) ?? '';

/** Reads the simulator's API; `path` below `/v1/`. */
export async function readStripe<T>(simulatorsUrl: string, path: string): Promise<T> {
  const headers = { authorization: 'Bearer sk_test_simulated' };
  const response = await fetch(`${simulatorsUrl}/v1/${path}`, { headers });
  return (await response.json()) as T;
}

/** Triggers an event at the payment provider's simulator. */
export async function control(
  { simulatorsUrl }: { simulatorsUrl: string },
  action: string,
  form: Record<string, string> = {},
): Promise<{ result: { id: string } }> {
  const response = await fetch(`${simulatorsUrl}/stripe/controle/${action}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`controle/${action}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { result: { id: string } };
}

/** The merchant refunds the whole payment, on Stripe's own pages. */
export async function refundAtStripe(simulatorsUrl: string, sessionId: string): Promise<void> {
  const path = `checkout/sessions/${sessionId}?expand[]=payment_intent`;
  const { payment_intent: intent } = await readStripe<{ payment_intent: { latest_charge: string } }>(
    simulatorsUrl,
    path,
  );
  await control({ simulatorsUrl }, `paiements/${intent.latest_charge}/rembourser`);
}
