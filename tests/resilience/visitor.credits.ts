import { setTimeout as sleep } from 'node:timers/promises';
import { downloadInvoice, invoiceUrl, myInvoices } from '@clairisque/contract/invoices.ts';
import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import {
  buyPack,
  consent,
  orderOfSession,
  withdraw,
  withdrawable,
  type PackCode,
} from '@clairisque/contract/orders.ts';
import { ask, askFile, type Outcome } from '../harness/http.ts';
import { CARDS, sessionIdOf, submitCard } from '../harness/payment.ts';
import { retryWhileTransient, retryOnce, sha256Of, type Person } from './person.ts';

/** Polling of the return page. */
const SETTLED_WITHIN_MS = 30_000;
const LOOKS_EVERY_MS = 500;

/** Consents, payment page, card, return page (web/src/features/orders/use-payment.ts). */
export async function buyCredits(person: Person, code: PackCode): Promise<Outcome<number>> {
  const { client } = person;
  const page = await retryWhileTransient(person, async () => {
    // An order goes on without its record.
    const body = { cgv: true, execution_immediate: true, version: TERMS_VERSION };
    await ask(client, consent, { body, timeoutMs: 5_000 });
    return ask(client, buyPack, { params: { code } });
  });
  if (page.kind !== 'ok') return page;
  const sessionId = sessionIdOf(page.value.url);
  await retryWhileTransient(person, () => pay(person, page.value.url, sessionId));
  return waitForCredits(person, sessionId);
}

/** A paid page closes: it refuses to take the card again. */
async function pay({ client, confirmed }: Person, page: string, sessionId: string): Promise<Outcome<null>> {
  try {
    const { status } = await submitCard(page, CARDS.accepted, client.send);
    if (status >= 500) return { kind: 'refused', status, body: null };
    if (status === 303) confirmed.push({ what: 'paid', sessionId });
    return { kind: 'ok', value: null };
  } catch (error) {
    return { kind: 'no response', why: String(error) };
  }
}

async function waitForCredits(person: Person, sessionId: string): Promise<Outcome<number>> {
  const { client, confirmed } = person;
  const read = () =>
    retryWhileTransient(person, () => ask(client, orderOfSession, { params: { session_id: sessionId } }));
  let order = await read();
  for (
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    isWaiting(order) && Date.now() < deadline;
    order = await read()
  ) {
    await sleep(LOOKS_EVERY_MS);
  }
  if (order.kind !== 'ok') return order;
  const { etat, credits, numero_facture: invoice } = order.value;
  if (etat !== 'payee') return { kind: 'no response', why: `order ${etat}` };
  confirmed.push({ what: 'credits', sessionId, credits, invoice });
  return { kind: 'ok', value: credits };
}

type OrderOutcome = Awaited<ReturnType<typeof ask<typeof orderOfSession>>>;
const isWaiting = (outcome: OrderOutcome): boolean =>
  outcome.kind === 'ok' && (outcome.value.etat === 'ouverte' || outcome.value.etat === 'en_attente');

export async function fetchInvoices(person: Person): Promise<Outcome<number>> {
  const { client, confirmed } = person;
  const list = await retryWhileTransient(person, () => ask(client, myInvoices));
  if (list.kind !== 'ok') return list;
  for (const { numero_facture: number, pdf_a_telecharger } of list.value) {
    const file = await retryWhileTransient(person, async () => {
      const address = await ask(client, invoiceUrl, { params: { pdf_a_telecharger } });
      if (address.kind !== 'ok') return address;
      const query = Object.fromEntries(new URL(address.value.url, client.url).searchParams);
      return askFile(client, downloadInvoice, { params: { pdf_a_telecharger }, query });
    });
    if (file.kind !== 'ok') return file;
    confirmed.push({ what: 'invoice', number, sha256: sha256Of(file.value) });
  }
  return { kind: 'ok', value: list.value.length };
}

/** Nothing to withdraw is a valid answer. */
export async function withdrawLast(person: Person): Promise<Outcome<unknown>> {
  const { client, confirmed } = person;
  const list = await retryWhileTransient(person, () => ask(client, withdrawable));
  if (list.kind !== 'ok') return list;
  const order = list.value.at(-1)?.commande;
  if (order === undefined) return list;
  const send = (): Promise<Outcome<unknown>> =>
    ask(client, withdraw, { params: { commande: order }, body: { nom: 'Camille Essai' } });
  const outcome = await retryOnce(person, send, { status: 409, known: async () => ({ kind: 'ok', value: null }) });
  if (outcome.kind === 'ok') confirmed.push({ what: 'withdrawn', order });
  return outcome;
}
