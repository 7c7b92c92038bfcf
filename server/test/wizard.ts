import { createCustomer, draftOf, readParcel } from '../../tests/harness/customer.ts';
import type { TestAccount, TestApp } from './app.ts';

export const GOUSSAINVILLE = { longitude: 2.4745, latitude: 49.0325 };
const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
const PARTIES = { vendeur_nom: 'Élodie O’Brien-Nuñez', acheteur_nom: '-' };

/** The wizard's request for the parcel at that point. */
export async function draftAt(
  { url }: Pick<TestApp, 'url'>,
  point: { longitude: number; latitude: number },
): Promise<Record<string, unknown>> {
  const parcel = await readParcel({ url, token: null, send: fetch }, point);
  if (parcel.kind !== 'ok') throw new Error(JSON.stringify(parcel));
  return draftOf({ ...point, address: ADDRESS }, parcel.value, PARTIES);
}

/** A statement issued and debited by the product, now. */
export async function issueAt(
  { url }: Pick<TestApp, 'url'>,
  { token }: Pick<TestAccount, 'token'>,
  point = GOUSSAINVILLE,
): Promise<number> {
  return (await createCustomer({ url, token }).issue({ ...point, address: ADDRESS }, PARTIES)).id;
}
