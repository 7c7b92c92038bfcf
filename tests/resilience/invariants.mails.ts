import type { Stores } from './invariants.types.ts';

type Row = {
  id: number;
  kind: string;
  recipient: string;
  created_at: Date;
  sent_at: Date | null;
  last_error: string | null;
};
type Delivery = { messageId: string; to: string[] };

/**
 * Compares the outbox with the mail server. A worker that dies, or loses the connection, between the server's
 * acceptance and our record sends again with the same Message-ID: counted in `twice`, which is allowed. `refused`:
 * permanently, by the server.
 */
export async function mailsOf(stores: Pick<Stores, 'pool' | 'simulatorsUrl'>): Promise<{
  broken: string[];
  twice: number;
  refused: number;
}> {
  const { rows } = await stores.pool.query<Row>('select * from outgoing_mail');
  const answer = await fetch(`${stores.simulatorsUrl}/mailbox/livraisons`);
  const deliveries = (await answer.json()) as Delivery[];
  const came = Map.groupBy(deliveries, ({ messageId }) => messageId.replace(/^<|@.*$/g, ''));
  const lost = rows.filter((row) => row.sent_at !== null && !came.has(mailId(row)));
  const misdirected = rows.filter((row) => came.get(mailId(row))?.some(({ to }) => to.join() !== row.recipient));
  const missing = await missingMails(stores);
  return {
    broken: [
      ...lost.map(({ id, kind }) => `${kind} ${id} is marked as sent and never came`),
      ...misdirected.map(({ id, kind }) => `${kind} ${id} went to another address`),
      ...missing,
    ],
    twice: came
      .values()
      .filter((copies) => copies.length > 1)
      .toArray().length,
    refused: rows.filter(({ sent_at, last_error }) => sent_at === null && last_error !== null).length,
  };
}

/** `platform/mails/outbox.ts` names mails so. */
const mailId = ({ id, created_at }: Row): string => `mail-${id}-${created_at.getTime().toString(36)}`;

/** One mail in the outbox for each reason: an order paid or refunded, an account erased. */
async function missingMails({ pool }: Pick<Stores, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select o.id || ' paid: ' || count(m.id) || ' mails' as what from purchase_order o
      left join outgoing_mail m on m.kind = 'order-confirmed' and m.params->>'orderId' = o.id::text
      where o.status = 'paid' and o.account_id is not null group by o.id having count(m.id) <> 1
    union all
    select r.order_id || ' withdrawn: ' || count(m.id) || ' mails' from order_refund r
      join purchase_order o on o.id = r.order_id and o.account_id is not null
      left join outgoing_mail m on m.kind = 'withdrawal-received' and m.params->>'orderId' = o.id::text
      where r.kind = 'withdrawal' group by r.id, r.order_id having count(m.id) <> 1
    union all
    select recipient || ' erased: ' || count(*) || ' mails' from outgoing_mail
      where kind = 'account-deleted' group by recipient having count(*) <> 1
    union all
    select a.email || ' was never sent an activation' from account a where not exists (
      select from outgoing_mail m where m.account_id = a.id and m.kind = 'activation')`);
  return rows.map(({ what }) => what);
}
