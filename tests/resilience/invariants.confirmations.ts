import type { Pool } from 'pg';
import type { Confirmed } from './person.ts';

/** Confirmations that are not true in the database, in words. An erased account keeps only its invoices. */
export async function falseConfirmations(
  pool: Pool,
  everybody: { email: string; confirmed: readonly Confirmed[] }[],
): Promise<string[]> {
  const state = await readState(pool);
  return everybody.flatMap(({ email, confirmed }) => {
    const isHere = state.accounts.has(email);
    const erased = confirmed.find(({ what }) => what === 'erased');
    if (erased?.what === 'erased' && (erased.isSure || !isHere)) {
      if (isHere) return [`${email} is not erased, in spite of the confirmation`];
      return state.farewells.has(email) ? [] : [`${email} is erased, and was sent no mail of it`];
    }
    return confirmed
      .filter((one) => !HOLDS[one.what](state, one as never))
      .map((one) => `${email}: ${JSON.stringify(one)}`);
  });
}

type State = {
  /** Address, and whether it is activated. */
  accounts: Map<string, boolean>;
  /** By payment page. */
  orders: Map<string, { credits: number; number: string | null }>;
  statements: Set<number>;
  /** The documents of each statement. */
  editions: Map<number, { edition: number; reference: string; sha256: string }[]>;
  /** Withdrawn orders, with the amount refunded. */
  withdrawn: Set<string>;
  /** Addresses that the mail of an erasure was sent to. */
  farewells: Set<string>;
  /** SHA-256 by number. */
  invoices: Map<string, string | null>;
};

type Of<W extends Confirmed['what']> = Extract<Confirmed, { what: W }>;
const HOLDS: { [W in Confirmed['what']]: (state: State, confirmed: Of<W>) => boolean } = {
  account: ({ accounts }, { email }) => accounts.has(email),
  activated: ({ accounts }, { email }) => accounts.get(email) === true,
  paid: ({ orders }, { sessionId }) => orders.has(sessionId),
  credits: ({ orders }, { sessionId, credits, invoice }) => {
    const order = orders.get(sessionId);
    return order?.credits === credits && order.number === invoice;
  },
  drafted: ({ statements }, { id }) => statements.has(id),
  issued: ({ editions }, { id, reference }) => editionsOf(editions, id).some((one) => one.reference === reference),
  renewed: ({ editions }, { id }) => editionsOf(editions, id).some(({ edition }) => edition === 2),
  document: ({ editions }, { id, sha256 }) => editionsOf(editions, id).some((one) => one.sha256 === sha256),
  invoice: ({ invoices }, { number, sha256 }) => invoices.get(number) === sha256,
  withdrawn: ({ withdrawn }, { order }) => withdrawn.has(order),
  erased: () => true,
};

const editionsOf = (editions: State['editions'], id: number) => editions.get(id) ?? [];

async function readState(pool: Pool): Promise<State> {
  const read = async <Row>(text: string): Promise<Row[]> => (await pool.query(text)).rows as Row[];
  const accounts = await read<{ email: string; active: boolean }>(
    'select email, activated_at is not null as active from account',
  );
  const orders = await read<{ session: string; credits: number; number: string | null }>(`
    select o.session_id as session, o.credits, i.number from purchase_order o
    left join invoice i on i.order_id = o.id and i.kind = 'invoice' where o.status = 'paid'`);
  const statements = await read<{ id: string }>('select id from statement');
  const editions = await read<{ id: string; edition: number; reference: string; sha256: string }>(
    'select statement_id as id, edition, reference, file_sha256 as sha256 from statement_edition',
  );
  const invoices = await read<{ number: string; sha256: string | null }>(
    'select number, file_sha256 as sha256 from invoice',
  );
  const withdrawn = await read<{ id: string }>(
    `select order_id as id from order_refund where kind = 'withdrawal' and paid_back_at is not null`,
  );
  const farewells = await read<{ recipient: string }>(
    `select recipient from outgoing_mail where kind = 'account-deleted'`,
  );
  return {
    farewells: new Set(farewells.map(({ recipient }) => recipient)),
    withdrawn: new Set(withdrawn.map(({ id }) => id)),
    accounts: new Map(accounts.map(({ email, active }) => [email, active])),
    orders: new Map(orders.map(({ session, ...order }) => [session, order])),
    statements: new Set(statements.map(({ id }) => Number(id))),
    editions: Map.groupBy(editions, ({ id }) => Number(id)),
    invoices: new Map(invoices.map(({ number, sha256 }) => [number, sha256])),
  };
}
