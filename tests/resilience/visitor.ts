import * as accounts from '@clairisque/contract/accounts.ts';
import type { PackCode } from '@clairisque/contract/orders.ts';
import { userData } from '@clairisque/contract/profile.ts';
import { listStatements } from '@clairisque/contract/statements.ts';
import type { Point } from '../harness/customer.ts';
import { ask, type Outcome } from '../harness/http.ts';
import { linkIn, urlIn, waitForMails, type Mail } from '../harness/mailbox.ts';
import { retryWhileTransient, retryOnce, type Patience, type Person, type Confirmed } from './person.ts';
import { buyCredits, fetchInvoices, withdrawLast } from './visitor.credits.ts';
import { downloadStatement, issueStatement, renewStatement, restoreOrder } from './visitor.statements.ts';

/** The site, the simulators (mailbox), and the user's network (`fetch`, or one with faults). */
export type Whereabouts = { url: string; simulatorsUrl: string; send?: typeof fetch; patience?: Patience };

/**
 * One user over HTTP, like our pages, with retries; each act returns its final outcome. An act without a response may
 * have happened or not, never half.
 */
export type Visitor = {
  email: string;
  confirmed: readonly Confirmed[];
  /** Creates an account and its session: form, mail, link, login. */
  arrive(): Promise<Outcome<unknown>>;
  logIn(): Promise<Outcome<unknown>>;
  /** Calls of every page: balance and list. */
  lookAround(): Promise<Outcome<unknown>>;
  /** Credits that the site has confirmed. */
  buy(code: PackCode): Promise<Outcome<number>>;
  /** From the address to the issued statement. */
  issue(point: Point): Promise<Outcome<{ id: number; reference: string }>>;
  /** Generates a draft again whose generation had no outcome. */
  restoreOrder(id: number): Promise<Outcome<unknown>>;
  renew(id: number): Promise<Outcome<unknown>>;
  /** Bytes of the PDF of that edition, or of the current one. */
  download(id: number, edition?: 1 | 2): Promise<Outcome<Buffer>>;
  /** Downloads every invoice of the account by its signed URL; returns how many. */
  invoices(): Promise<Outcome<number>>;
  /** Withdraws from the last order, within its fourteen days. */
  withdraw(): Promise<Outcome<unknown>>;
  /** Erases the account and ends the visit. */
  leave(): Promise<Outcome<unknown>>;
};

const PASSWORD = 'Cheval-Agrafe-7-Trajet';
/** How long an empty mailbox is polled before another mail is requested. */
const MAIL_WITHIN_MS = 15_000;

export function createVisitor(email: string, whereabouts: Whereabouts): Visitor {
  const { url, simulatorsUrl, send = fetch, patience = { tries: 4, pauseMs: 500 } } = whereabouts;
  const person: Person = { client: { url, send, token: null }, email, confirmed: [], patience };
  return {
    email,
    confirmed: person.confirmed,
    arrive: () => arrive(person, simulatorsUrl),
    logIn: () => logIn(person),
    lookAround: () => lookAround(person),
    buy: (code) => buyCredits(person, code),
    issue: (point) => issueStatement(person, point),
    restoreOrder: (id) => restoreOrder(person, id),
    renew: (id) => renewStatement(person, id),
    download: (id, edition) => downloadStatement(person, id, edition),
    invoices: () => fetchInvoices(person),
    withdraw: () => withdrawLast(person),
    leave: () => leave(person),
  };
}

async function arrive(person: Person, simulatorsUrl: string): Promise<Outcome<unknown>> {
  const signedUp = await signUp(person);
  if (signedUp.kind !== 'ok') return signedUp;
  const activated = await activate(person, simulatorsUrl);
  return activated.kind === 'ok' ? logIn(person) : activated;
}

/** After no response, a second form is refused because the address is taken: by the first. */
async function signUp(person: Person): Promise<Outcome<unknown>> {
  const { client, email, confirmed } = person;
  const body = { email, username: email, password: PASSWORD, re_password: PASSWORD };
  const send = (): Promise<Outcome<unknown>> => ask(client, accounts.signUp, { body });
  const outcome = await retryOnce(person, send, { status: 400, known: done });
  if (outcome.kind === 'ok') confirmed.push({ what: 'account', email });
  return outcome;
}

/** Any link mailed so far will do; requests another mail when none arrives. */
async function activate(person: Person, simulatorsUrl: string): Promise<Outcome<unknown>> {
  const { client, email, confirmed } = person;
  for (let asked = 0; asked < 3; asked += 1) {
    const awaited = { address: email, withinMs: MAIL_WITHIN_MS };
    const [mail] = await waitForMails(simulatorsUrl, awaited).catch(() => []);
    if (mail === undefined) {
      await retryWhileTransient(person, () => ask(client, accounts.resendActivation, { body: { email } }));
      continue;
    }
    const outcome = await retryWhileTransient(person, () => openLink(person, mail));
    if (outcome.kind === 'ok') confirmed.push({ what: 'activated', email });
    // A used link: the earlier call had succeeded, as the login will show.
    const isUsed = outcome.kind === 'refused' && (outcome.status === 403 || outcome.status === 400);
    return isUsed ? done() : outcome;
  }
  return { kind: 'no response', why: 'no mail' };
}

/** The mail of the sign-up activates; one requested again also sets the password. */
function openLink({ client }: Person, mail: Mail): Promise<Outcome<unknown>> {
  const link = linkIn(mail);
  if (urlIn(mail).includes('/activate/')) return ask(client, accounts.activate, { body: link });
  const passwords = { new_password: PASSWORD, re_new_password: PASSWORD };
  return ask(client, accounts.resetPasswordConfirm, { body: { ...link, ...passwords } });
}

async function logIn(person: Person): Promise<Outcome<unknown>> {
  const { client, email } = person;
  const outcome = await retryWhileTransient(person, () =>
    ask(client, accounts.login, { body: { username: email, password: PASSWORD } }),
  );
  if (outcome.kind === 'ok') client.token = outcome.value.auth_token;
  return outcome;
}

async function lookAround(person: Person): Promise<Outcome<unknown>> {
  const { client } = person;
  const [balance, list] = await Promise.all([
    retryWhileTransient(person, () => ask(client, userData)),
    retryWhileTransient(person, () => ask(client, listStatements)),
  ]);
  return balance.kind === 'ok' ? list : balance;
}

/** After no response, an unknown token means that the account is gone. */
async function leave(person: Person): Promise<Outcome<unknown>> {
  const { client, email, confirmed } = person;
  const send = (): Promise<Outcome<unknown>> =>
    ask(client, accounts.deleteMe, { body: { current_password: PASSWORD } });
  const outcome = await retryOnce(person, send, { status: 401, known: done });
  confirmed.push({ what: 'erased', email, isSure: outcome.kind === 'ok' });
  return outcome;
}

const done = async (): Promise<Outcome<unknown>> => ({ kind: 'ok', value: null });
