import { violations } from './axe.ts';
import { expect, test } from './journey.ts';
import { validateAddress } from './wizard-steps.ts';

test('the zones of the preview by the keyboard → switched off and on, made lighter; the picture follows', async ({
  page,
}) => {
  await validateAddress(page, '1 rue de la plage Soulac-sur-Mer');
  const map = page.getByRole('region', { name: 'Carte' });
  const layer = map.getByRole('checkbox', { name: 'Recul du trait de côte' });
  await map.getByText('Zones sur la carte').click();
  await expect(layer).toBeChecked();
  const picture = async () => (await map.locator('canvas').screenshot()).toString('base64');
  /** Once two in a row are the same: nothing is still drawn. */
  const still = async () => {
    let last = '';
    await expect(async () => {
      const before = last;
      last = await picture();
      expect(last).toBe(before);
    }).toPass();
    return last;
  };
  await layer.focus();
  await expect(layer).toBeFocused();
  let before = await still();
  await page.keyboard.press('Space');
  await expect(layer).not.toBeChecked();
  await expect.poll(picture).not.toBe(before);
  await page.keyboard.press('Space');
  await expect(layer).toBeChecked();
  // All of them in one gesture, kept after a reload; in words too.
  const words = map.getByRole('status').filter({ hasText: 'Zones publiées autour du bien.' });
  await expect(words).toContainText('Plans de prévention (PPR)\u00A0: «\u00A0PPR littoral - Soulac-sur-Mer');
  await expect(map.getByText('rien ne dit qu’il n’y a pas de risque')).toBeVisible();
  before = await still();
  await map.getByRole('button', { name: 'Masquer les zones' }).click();
  await expect.poll(picture).not.toBe(before);
  await page.reload();
  await map.getByRole('button', { name: 'Afficher les zones' }).click();
  await map.getByText('Zones sur la carte').click();
  await expect(layer).toBeEnabled();
  await layer.focus();
  before = await still();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await expect(map.getByRole('slider', { name: 'Opacité' })).toHaveAttribute('aria-valuetext', '20 %');
  await expect.poll(picture).not.toBe(before);
  // Few: each size draws the map again, in software.
  for (const width of [360, 1000]) {
    await page.setViewportSize({ width, height: 600 });
    expect(await violations(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, ['color-contrast'])).toEqual([]);
});

test('no zone is published while a plan could not be obtained → the map says so, never « none »', async ({ page }) => {
  const answer = { zones: { type: 'FeatureCollection', features: [] }, obtenu_le: '2026-11-23T10:00:00Z' };
  await page.route('**/apercu/zonages/**', (route) => route.fulfill({ json: { etat: 'rien_de_publie', ...answer } }));
  await validateAddress(page, '3 rue du Moulin Panne-Géorisques');
  const card = page.getByRole('region', { name: /^Aperçu gratuit/ });
  await expect(card.getByText('Non obtenu').first()).toBeVisible();
  const map = page.getByRole('region', { name: 'Carte' });
  await expect(map.getByRole('status').filter({ hasText: 'n’ont pas pu être obtenus' })).toBeAttached();
  await map.getByText('Zones sur la carte').click();
  await expect(map.getByRole('paragraph').filter({ hasText: 'n’ont pas pu être obtenus' })).toBeVisible();
  await expect(map.getByText(/^Aucun zonage/)).toHaveCount(0);
});

test('no plan is published there, or the source fails → said in words, never « no risk »; the choice goes on', async ({
  page,
}) => {
  const answer = { zones: { type: 'FeatureCollection', features: [] }, obtenu_le: '2026-11-23T10:00:00Z' };
  const states = ['rien_de_publie', 'non_obtenu'];
  await page.route('**/apercu/zonages/**', (route) => route.fulfill({ json: { etat: states.shift(), ...answer } }));
  const map = page.getByRole('region', { name: 'Carte' });
  for (const words of [
    'Aucun zonage de plan de prévention n’est publié ici. Cela ne veut pas dire qu’il n’y a pas de risque.',
    'Les zonages des plans de prévention n’ont pas pu être obtenus. Il peut y en avoir ici.',
  ]) {
    await validateAddress(page);
    await expect(map.getByRole('status').filter({ hasText: words })).toBeAttached();
    await map.getByText('Zones sur la carte').click();
    await expect(map.getByRole('paragraph').filter({ hasText: words })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Ajouter une parcelle' })).toBeEnabled();
});
