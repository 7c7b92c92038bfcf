import { expect, test } from './journey.ts';

test('IN-01 /Legal → seven headings, the publisher from the server, « Retour » one page back; /AboutUs → its four', async ({
  page,
}) => {
  await page.goto('/Tarifs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click();
  const main = page.getByRole('main');
  for (const name of [
    'Éditeur',
    'Directeur de la publication',
    'Hébergeur',
    'Objet du site',
    'Données personnelles',
    'Propriété intellectuelle',
    'Responsabilité',
  ]) {
    await expect(main.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  }
  await expect(main.getByText(/^RCS .+, SIREN [\d\s]+$/)).toBeVisible();
  await main.getByRole('button', { name: 'Retour' }).click();
  await page.waitForURL('**/Tarifs');

  await page.getByRole('banner').getByRole('link', { name: 'En savoir plus' }).click();
  await page.waitForURL('**/AboutUs');
  for (const name of [/mission/, /attendre de nous/, /équipe/, /vision/]) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await expect(main.getByRole('heading', { level: 3, name: 'Un PDF en moins d’une minute' })).toBeVisible();
});
