import type { BrowserContext } from '@playwright/test';
import { parcelCode, parcelReference, type NearbyParcel } from '../contract/src/parcels.ts';
import { expect } from './journey.ts';

const POINT = { longitude: 2.4745, latitude: 49.0325 };
const ADDRESS = '4 Rue des Lilas 95190 Goussainville';

/**
 * Has the product issue a statement for the session of the context: sends what the wizard sends, without its screens.
 */
export async function issueStatement(
  context: BrowserContext,
  typed: { adresse?: string; vendeur_nom?: string } = {},
): Promise<{ id: number; reference: string }> {
  const call = caller(context);
  const [parcel] = await call<NearbyParcel[]>(
    'POST',
    `/api/v2/cadastre/proximite/${POINT.longitude}/${POINT.latitude}/`,
  );
  if (parcel === undefined) throw new Error('no parcel there');
  const draft = {
    ...POINT,
    adresse: ADDRESS,
    cadastre: parcelReference(parcel),
    code_parcelle: parcelCode(parcel),
    type_de_transaction: 'Vente',
    vendeur_nom: 'Élodie Nuñez',
    acheteur_nom: '-',
    ...typed,
  };
  const { erp_id: id } = await call<{ erp_id: number }>('POST', '/api/v2/erp/me/create/', draft);
  const { reference } = await call<{ reference: string }>('PATCH', `/api/v2/erp/me/id/generate/${id}/`);
  return { id, reference };
}

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** Makes it that many days older. */
export async function age(sql: Sql, id: number, days: number): Promise<void> {
  const older = 'issued_at = issued_at - make_interval(days => $2)';
  await sql(`update statement_edition set ${older}, expires_on = expires_on - $2::int where statement_id = $1`, [
    id,
    days,
  ]);
  await sql(`update statement set ${older} where id = $1`, [id, days]);
}

/** Renews it; it must have expired. */
export async function renewStatement(context: BrowserContext, id: number): Promise<void> {
  await caller(context)('PATCH', `/api/v2/erp/${id}/regenerate/`);
}

/** The PDF of its current edition, or of the given one. */
export async function pdfOf(context: BrowserContext, id: number, edition?: 1 | 2): Promise<Buffer> {
  const query = edition === undefined ? '' : `?edition=${edition}`;
  const answer = await context.request.get(`/api/v2/download_pdf_proxy/${id}/${query}`, await signed(context));
  expect(answer.status()).toBe(200);
  return answer.body();
}

function caller(context: BrowserContext) {
  return async <Body>(method: string, path: string, data?: unknown): Promise<Body> => {
    const answer = await context.request.fetch(path, { method, data, timeout: 30_000, ...(await signed(context)) });
    if (!answer.ok()) throw new Error(`${method} ${path} → ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
}

/** Headers of a call outside the pages, with the context's session. */
export async function signed(context: BrowserContext): Promise<{ headers: { authorization: string } }> {
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  return { headers: { authorization: `Token ${token}` } };
}
