import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, hold, holdTimers, test } from './journey.ts';
import { heading, order, reachSummary, stopAtGeneration } from './wizard-steps.ts';
import { handOver } from './statements-tab.ts';

test.use(COOKIES_DECLINED);

const notice = (page: Page, text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text });

const WAITS = [
  ['/etat/ID', '**/api/v2/erp/*/document/', 'Ouverture du document…'],
  ['/verification/REF', '**/api/v2/verification/**', 'Vérification de la référence en cours…'],
  ['/statut', '**/api/v2/statut/', 'Chargement de l’état du service…'],
  ['/myspace/?tab=infos-tabs-simple', '**/api/v2/user_data/me/', 'Chargement de vos informations…'],
  ['/myspace/?tab=logo-tabs-simple', '**/api/v2/user/logo/get/', 'Chargement de votre logo…'],
  ['/myspace/?tab=infos-tabs-simple', '**/api/v2/user/agenda/', 'Chargement de l’adresse de votre agenda…'],
  ['/myspace/?tab=factures-tabs-simple', '**/assets/invoices-tab-*.js', 'Chargement de l’onglet…'],
  ['/Legal', '**/api/v2/editeur/', 'Chargement de l’identité de l’éditeur…'],
] as const;

const SLOW_MS = 3_000;

/** For screen readers alone at first, then in sight. */
async function expectNotice(page: Page, text: string, showNow: () => Promise<void>): Promise<void> {
  await expect(notice(page, text)).toHaveClass('visually-hidden');
  await showNow();
  await expect(notice(page, text)).not.toHaveClass('visually-hidden');
  const { width = 0 } = (await notice(page, text).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(100);
  await expectAccessible(page);
}

test('a skeleton says what is loading: at once to screen readers, to all after 3 s', async ({ page, statement }) => {
  const { id, reference } = await statement();
  const showNow = await holdTimers(page, SLOW_MS);
  for (const [path, call, text] of WAITS) {
    const bring = await hold(page, call);
    await page.goto(path.replace('ID', String(id)).replace('REF', reference), { waitUntil: 'commit' });
    await expectNotice(page, text, showNow);
    bring();
    await expect(notice(page, text)).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('step 3 without the list of sources → a message after 3 s, until it loads', async ({ page, account, session }) => {
  await session(await account(1));
  const showNow = await holdTimers(page, SLOW_MS);
  await reachSummary(page);
  const etapes = [{ libelle: 'Sismicité', etat: 'en_cours' }];
  const bring = await hold(page, '**/api/v2/erp/me/id/*/progression/', { etapes });
  await stopAtGeneration(page);
  await order(page);
  await expectNotice(page, 'Préparation de la liste des sources…', showNow);
  bring();
  await expect(page.getByRole('list', { name: 'Sources consultées' })).toBeVisible();
  await expect(notice(page, 'Préparation de la liste des sources…')).toBeHidden();
});

test('the QR code’s script is missing → a message after 3 s, until the code is drawn', async ({ page, issued }) => {
  await issued();
  const showNow = await holdTimers(page, SLOW_MS);
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await handOver(page);
  const dialog = page.getByRole('dialog', { name: 'Remettre l’état des risques' });
  const create = dialog.getByRole('button', { name: 'Créer un lien' });
  await expect(create).toBeVisible();
  const bring = await hold(page, '**/assets/qr-*.js');
  // A key would go wherever the opening window has just moved the focus.
  await create.click();
  const drawing = dialog.getByRole('status').filter({ hasText: 'Préparation du QR code…' });
  await expect(drawing).toHaveClass('visually-hidden');
  await showNow();
  await expect(drawing).not.toHaveClass('visually-hidden');
  bring();
  await expect(dialog.getByRole('img', { name: /^QR code du lien de remise/ })).toBeVisible();
  await expect(drawing).toBeHidden();
});

test('a page’s script is missing → the prerendered frame says after 3 s that it is loading', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  for (const path of ['/myspace', '/SupprimerCompte']) {
    const bring = await hold(page, '**/assets/index-*.js');
    // The three seconds are an animation's delay.
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText('Chargement de la page…')).toBeAttached();
    await expect(page.getByText('Chargement de la page…')).toBeHidden();
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 100 });
    await expect(page.getByText('Chargement de la page…')).toBeVisible();
    await expectAccessible(page);
    bring();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText('Chargement de la page…')).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test.describe('offline', () => {
  test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

  test('the network goes before the generation → /errorERP says so while it lasts, then that it is back; the request is taken up again', async ({
    page,
    context,
    account,
    session,
    balance,
  }) => {
    const payer = await account(1);
    await session(payer);
    const expectOrdered = await stopAtGeneration(page);
    // The wizard fetches it beforehand.
    const ofErrorPage = page.waitForEvent('requestfinished', (request) => /\/statement-error-/.test(request.url()));
    await reachSummary(page);
    await ofErrorPage;
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
    await expectOrdered();
  });
});
