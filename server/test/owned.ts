import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import type { Handover } from '@clairisque/contract/handovers.ts';
import type { InvoiceItem } from '@clairisque/contract/invoices.ts';
import sharp from 'sharp';
import type { Session } from '@clairisque/contract/accounts.ts';
import { stopLink } from '#features/unsubscribe/unsubscribe.ts';
import { call } from './app.ts';
import { callV3, ON_A_PARCEL } from './keys.ts';
import { clientOf, createPerson, type Person } from './people.ts';
import { buy, lastOrder, until, type Shop } from './shop.ts';
import { draftAt, GOUSSAINVILLE, issueAt } from './wizard.ts';

/** One of each object that an account can own, created by the product; paths are the site's. */
export type Owned = {
  token: string;
  /** A key of API v3, and the id of another one. */
  key: string;
  keyId: string;
  webhookId: string;
  otherWebhookId: string;
  deliveryId: string;
  otherSessionId: number;
  statementId: number;
  draftId: number;
  sessionId: string;
  orderId: string;
  invoiceName: string;
  invoicePath: string;
  batchId: number;
  answerRequestId: string;
  questionsPath: string;
  handoverId: string;
  handoverPath: string;
  acknowledgement: string;
  receiptId: string;
  logoPath: string;
  calendarPath: string;
  unsubscribePath: string;
  /** Texts that occur only in this account's objects. */
  marks: string[];
};

/** `person`: the owner; a new one by default. */
export async function createOwned(shop: Shop, person?: Person): Promise<Owned> {
  const owner = person ?? (await createPerson(shop));
  const [token] = [await clientOf(shop).sessionOf(owner), await clientOf(shop).sessionOf(owner)];
  const account = { ...owner, token };
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await call(shop, [method, path], { token, ...(body !== undefined && { body }) })).body;

  const sessionId = await buy(shop, account);
  const statementId = await issueAt(shop, account);
  const draft = await ask('POST', '/api/v2/erp/me/create/', await draftAt(shop, GOUSSAINVILLE));
  const invoice = await until(async () => ((await ask('GET', '/api/v2/facture/me/')) as InvoiceItem[])[0] ?? null);
  const { url: invoiceUrl } = (await ask('GET', `/api/v2/facture/generate_url/${invoice.pdf_a_telecharger}/`)) as {
    url: string;
  };
  const links = `/api/v2/erp/${statementId}/remises/`;
  const link = (await ask('POST', links, { libelle: 'Étude Nuñez' })) as Handover;
  const handoverPath = `/api/v2/remise/${link.url.split('/').at(-1)}/`;
  const visitor = { nom: 'Camille Visiteuse', email: 'camille@exemple.fr', recu: true };
  const { recu } = (await ask('POST', `${handoverPath}recu/`, visitor)) as { recu: string };
  const receipt = await until(async () => {
    const [handover] = (await ask('GET', links)) as Handover[];
    return handover?.recus.find(({ recepisse_pret: isReady }) => isReady) ?? null;
  });
  const question = (await ask('POST', `/api/v2/erp/${statementId}/demandes/`, {
    libelle: 'Étude Nuñez',
  })) as AnswerRequest;
  const asked = {
    name: 'Étude Nuñez',
    scopes: ['read', 'issue', 'batch', 'webhooks'],
    days: 30,
    current_password: owner.password,
  };
  const [{ key }, { id: keyId }] = [
    (await ask('POST', '/api/v3/api_keys', asked)) as { key: string },
    (await ask('POST', '/api/v3/api_keys', asked)) as { id: string },
  ];
  const rows = [{ transaction: 'sale', point: ON_A_PARCEL, parties: { owner: 'Élodie Nuñez', recipient: '' } }];
  const batch = await callV3(shop, ['POST', '/batches'], {
    key,
    body: { name: 'Étude Nuñez', start: 'manual', rows },
    headers: { 'idempotency-key': 'lot' },
  });
  // Nothing listens there.
  const makeWebhook = async (path: string) => {
    const asked = { url: `http://127.0.0.1:9/${path}`, events: ['statement.issued'] };
    return ((await ask('POST', '/api/v3/webhook_endpoints', asked)) as { id: string }).id;
  };
  const [webhookId, otherWebhookId] = [await makeWebhook('nunez'), await makeWebhook('nunez-2')];
  const { id: deliveryId } = (await ask('POST', `/api/v3/webhook_endpoints/${webhookId}/tests`)) as { id: string };
  const sessions = (await ask('GET', '/api/v2/user/sessions/')) as Session[];
  const { url: calendarUrl } = (await ask('POST', '/api/v2/user/agenda/')) as { url: string };
  return {
    token,
    key,
    keyId,
    webhookId,
    otherWebhookId,
    deliveryId,
    otherSessionId: sessions.find(({ en_cours: isCurrent }) => !isCurrent)?.id ?? 0,
    statementId,
    draftId: (draft as { erp_id: number }).erp_id,
    sessionId,
    orderId: (await lastOrder(shop, account)).id,
    invoiceName: invoice.pdf_a_telecharger,
    invoicePath: pathOf(invoiceUrl),
    batchId: Number(String(batch.json['id']).slice(4)),
    answerRequestId: question.id,
    questionsPath: `/api/v2/reponses/${question.url.split('/').at(-1)}/`,
    handoverId: link.id,
    handoverPath,
    acknowledgement: recu,
    receiptId: receipt.id,
    logoPath: await uploadLogo(shop, token),
    calendarPath: pathOf(calendarUrl),
    unsubscribePath: pathOf((await stopLink(shop.deps, { accountId: owner.id, choice: 'reminders' })).oneClick),
    marks: [account.email, 'Nuñez', 'nunez', webhookId, link.id, invoice.numero_facture, invoice.pdf_a_telecharger],
  };
}

async function uploadLogo({ url }: Shop, token: string): Promise<string> {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#205040' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png');
  const headers = { authorization: `Token ${token}` };
  const answer = await fetch(`${url}/api/v2/user/logo/upload/`, { method: 'POST', headers, body });
  return pathOf(((await answer.json()) as { logo_url: string }).logo_url);
}

/** Sends the call to the application under test, whatever host the URL names. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname + search;
}
