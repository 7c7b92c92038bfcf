import * as accounts from '@clairisque/contract/accounts.ts';
import type { PackCode } from '@clairisque/contract/orders.ts';
import { userData } from '@clairisque/contract/profile.ts';
import { listStatements } from '@clairisque/contract/statements.ts';
import { ask, type Told } from '../harness/http.ts';
import { mailedLinks } from '../harness/mailbox.ts';
import { insist, insistOnce, type Patience, type Person, type Promised } from './person.ts';
import { buyCredits, fetchInvoices, withdrawLast } from './visitor.credits.ts';
import {
  downloadStatement,
  issueStatement,
  renewStatement,
  takeUpStatement,
  type Point,
} from './visitor.statements.ts';

/** The site, the mailbox of the simulators, and the user's network (`fetch`, or one that is cut). */
export type Whereabouts = { url: string; mailboxUrl: string; send?: typeof fetch; patience?: Patience };

/**
 * One user over HTTP, like our pages, with retries; each act returns its final outcome. « nothing » may have happened
 * or not, never half.
 */
export type Visitor = {
  email: string;
  promised: readonly Promised[];
  /** Creates an account and its session: form, mail, link, login. */
  arrive(): Promise<Told<unknown>>;
  logIn(): Promise<Told<unknown>>;
  /** Calls of every page: balance and list. */
  lookAround(): Promise<Told<unknown>>;
  /** Credits that the site has confirmed. */
  buy(code: PackCode): Promise<Told<number>>;
  /** From the address to the issued statement. */
  issue(point: Point): Promise<Told<{ id: number; reference: string }>>;
  /** Generates a draft again whose generation had no outcome. */
  restoreOrder(id: number): Promise<Told<unknown>>;
  renew(id: number): Promise<Told<unknown>>;
  /** Bytes of the PDF of that edition, or of the current one. */
  download(id: number, edition?: 1 | 2): Promise<Told<Buffer>>;
  /** Downloads every invoice of the account by its signed URL; returns how many. */
  invoices(): Promise<Told<number>>;
  /** Withdraws from the last order, within its fourteen days. */
  withdraw(): Promise<Told<unknown>>;
  /** Erases the account and ends the visit. */
  leave(): Promise<Told<unknown>>;
};

const PASSWORD = 'Cheval-Agrafe-7-Trajet';
/** How long an empty mailbox is polled before another mail is requested. */
const MAIL_WITHIN_MS = 15_000;

export function createVisitor(email: string, whereabouts: Whereabouts): Visitor {
  const { url, mailboxUrl, send = fetch, patience = { tries: 4, pauseMs: 500 } } = whereabouts;
  const person: Person = { asker: { url, send, token: null }, email, promised: [], patience };
  return {
    email,
    promised: person.promised,
    arrive: () => arrive(person, mailboxUrl),
    logIn: () => logIn(person),
    lookAround: () => lookAround(person),
    buy: (code) => buyCredits(person, code),
    issue: (point) => issueStatement(person, point),
    restoreOrder: (id) => takeUpStatement(person, id),
    renew: (id) => renewStatement(person, id),
    download: (id, edition) => downloadStatement(person, id, edition),
    invoices: () => fetchInvoices(person),
    withdraw: () => withdrawLast(person),
    leave: () => leave(person),
  };
}

async function arrive(person: Person, mailboxUrl: string): Promise<Told<unknown>> {
  const signedUp = await signUp(person);
  if (signedUp.heard !== 'yes') return signedUp;
  const activated = await activate(person, mailboxUrl);
  return activated.heard === 'yes' ? logIn(person) : activated;
}

/** After no response, a second form is refused because the address is taken: by the first. */
async function signUp(person: Person): Promise<Told<unknown>> {
  const { asker, email, promised } = person;
  const body = { email, username: email, password: PASSWORD, re_password: PASSWORD };
  const send = (): Promise<Told<unknown>> => ask(asker, accounts.signUp, { body });
  const told = await insistOnce(person, send, { status: 400, known: done });
  if (told.heard === 'yes') promised.push({ what: 'account', email });
  return told;
}

/** Any link mailed so far will do; requests another mail when none arrives. */
async function activate(person: Person, mailboxUrl: string): Promise<Told<unknown>> {
  const { asker, email, promised } = person;
  for (let asked = 0; asked < 3; asked += 1) {
    const links = await mailedLinks({ mailboxUrl, email, withinMs: MAIL_WITHIN_MS });
    const link = links[0];
    if (link === undefined) {
      await insist(person, () => ask(asker, accounts.resendActivation, { body: { email } }));
      continue;
    }
    const told = await insist(person, () => ask(asker, accounts.activate, { body: link }));
    // A used link: the earlier call had succeeded, as the login will show.
    const isOver = told.heard === 'no' && (told.status === 403 || told.status === 400);
    if (told.heard !== 'yes' && !isOver) return told;
    promised.push({ what: 'activated', email });
    return done();
  }
  return { heard: 'nothing', why: 'no mail' };
}

async function logIn(person: Person): Promise<Told<unknown>> {
  const { asker, email } = person;
  const told = await insist(person, () =>
    ask(asker, accounts.login, { body: { username: email, password: PASSWORD } }),
  );
  if (told.heard === 'yes') asker.token = told.answer.auth_token;
  return told;
}

async function lookAround(person: Person): Promise<Told<unknown>> {
  const { asker } = person;
  const [balance, list] = await Promise.all([
    insist(person, () => ask(asker, userData)),
    insist(person, () => ask(asker, listStatements)),
  ]);
  return balance.heard === 'yes' ? list : balance;
}

/** After no response, an unknown token means that the account is gone. */
async function leave(person: Person): Promise<Told<unknown>> {
  const { asker, email, promised } = person;
  const send = (): Promise<Told<unknown>> => ask(asker, accounts.deleteMe, { body: { current_password: PASSWORD } });
  const told = await insistOnce(person, send, { status: 401, known: done });
  promised.push({ what: 'erased', email, isSure: told.heard === 'yes' });
  return told;
}

const done = async (): Promise<Told<unknown>> => ({ heard: 'yes', answer: null });
