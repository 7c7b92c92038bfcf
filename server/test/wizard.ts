import { call, type TestAccount, type TestApp } from './app.ts';

export const GOUSSAINVILLE = { longitude: 2.4745, latitude: 49.0325 };

/** The wizard's request for the parcel at that point. */
export async function draftAt(
  app: Pick<TestApp, 'url'>,
  point: { longitude: number; latitude: number },
): Promise<Record<string, unknown>> {
  const { body } = await call(app, ['POST', `/api/v2/cadastre/proximite/${point.longitude}/${point.latitude}/`]);
  const [parcel] = body as { prefixe: string; section: string; numero: string; commune: string }[];
  const cadastre = `${parcel?.prefixe}-${parcel?.section}-${parcel?.numero}`;
  return {
    adresse: '4 Rue des Lilas 95190 Goussainville',
    cadastre,
    ...point,
    type_de_transaction: 'Vente',
    vendeur_nom: 'Élodie O’Brien-Nuñez',
    acheteur_nom: '-',
    code_parcelle: `${cadastre}@${parcel?.commune}`,
  };
}

/** A statement issued and debited by the product, now. */
export async function issueAt(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestAccount, 'token'>,
  point = GOUSSAINVILLE,
): Promise<number> {
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token, body: await draftAt(app, point) });
  const { erp_id: id } = created.body as { erp_id: number };
  const { status, body } = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token });
  if (status !== 200) throw new Error(`generation answered ${status} ${JSON.stringify(body)}`);
  return id;
}
