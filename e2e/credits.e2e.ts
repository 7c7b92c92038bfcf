import { issueStatement } from './issued.ts';
import { COOKIES_DECLINED, expect, test, type Account } from './journey.ts';

test.use(COOKIES_DECLINED);

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** Gives the account credits that expire that many days from now; returns the lot's name. */
async function give(
  sql: Sql,
  { id }: Account,
  { credits, inDays }: { credits: number; inDays: number },
): Promise<string> {
  const label = `Formule à ${inDays} jours`;
  await sql(
    `with lot as (
       insert into credit_lot (account_id, product_code, label, purchased_at, expires_at)
       values ($1, 'PA5', $2, now() - interval '30 days', now() + make_interval(days => $3)) returning id)
     insert into ledger_entry (account_id, lot_id, kind, credits) select $1, id, 'purchase', $4 from lot`,
    [id, label, inDays, credits],
  );
  return label;
}

test('CR-01 an expired pack is EXP, neither counted nor spent; the credits that expire first are taken first', async ({
  page,
  context,
  account,
  session,
  sql,
}) => {
  const owner = await account(1);
  const late = await give(sql, owner, { credits: 1, inDays: 20 });
  const soon = await give(sql, owner, { credits: 1, inDays: 5 });
  const expired = await give(sql, owner, { credits: 100, inDays: -1 });
  await session(owner);
  const lots = page.waitForResponse('**/api/v2/solde/me/');
  await page.goto('/myspace/?tab=credits-tabs-simple');
  const statuses = ((await (await lots).json()) as { formule: string; statut: string }[]).map(
    ({ formule, statut }) => [formule, statut] as const,
  );
  expect(Object.fromEntries(statuses)).toEqual({ Essai: 'VAL', [late]: 'VAL', [soon]: 'VAL', [expired]: 'EXP' });
  const row = page.getByRole('tabpanel').getByRole('row').filter({ hasText: expired });
  await expect(row).toContainText('Expiré');
  const balance = page.getByRole('banner').getByText(/^\d+ crédits?$/);
  await expect(balance).toHaveText('3 crédits');

  for (const [taken, left] of [
    [soon, '2 crédits'],
    [late, '1 crédit'],
  ] as const) {
    const { id } = await issueStatement(context);
    const spent = `select lot.label from ledger_entry entry join credit_lot lot on lot.id = entry.lot_id
      where entry.kind = 'debit' and entry.statement_id = $1`;
    expect(await sql(spent, [id])).toEqual([{ label: taken }]);
    await page.reload();
    await expect(balance).toHaveText(left);
  }
});

test('CR-01 nothing but an expired pack → « 0 crédit », and nothing can be bought with it', async ({
  page,
  context,
  account,
  session,
  sql,
}) => {
  const owner = await account(0);
  await give(sql, owner, { credits: 100, inDays: -1 });
  await session(owner);
  await page.goto('/Tarifs');
  await expect(page.getByRole('banner').getByText('0 crédit', { exact: true })).toBeVisible();
  await expect(issueStatement(context)).rejects.toThrow(/→ 402/);
});
