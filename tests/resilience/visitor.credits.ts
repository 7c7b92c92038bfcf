import { setTimeout as sleep } from 'node:timers/promises';
import { downloadInvoice, invoiceUrl, myInvoices } from '@clairisque/contract/invoices.ts';
import { withdraw, withdrawable } from '@clairisque/contract/orders.ts';
import { buyPack, consent, orderOfSession, type PackCode } from '@clairisque/contract/orders.ts';
import { TERMS_VERSION } from '@clairisque/contract/common/terms.ts';
import { ask, askFile, type Told } from '../harness/http.ts';
import { insist, insistOnce, sha256Of, type Person } from './person.ts';

const CARD = { number: '4242424242424242', expiry: '12/34', code: '123', name: 'Camille Essai' };
/** Polling of the return page. */
const SETTLED_WITHIN_MS = 30_000;
const LOOKS_EVERY_MS = 500;

/** Consents, payment page, card, return page (web/src/features/orders/use-payment.ts). */
export async function buyCredits(person: Person, code: PackCode): Promise<Told<number>> {
  const { asker } = person;
  const page = await insist(person, async () => {
    // An order goes on without its record.
    const body = { cgv: true, execution_immediate: true, version: TERMS_VERSION };
    await ask(asker, consent, { body, timeoutMs: 5_000 });
    return ask(asker, buyPack, { params: { code } });
  });
  if (page.heard !== 'yes') return page;
  const sessionId = page.answer.url.split('/').at(-1) ?? '';
  await insist(person, () => pay(person, page.answer.url, sessionId));
  return waitForCredits(person, sessionId);
}

/** A paid page closes: it refuses to take the card again. */
async function pay({ asker, promised }: Person, page: string, sessionId: string): Promise<Told<null>> {
  try {
    const form = { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' } as const;
    const { status } = await asker.send(page, { ...form, signal: AbortSignal.timeout(20_000) });
    if (status >= 500) return { heard: 'no', status, body: null };
    if (status === 303) promised.push({ what: 'paid', sessionId });
    return { heard: 'yes', answer: null };
  } catch (error) {
    return { heard: 'nothing', why: String(error) };
  }
}

async function waitForCredits(person: Person, sessionId: string): Promise<Told<number>> {
  const { asker, promised } = person;
  const read = () => insist(person, () => ask(asker, orderOfSession, { params: { session_id: sessionId } }));
  let order = await read();
  for (
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    isWaiting(order) && Date.now() < deadline;
    order = await read()
  ) {
    await sleep(LOOKS_EVERY_MS);
  }
  if (order.heard !== 'yes') return order;
  const { etat, credits, numero_facture: invoice } = order.answer;
  if (etat !== 'payee') return { heard: 'nothing', why: `order ${etat}` };
  promised.push({ what: 'credits', sessionId, credits, invoice });
  return { heard: 'yes', answer: credits };
}

type OrderTold = Awaited<ReturnType<typeof ask<typeof orderOfSession>>>;
const isWaiting = (told: OrderTold): boolean =>
  told.heard === 'yes' && (told.answer.etat === 'ouverte' || told.answer.etat === 'en_attente');

export async function fetchInvoices(person: Person): Promise<Told<number>> {
  const { asker, promised } = person;
  const list = await insist(person, () => ask(asker, myInvoices));
  if (list.heard !== 'yes') return list;
  for (const { numero_facture: number, pdf_a_telecharger } of list.answer) {
    const file = await insist(person, async () => {
      const address = await ask(asker, invoiceUrl, { params: { pdf_a_telecharger } });
      if (address.heard !== 'yes') return address;
      const query = Object.fromEntries(new URL(address.answer.url, asker.url).searchParams);
      return askFile(asker, downloadInvoice, { params: { pdf_a_telecharger }, query });
    });
    if (file.heard !== 'yes') return file;
    promised.push({ what: 'invoice', number, sha256: sha256Of(file.answer) });
  }
  return { heard: 'yes', answer: list.answer.length };
}

/** Nothing to withdraw is a valid answer. */
export async function withdrawLast(person: Person): Promise<Told<unknown>> {
  const { asker, promised } = person;
  const list = await insist(person, () => ask(asker, withdrawable));
  if (list.heard !== 'yes') return list;
  const order = list.answer.at(-1)?.commande;
  if (order === undefined) return list;
  const send = (): Promise<Told<unknown>> =>
    ask(asker, withdraw, { params: { commande: order }, body: { nom: 'Camille Essai' } });
  const told = await insistOnce(person, send, { status: 409, known: async () => ({ heard: 'yes', answer: null }) });
  if (told.heard === 'yes') promised.push({ what: 'withdrawn', order });
  return told;
}
