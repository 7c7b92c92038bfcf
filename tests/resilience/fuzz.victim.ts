import { randomBytes } from 'node:crypto';
import type { Handover } from '@clairisque/contract/handovers.ts';
import type { InvoiceItem } from '@clairisque/contract/invoices.ts';
import { parcelCode, parcelReference, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { Pool } from 'pg';
import { openAccount } from '../harness/customer.ts';
import { rowsOf } from '../../server/test/authorization-matrix.ts';
import { NOTHING } from '../../server/test/nothing.ts';
import type { World } from './fuzz.environment.ts';

/** A word that only occurs in one account's objects. */
export const canary = (of: string): string => `Canari${of}${randomBytes(6).toString('hex')}`;

export type Victim = { accountId: number; canaries: string[]; foreign: World['foreign'] };

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** An account with a statement, a draft, an order and its invoice, and a link: each contains canaries. */
export async function plantVictim(pool: Pool, url: string): Promise<Victim> {
  const token = await openAccount(pool, 3);
  const ask = askerOf(url, token);
  const words = ['Nom', 'Adresse', 'Vendeur', 'Acheteur', 'Lien', 'Brouillon'].map(canary);
  const made = await makeStatement(ask, words);
  const bought = await buyPack(ask, pool);
  const { account_id: accountId, email, ...order } = bought;
  const canaries = [...words, token, made.linkToken, email, order.invoiceNumber];
  const { rows } = await pool.query<{ id: string }>('select id from api_token where account_id = $1', [accountId]);
  const owned = { ...NO_SECRETS, ...made, ...order, otherSessionId: Number(rows[0]?.id) };
  const foreign = rowsOf('owned').map(([key, named]) => ({ method: key.split(' ')[0] ?? '', ...named(owned) }));
  return { accountId: Number(accountId), canaries, foreign };
}

/** The victim's secret URLs, which no attacker has; and no receipt. */
const NO_SECRETS = {
  token: '',
  invoicePath: '',
  handoverPath: '',
  acknowledgement: '',
  receiptId: NOTHING.receiptId,
  logoPath: '',
  calendarPath: '',
  unsubscribePath: '',
  marks: [],
};

/** Calls with a session; throws for anything but a 2xx. */
export function askerOf(url: string, token: string): Ask {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as never;
  };
}

async function makeStatement(ask: Ask, [nom, adresse, vendeur_nom, acheteur_nom, libelle, drafted]: string[]) {
  await ask('PATCH', '/api/v2/user_data/me/update/', { nom, prenom: nom, adresse });
  const [longitude, latitude] = [2.4745, 49.0325];
  const [parcel] = await ask<NearbyParcel[]>('POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`);
  if (parcel === undefined) throw new Error('no parcel');
  const place = { cadastre: parcelReference(parcel), code_parcelle: parcelCode(parcel), longitude, latitude };
  const content = { ...place, adresse, type_de_transaction: 'Vente', vendeur_nom, acheteur_nom };
  const { erp_id: statementId } = await ask<{ erp_id: number }>('POST', '/api/v2/erp/me/create/', content);
  await ask('PATCH', `/api/v2/erp/me/id/generate/${statementId}/`);
  const { erp_id: draftId } = await ask<{ erp_id: number }>('POST', '/api/v2/erp/me/create/', content);
  await ask('PUT', '/api/v2/erp/me/brouillon/', { ...content, vendeur_nom: drafted, declarations: null });
  const link = await ask<Handover>('POST', `/api/v2/erp/${statementId}/remises/`, { libelle });
  return { statementId, draftId, handoverId: link.id, linkToken: link.url.split('/').at(-1) ?? '' };
}

async function buyPack(ask: Ask, pool: Pool) {
  const { url: page } = await ask<{ url: string }>('POST', '/api/v2/stripe/create/session/PA1/');
  const sessionId = page.split('/').at(-1) ?? '';
  await fetch(page, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
  await ask('GET', `/api/v2/stripe/session/${sessionId}/`);
  const [invoice] = await ask<InvoiceItem[]>('GET', '/api/v2/facture/me/');
  const { rows } = await pool.query<{ id: string; account_id: string; email: string; session: number }>(
    `select o.id, o.account_id, a.email, (select max(id)::int from api_token where account_id = a.id) as session
     from purchase_order o join account a on a.id = o.account_id where session_id = $1`,
    [sessionId],
  );
  const [order] = rows;
  if (invoice === undefined || order === undefined) throw new Error('no order');
  const { pdf_a_telecharger: invoiceName, numero_facture: invoiceNumber } = invoice;
  const { id: orderId, session: otherSessionId, account_id, email } = order;
  return { sessionId, orderId, otherSessionId, invoiceName, invoiceNumber, account_id, email };
}

const CARD = { number: '4242424242424242', expiry: '12/34', code: '123', name: 'Camille Essai' };

/** One line for everything that the account owns: a change means that an attacker touched it. */
export async function fingerprint(pool: Pool, accountId: number): Promise<string> {
  const whole = (table: string, where: string): string =>
    `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t where ${where}`;
  const own = [
    'api_token',
    'statement',
    'statement_draft',
    'handover',
    'purchase_order',
    'invoice',
    'credit_lot',
    'ledger_entry',
  ];
  const ofStatements = 'statement_id in (select id from statement where account_id = $1)';
  const { rows } = await pool.query<{ name: string; sum: string }>(
    [
      whole('account', 'id = $1'),
      ...own.map((table) => whole(table, 'account_id = $1')),
      whole('statement_edition', ofStatements),
    ].join(' union all '),
    [accountId],
  );
  return rows
    .map(({ name, sum }) => `${name}:${sum}`)
    .toSorted()
    .join(' ');
}
