import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parcelCode, parcelReference, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { Pool } from 'pg';

/** A customer's program over HTTP; throws for anything but a 2xx. */
export type Client = {
  draft(point: Point): Promise<number>;
  /** Returns its reference. */
  generate(id: number): Promise<string>;
};
export type Point = { longitude: number; latitude: number; address: string };

/** Creates an account with credits and a session with SQL (neither is measured), and calls with it. */
export async function createClient(pool: Pool, url: string, credits: number): Promise<Client> {
  const token = await openAccount(pool, credits);
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    draft: async (point) => {
      const { longitude, latitude } = point;
      const [parcel] = (await call('POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`)) as NearbyParcel[];
      if (parcel === undefined) throw new Error(`no parcel at ${longitude}, ${latitude}`);
      const { erp_id } = (await call('POST', '/api/v2/erp/me/create/', draftOf(point, parcel))) as { erp_id: number };
      return erp_id;
    },
    generate: async (id) =>
      ((await call('PATCH', `/api/v2/erp/me/id/generate/${id}/`)) as { reference: string }).reference,
  };
}

function draftOf(point: Point, parcel: NearbyParcel): Record<string, unknown> {
  return {
    adresse: point.address,
    cadastre: parcelReference(parcel),
    code_parcelle: parcelCode(parcel),
    longitude: point.longitude,
    latitude: point.latitude,
    type_de_transaction: 'Vente',
    vendeur_nom: 'Élodie Martin-Lefèvre',
    acheteur_nom: 'SCI des Trois Fontaines',
  };
}

/** Returns the session's token. */
export async function openAccount(pool: Pool, credits: number): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await pool.query(
    `with owner as (
       insert into account (email, username, password_hash, activated_at) values ($1, $1, 'none', now()) returning id
     ), session as (
       insert into api_token (account_id, token_hash, expires_at) select id, $2, now() + interval '1 hour' from owner
     ), lot as (
       insert into credit_lot (account_id, product_code, label) select id, 'PA1', 'Banc d’essai' from owner returning id, account_id
     )
     insert into ledger_entry (account_id, lot_id, kind, credits) select account_id, id, 'purchase', $3 from lot`,
    [`${randomUUID()}@exemple.fr`, createHash('sha256').update(token).digest(), credits],
  );
  return token;
}
