import { secretToken } from '../server/src/platform/security/secret-link.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*desabonnement/ });

type Sql = (text: string, values?: unknown[]) => Promise<{ key: Buffer }[]>;

/** The link that a mail shows. */
async function linkOf(sql: Sql, accountId: number, kind: string): Promise<string> {
  const [row] = await sql(`select key from signing_key where name = 'links'`);
  const id = accountId.toString(16).padStart(16, '0');
  return `/desabonnement/${secretToken(row?.key ?? Buffer.alloc(0), kind, id)}`;
}

test('the link of a reminder → what it stops; nothing before a press; stopped, then taken back; 320 to 1440 px, axe', async ({
  page,
  account,
  sql,
}) => {
  const { id } = await account(0);
  const link = await linkOf(sql, id, 'arrêt des rappels');
  const stopped = async (): Promise<unknown> =>
    (
      await sql('select reminders_stopped_at is not null as is, notices_stopped_at from account where id = $1', [id])
    )[0];
  // The address in the header, as a mail program opens it.
  await page.goto(`/api/v2${link}/`);
  await expect(page).toHaveURL(new RegExp(`${link}$`));
  await expect(page.getByRole('heading', { level: 2, name: 'Rappels d’échéance' })).toBeVisible();
  await expect(page.getByText('Vous les recevez.')).toBeVisible();
  expect(await stopped()).toEqual({ is: false, notices_stopped_at: null });
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }

  await page.getByRole('button', { name: 'Ne plus les recevoir' }).press('Enter');
  await expect(page.getByRole('main').getByText('Vous ne recevrez plus ces rappels.')).toBeVisible();
  await expect(page.locator('#annonces')).toHaveText('Vous ne recevrez plus ces rappels.');
  expect(await stopped()).toEqual({ is: true, notices_stopped_at: null });
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Vous ne les recevez plus.')).toBeVisible();
  await page.getByRole('button', { name: 'Les recevoir de nouveau' }).click();
  await expect(page.getByRole('main').getByText('Vous recevrez de nouveau ces rappels.')).toBeVisible();
  expect(await stopped()).toEqual({ is: false, notices_stopped_at: null });
});

test('a link that is cut, or of a deleted account → one sentence, which names nobody; axe', async ({
  page,
  account,
  sql,
}) => {
  const gone = await account(0);
  const link = await linkOf(sql, gone.id, 'arrêt des avis');
  await sql('delete from account where id = $1', [gone.id]);
  for (const path of [link, link.slice(0, -3), '/desabonnement/inconnu', `/desabonnement/${'x'.repeat(200)}`]) {
    await page.goto(path);
    await expect(page.getByText('Ce lien est incomplet, ou le compte a été supprimé.')).toBeVisible();
    await expect(page.getByText(gone.email)).toBeHidden();
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
