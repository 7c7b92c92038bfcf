import type { BrowserContext, Locator, Page } from '@playwright/test';
import { downloadStatement } from '../contract/src/documents.ts';
import { createCustomer, GOUSSAINVILLE, type Customer } from '../tests/harness/customer.ts';

/** Calls outside the pages, with the context's session and network. */
export async function customerOf(context: BrowserContext): Promise<Customer> {
  const send: typeof fetch = async (input, { method = 'GET', headers, body } = {}) => {
    const response = await context.request.fetch(input instanceof Request ? input.url : input.toString(), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { data: body }),
      timeout: 120_000,
    });
    const bytes = new Uint8Array(await response.body());
    return new Response(bytes.length === 0 ? null : bytes, { status: response.status() });
  };
  return createCustomer({ url: '', token: await tokenOf(context), send });
}

export type Typed = { adresse?: string; vendeur_nom?: string };
export type Issued = { id: number; reference: string };

/** Issues a statement without the wizard's screens. */
export async function issueStatement(context: BrowserContext, typed: Typed = {}): Promise<Issued> {
  const parties = { vendeur_nom: 'Élodie Nuñez', acheteur_nom: '-' };
  return (await customerOf(context)).issue(GOUSSAINVILLE, { ...parties, ...typed });
}

export type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** Makes it that many days older. */
export async function age(sql: Sql, id: number, days: number): Promise<void> {
  const older = 'issued_at = issued_at - make_interval(days => $2)';
  await sql(`update statement_edition set ${older}, expires_on = expires_on - $2::int where statement_id = $1`, [
    id,
    days,
  ]);
  await sql(`update statement set ${older} where id = $1`, [id, days]);
}

/** The PDF of its current edition, or of the given one. */
export async function pdfOf(context: BrowserContext, id: number, edition?: 1 | 2): Promise<Buffer> {
  const query = edition === undefined ? {} : { edition };
  return (await customerOf(context)).file(downloadStatement, { params: { erp_id: id }, query });
}

async function tokenOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
}

/** Headers of a call outside the pages, with the context's session. */
export async function signed(context: BrowserContext): Promise<{ headers: { authorization: string } }> {
  return { headers: { authorization: `Token ${await tokenOf(context)}` } };
}

/** What the verification page says of a document. */
export const verdict = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('heading', { level: 2, name: words, exact: true });

/** Chooses a PDF on the verification page. */
export const choosePdf = (page: Page, buffer: Buffer, name = 'etat.pdf'): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
