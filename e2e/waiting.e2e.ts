import type { Page } from '@playwright/test';
import { issueStatement } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, test } from './journey.ts';
import { heading, order, reachSummary } from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

/** Opens `path` whose answer to `call` stays away; answers the function that lets it come. */
async function openWithout(page: Page, call: string, path: string): Promise<() => void> {
  const answer = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(path);
  return () => answer.resolve();
}

const notice = (page: Page, text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text });

const WAITS = [
  ['/etat/ID', '**/api/v2/erp/*/document/', 'Ouverture du document…'],
  ['/verification/REF', '**/api/v2/verification/**', 'Vérification de la référence en cours…'],
  ['/statut', '**/api/v2/statut/', 'Lecture de l’état du service…'],
  ['/myspace/?tab=infos-tabs-simple', '**/api/v2/user_data/me/', 'Chargement de vos informations…'],
  ['/myspace/?tab=logo-tabs-simple', '**/api/v2/user/logo/get/', 'Chargement de votre logo…'],
] as const;

test('a skeleton says what it waits for: at once to those who hear the page, to all when it lasts more than 3 s', async ({
  page,
  context,
  account,
  session,
}) => {
  test.slow();
  await session(await account(1));
  const { id, reference } = await issueStatement(context);
  for (const [path, call, text] of WAITS) {
    const bring = await openWithout(page, call, path.replace('ID', String(id)).replace('REF', reference));
    await expect(notice(page, text)).toHaveClass('visually-hidden');
    await expect(notice(page, text)).not.toHaveClass('visually-hidden');
    const { width = 0 } = (await notice(page, text).boundingBox()) ?? {};
    expect(width).toBeGreaterThan(100);
    await expectAccessible(page);
    bring();
    await expect(notice(page, text)).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test.describe('offline', () => {
  test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

  test('the network goes before the generation → /errorERP says so while it lasts, then that it is back; the request is taken up again, paid once', async ({
    page,
    context,
    account,
    session,
    balance,
  }) => {
    const payer = await account(1);
    await session(payer);
    await reachSummary(page);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await order(page);
    await page.waitForURL('**/errorERP');
    await expect(heading(page, 'Oups !')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Vous êtes hors ligne. Réessayez dès que la connexion est revenue.')).toBeVisible();
    await expect(main.getByText('Demande concernée : 10 Rue de la Paix 48000 Mende')).toBeVisible();
    await expect(main.getByText('Aucun crédit n’a été débité')).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(main.getByText('Vous étiez hors ligne. La connexion est revenue')).toBeVisible();
    await expect(main.getByText('Vous êtes hors ligne')).toBeHidden();
    expect(await balance(payer)).toBe(1);
    await page.getByRole('button', { name: 'Reprendre ma demande' }).click();
    await page.getByRole('button', { name: 'Générer votre État Des Risques' }).click();
    await expect(heading(page, 'Votre État des Risques est prêt')).toBeVisible({ timeout: 45_000 });
    expect(await balance(payer)).toBe(0);
  });
});
