import { insertAccount } from '../../tests/harness/accounts.ts';
import { mailNamed } from '../src/wiring/mails.ts';
import type { MailContent } from '../src/platform/mails/outbox.ts';
import type { SharedApp } from './app.ts';
import { insertIssued } from './issued.ts';

/**
 * Every kind of mail, composed by the product from rows of its database. `kind` is the name in the outbox; `name` is
 * unique, and that of the reference picture of a typical mail.
 */
export type MailCase = { name: string; kind: string; isTypical: boolean; content: MailContent };

/** A first of the month in Paris: « 1er ». */
export const NOW = new Date('2026-12-01T08:30:00Z');
const DAY_MS = 86_400_000;
export const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

export const HOSTILE = {
  name: `<b>Jean-Baptiste</b> "O’Neil" & fils, http://pirate.example/?a=1 \u202Etxt.exe ${'très '.repeat(20)}`,
  long: 'Anticonstitutionnellement'.repeat(6),
  address: `12 bis, allée "des <i>Lilas</i>" & d’${'Anticonstitutionnellement'.repeat(4)}, www.pirate.example`,
  email: `${'a'.repeat(60)}.${'b'.repeat(60)}@${'c'.repeat(60)}.exemple.fr`,
};

export type Maker = { app: SharedApp; cases: MailCase[]; count: number };

type Asked = { kind: string; name?: string; accountId?: number | null; params?: Record<string, string> };

export async function add({ app, cases }: Maker, asked: Asked): Promise<void> {
  const { kind, name = kind, accountId = null, params = {} } = asked;
  const queued = { id: 1, kind, recipient: 'camille@exemple.fr', accountId, params };
  const content = await mailNamed(kind).compose(app.deps, queued);
  if (content === null) throw new Error(`${name}: nothing to say`);
  cases.push({ name, kind, isTypical: !name.includes(','), content: withoutChance(content) });
}

/** Links to activate an account and ids of rows are drawn: letters of the same width take their place. */
function withoutChance(content: MailContent): MailContent {
  const fixed = (text: string): string =>
    text
      .replaceAll(
        /(?<=\/(?:remise|questions|(?:activate|pas-moi|password-reset-confirmation)\/\w+)\/)[\w-]{40,60}/g,
        (token) => 'n'.repeat(token.length),
      )
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '0a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d');
  return { ...content, text: fixed(content.text), html: fixed(content.html) };
}

export async function account(maker: Maker, given: { email?: string; activated?: boolean } = {}): Promise<number> {
  maker.count += 1;
  const email = given.email ?? `camille.martin${maker.count}@exemple.fr`;
  return (await insertAccount(maker.app.database.query, { ...given, email })).id;
}

export type Issued = {
  accountId: number;
  days: number;
  adresse?: string;
  parcels?: string[] | null;
  isDeclared?: boolean;
};

/** A statement issued that many days ago; a renewal too when `renewedDays` is given. */
export async function statement(maker: Maker, given: Issued & { renewedDays?: number }): Promise<number> {
  const { accountId, days, renewedDays, adresse, parcels, isDeclared } = given;
  const { db } = maker.app.database;
  const { id } = await insertIssued(db, {
    accountId,
    issuedAt: daysAgo(days),
    ...(renewedDays !== undefined && { renewedAt: daysAgo(renewedDays) }),
    ...(adresse !== undefined && { adresse }),
  });
  if (parcels) await db.updateTable('statement').set({ parcelles: parcels }).where('id', '=', id).execute();
  if (isDeclared) {
    const editions = db.updateTable('statement_edition').set({ confirmed_address: null });
    await editions.where('statement_id', '=', id).execute();
  }
  return id;
}

export const PARCELS = ['000-AB-0001@95280', '000-AB-0002@95280'];
export const MANY_PARCELS = Array.from(
  { length: 12 },
  (_, index) => `000-AB-${String(index + 1).padStart(4, '0')}@95280`,
);
