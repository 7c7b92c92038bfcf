import { frenchEuros } from '#domain/french.ts';
import type { Deps } from '#deps.ts';
import { balance } from '#features/credits/credits.ts';
import { frenchDate } from '#domain/french.ts';
import { recordReading, type Asked } from './journal.service.ts';
import { findOrderLine, recentOrders, type OrderLine } from './order.queries.ts';
import {
  findCard,
  findPlaces,
  listActions,
  recentEvents,
  recentMails,
  recentStatements,
  similarAddresses,
  type AccountCard,
  type MailLine,
} from './support.queries.ts';
import { inWords, moment, type Sheet } from './sheets.rules.ts';

/**
 * The accounts that a text refers to: an e-mail, a number of account, order, invoice or statement, an object of the payment
 * provider, an incident. Each comes with its context, and the reading is recorded; an order of an erased account is shown alone. No
 * result returns no sheet.
 */
export async function find(deps: Deps, asked: Pick<Asked, 'operator'>, text: string): Promise<Sheet[]> {
  const quoted = asQuoted(text);
  const found = await findPlaces(deps.db, await objectOf(deps, quoted));
  const accounts = new Set(found.flatMap(({ account_id: id }) => id ?? []));
  const sheets: Sheet[] = [];
  for (const id of accounts) sheets.push(...(await readAccount(deps, asked, id)));
  for (const { account_id, order_id } of found) {
    const order = account_id === null && order_id !== null ? await findOrderLine(deps.db, order_id) : undefined;
    if (order !== undefined) sheets.push({ title: 'Commande d’un compte supprimé', rows: [orderRow(order)] });
  }
  if (sheets.length > 0 || quoted.length < 3) return sheets;
  const similar = await similarAddresses(deps.db, quoted);
  if (similar.length === 0) return [];
  return [{ title: 'Adresses qui contiennent ce texte', rows: similar.map(({ id, email }) => [String(id), email]) }];
}

/** Text that users copy along: « Numéro d’incident : 3F9C 21AB ». */
const AROUND = /^(?:(?:#|:|n[°º]|(?:numéro|référence|(?:d['’])?incident|commande|facture|avoir)(?=[ :])) *)+/i;

function asQuoted(text: string): string {
  const bare = text
    .replaceAll(/[«»"“”\s]+/g, ' ')
    .trim()
    .replace(AROUND, '')
    .replace(/[.,;]$/, '');
  const joined = bare.replaceAll(/[ -]/g, '');
  // An incident dictated in groups.
  return /^[\da-f]{8}$/i.test(joined) ? joined : bare;
}

/** For an event of the payment provider, its object; anything else unchanged. */
async function objectOf(deps: Deps, text: string): Promise<string> {
  return (await deps.payments.findEvent(text))?.objectId ?? text;
}

async function readAccount(deps: Deps, { operator }: Pick<Asked, 'operator'>, id: number): Promise<Sheet[]> {
  const card = await findCard(deps.db, id);
  if (card === undefined) return [{ title: `Compte ${id}`, rows: [['supprimé']] }];
  const { db } = deps;
  const [orders, statements, mails, events, actions, credits] = await Promise.all([
    recentOrders(db, id),
    recentStatements(db, id),
    recentMails(db, { accountId: id, email: card.email }),
    recentEvents(db, id),
    listActions(db, id, 10),
    balance(deps, id),
  ]);
  await recordReading(deps, { operator, command: 'find' }, { accountId: id, target: `account ${id}` });
  return [
    { title: `Compte ${id}`, rows: accountRows(card, credits) },
    { title: 'Commandes', rows: orders.map(orderRow) },
    {
      title: 'États des risques',
      rows: statements.map((one) => [
        moment(one.issued_at),
        one.reference,
        `expire le ${frenchDate(one.expires_on)}`,
        one.adresse,
        (one.parcelles ?? [one.code_parcelle]).join(', '),
      ]),
    },
    { title: 'Courriels (sept jours)', rows: mails.map(mailRow) },
    {
      title: 'Sécurité',
      rows: events.map((one) => [moment(one.created_at), inWords(one.kind), one.request_id ?? '-']),
    },
    {
      title: 'Interventions du support',
      rows: actions.map((one) => [moment(one.at), one.operator, one.command, one.target, one.reason]),
    },
  ];
}

function accountRows(card: AccountCard, credits: number): string[][] {
  return [
    ['adresse', card.email],
    ['statut', card.statut === 'PRO' ? 'professionnel' : 'particulier'],
    ['créé le', moment(card.created_at)],
    ['activé le', moment(card.activated_at)],
    ['bloqué le', moment(card.disabled_at)],
    ['crédits', String(credits)],
    ['sessions', String(card.sessions)],
    ['brouillons', String(card.drafts)],
  ];
}

const orderRow = (order: OrderLine): string[] => [
  moment(order.created_at),
  order.id,
  inWords(order.status),
  frenchEuros(order.amount_cents),
  order.number ?? '-',
  order.label,
];

const mailRow = (mail: MailLine): string[] => [
  moment(mail.created_at),
  String(mail.id),
  inWords(mail.kind),
  stateOf(mail),
  mail.last_error ?? '',
];

function stateOf(mail: MailLine): string {
  if (mail.sent_at !== null) return `parti le ${moment(mail.sent_at)}`;
  if (mail.dropped_at !== null) return `abandonné le ${moment(mail.dropped_at)}`;
  return `en attente, ${mail.attempts} essai(s)`;
}
