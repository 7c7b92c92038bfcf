import { login } from '@clairisque/contract/accounts.ts';
import { nearbyParcels, parcelCode, parcelReference } from '@clairisque/contract/parcels.ts';
import { buyPack, orderOfSession } from '@clairisque/contract/orders.ts';
import type { Route } from '@clairisque/contract/common/route.ts';
import { createStatement, generateStatement } from '@clairisque/contract/issuance.ts';
import type { Pool } from 'pg';
import { insertAccount, insertSession, queryOf } from './accounts.ts';
import { ask, askFile, type HttpClient, type Input, type Outcome, type ValueOf } from './http.ts';
import { payAt, sessionIdOf } from './payment.ts';

export type Point = { longitude: number; latitude: number; address: string };
/** Replaces fields of the wizard's request. */
type DraftChanges = Record<string, unknown>;
export type PaymentPage = { page: string; sessionId: string };

/** A user over HTTP; each method throws for anything but a success of the contract. */
export type Customer = {
  token: string;
  call<const R extends Route>(route: R, input?: Input): Promise<ValueOf<R>>;
  file(route: Route, input?: Input): Promise<Buffer>;
  /** Returns the number of the draft. */
  draft(point: Point, changes?: DraftChanges): Promise<number>;
  /** Returns the reference of the issued statement. */
  generate(id: number): Promise<string>;
  issue(point: Point, changes?: DraftChanges): Promise<{ id: number; reference: string }>;
  order(code?: string): Promise<PaymentPage>;
  /** Orders, pays, and settles as the return page does; returns the session of the payment. */
  buy(code?: string): Promise<string>;
};

/** A generation waits for suppliers and for its turn. */
const GENERATION_MS = 120_000;

export function createCustomer(options: { url: string; token: string; send?: typeof fetch }): Customer {
  const { url, token, send = fetch } = options;
  const client: HttpClient = { url, token, send };
  const call: Customer['call'] = async (route, input) => required(route, await ask(client, route, input));
  const draft: Customer['draft'] = async (point, changes) => {
    const parcel = await readParcel(client, point);
    const body = draftOf(point, required(nearbyParcels, parcel), changes);
    return (await call(createStatement, { body })).erp_id;
  };
  const generate: Customer['generate'] = async (id) =>
    (await call(generateStatement, { params: { erp_id: id }, timeoutMs: GENERATION_MS })).reference;
  const order: Customer['order'] = async (code = 'PA1') => {
    const { url: page } = await call(buyPack, { params: { code } });
    return { page, sessionId: sessionIdOf(page) };
  };
  return {
    token,
    call,
    file: async (route, input) => required(route, await askFile(client, route, input)),
    draft,
    generate,
    issue: async (point, changes) => {
      const id = await draft(point, changes);
      return { id, reference: await generate(id) };
    },
    order,
    buy: async (code) => {
      const { page, sessionId } = await order(code);
      await payAt(page);
      const { etat } = await call(orderOfSession, { params: { session_id: sessionId } });
      if (etat !== 'payee') throw new Error(`order ${sessionId} is ${etat}`);
      return sessionId;
    },
  };
}

/** A customer whose account and session are inserted with SQL. */
export async function openCustomer(pool: Pool, url: string, credits = 0): Promise<Customer & { email: string }> {
  const query = queryOf(pool);
  const { email } = await insertAccount(query, { credits });
  return { ...createCustomer({ url, token: await insertSession(query, email) }), email };
}

/** The account of `server/src/main.ts demo`, which `npm start` creates. */
const DEMO = { username: 'demo@clairisque.fr', password: 'Demonstration-2026!' };

/** The demo account, signed in with its password. */
export async function openDemo(url: string): Promise<Customer> {
  const client: HttpClient = { url, token: null, send: fetch };
  const { auth_token } = required(login, await ask(client, login, { body: DEMO }));
  return createCustomer({ url, token: auth_token });
}

function required<V>(route: Route, outcome: Outcome<V>): V {
  if (outcome.kind === 'ok') return outcome.value;
  const why = outcome.kind === 'refused' ? `${outcome.status} ${JSON.stringify(outcome.body)}` : outcome.why;
  throw new Error(`${route.method} ${route.url} → ${why}`);
}

type Parcel = Parameters<typeof parcelCode>[0] & Parameters<typeof parcelReference>[0];

/** The parcel that the wizard proposes for that point. */
export async function readParcel(client: HttpClient, { longitude, latitude }: Omit<Point, 'address'>) {
  const parcels = await ask(client, nearbyParcels, { params: { longitude, latitude } });
  if (parcels.kind !== 'ok') return parcels;
  const [value] = parcels.value;
  if (value === undefined) return { kind: 'no response', why: `no parcel at ${longitude}, ${latitude}` } as const;
  return { kind: 'ok', value } as const;
}

/** The wizard's request for that parcel. */
export const draftOf = ({ longitude, latitude, address }: Point, parcel: Parcel, changes: DraftChanges = {}) => ({
  adresse: address,
  cadastre: parcelReference(parcel),
  code_parcelle: parcelCode(parcel),
  longitude,
  latitude,
  type_de_transaction: 'Vente',
  vendeur_nom: 'Élodie Martin-Lefèvre',
  acheteur_nom: 'SCI des Trois Fontaines',
  ...changes,
});

/** A property near an airport, in a town with few suppliers' responses to wait for. */
export const GOUSSAINVILLE: Point = {
  longitude: 2.4745,
  latitude: 49.0325,
  address: '4 Rue des Lilas 95190 Goussainville',
};
