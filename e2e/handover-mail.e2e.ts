import {
  dialog,
  nameField,
  emailField,
  received,
  acknowledge,
  acknowledged,
  openDialog,
  visitor,
} from './handed-over.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import { waitForMails } from '../tests/harness/mailbox.ts';

test.use({ ...COOKIES_DECLINED });

test('two people by e-mail: each wrong address is named, nothing is lost; each line says sent, opened, acknowledged', async ({
  page,
  browser,
  baseURL,
  product,
  issued,
}) => {
  const { reference } = await issued();
  await page.setViewportSize({ width: 360, height: 740 });
  await openDialog(page);
  const [first, second] = [`chloe-${reference}@exemple.fr`, `louis-${reference}@exemple.fr`];
  const addresses = dialog(page).getByLabel('Envoyer par e-mail à');
  const message = dialog(page).getByLabel('Votre message');
  await expect(message).toBeHidden();
  await addresses.fill(`Mme Durand <${first}>\n${second}, louis@\n${first}`);
  await expect(dialog(page).getByLabel('Pour qui')).toBeHidden();
  await message.fill('Voici le document.\nwww.agence.example');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Envoyer à 3 personnes' }).click();
  await expect(addresses).toHaveAccessibleDescription(/«.louis@.» n’est pas une adresse/);
  await expect(addresses).toBeFocused();
  await addresses.fill(`Mme Durand <${first}>\n${second}`);
  await dialog(page).getByRole('button', { name: 'Envoyer à 2 personnes' }).click();
  await expect(message).toHaveAccessibleDescription(/Un message ne contient pas de lien/);
  await expect(message).toBeFocused();
  await expect(addresses).toHaveValue(`Mme Durand <${first}>\n${second}`);
  await message.fill('Voici le document.\nÀ samedi !');
  await dialog(page).getByRole('button', { name: 'Envoyer à 2 personnes' }).click();

  const hers = dialog(page).getByRole('listitem', { name: `Mme Durand, ${first}` });
  const his = dialog(page).getByRole('listitem', { name: second });
  await expect(hers).toBeFocused();
  await expect(addresses).toHaveValue('');
  await expect(hers.getByText('Envoyé', { exact: true })).toBeVisible();
  await expect(his.getByText(new RegExp(`^${reference}\\s: envoyé le`))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const [mail] = await waitForMails(product.simulatorsUrl, { address: first });
  expect(mail?.text).toContain('> Voici le document.');
  const guest = await visitor(browser, baseURL);
  await guest.goto(new URL(/https?:\/\/\S+\/remise\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname);
  await expect(guest.getByText('Accusez réception pour le télécharger')).toBeVisible();
  await expect(hers.getByText('Ouvert', { exact: true })).toBeVisible();
  await nameField(guest).fill('Chloé Durand');
  await emailField(guest).fill(first);
  await received(guest).press('Space');
  await acknowledge(guest).click();
  await expect(acknowledged(guest)).toBeVisible();
  await expect(hers.getByText('Reçu', { exact: true })).toBeVisible();
  await expect(
    hers.getByText(new RegExp(`^${reference}\\s: envoyé le .*, ouvert le .*, reçu le [^,]*\\.$`)),
  ).toBeVisible();
  await expect(his.getByText('Envoyé', { exact: true })).toBeVisible();
  await hers.getByText('Son lien et son récépissé').click();
  await expect(hers.getByRole('button', { name: 'Récépissé de Chloé Durand' })).toBeVisible();
  await expectAccessible(page);
  await guest.context().close();
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource|net::ERR/ });

  test('an address that refuses → its line says so; a send that fails on the network loses nothing and repeats nothing', async ({
    page,
    issued,
    sql,
  }) => {
    const { id, reference } = await issued();
    await openDialog(page);
    const addresses = dialog(page).getByLabel('Envoyer par e-mail à');
    const address = `refus-${reference}@exemple.fr`;
    await addresses.fill(address);
    // The answer is lost, after the server has done its work.
    await page.route('**/remises/envois/', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog(page).getByRole('button', { name: 'Envoyer', exact: true }).click();
    await expect(dialog(page).getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expect(addresses).toHaveValue(address);
    await page.unroute('**/remises/envois/');
    await dialog(page).getByRole('button', { name: 'Envoyer', exact: true }).click();
    const line = dialog(page).getByRole('listitem', { name: address });
    await expect(line.getByText('Non remis', { exact: true })).toBeVisible();
    await expect(line.getByText(/n’a pas pu être remis à cette adresse\. Vérifiez l’adresse/)).toBeVisible();
    expect(await sql('select count(*)::int as links from handover where statement_id = $1', [id])).toEqual([
      { links: 1 },
    ]);
  });
});
