import type { ServiceStatus } from '@clairisque/contract/status.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /404/ });

const STATUS = '**/api/v2/statut/';

test('/statut, from the foot of any page: each source, each service and the incidents, in words and figures', async ({
  page,
}) => {
  await page.goto('/');
  const asked = page.waitForRequest(STATUS);
  await page.getByRole('contentinfo').getByRole('link', { name: 'État du service' }).click();
  // The click's trace, which the server continues.
  expect((await asked).headers()['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await expect(page).toHaveTitle(/^État du service/);
  const sources = page.getByRole('table', { name: 'Sources publiques' });
  const radon = sources.getByRole('row', { name: /^Potentiel radon Géorisques/ });
  await expect(radon).toContainText(/Disponible|Sans demande|Perturbations|Indisponible/);
  const status = (await (await page.request.get('/api/v2/statut/')).json()) as ServiceStatus;
  await expect(sources.getByRole('row')).toHaveCount(status.sources.length + 1);
  // Simulated facts come from no file.
  await expect(page.getByRole('table', { name: 'Fichiers publics consultés' })).toBeHidden();

  // The status is that of an outage.
  const bad = structuredClone(status);
  bad.etat = 'perturbe';
  for (const source of bad.sources) {
    if (source.id !== 'radon') continue;
    const known = { derniere_reponse: new Date(Date.parse(status.calcule_le) - 7_500_000).toISOString() };
    Object.assign(source, { etat: 'indisponible', part_reponses: 0.1234, duree_mediane_ms: 430, ...known });
  }
  const [debut, fin] = ['2026-11-20T08:00:00.000Z', '2026-11-20T08:40:00.000Z'];
  bad.jeux = [
    {
      id: 'edition-gaspar-pprn',
      nom: 'GASPAR, plans de prévention des risques naturels',
      producteur: 'Ministère chargé de l’environnement',
      edition: '2026-03-02',
      age_jours: 12,
      trop_ancienne: false,
      comparaisons: 120,
      differences: 3,
    },
  ];
  bad.incidents = [{ nom: 'Potentiel radon', debut, fin, part_echecs: 0.876 }];
  await page.route(STATUS, (route) => route.fulfill({ json: bad }));
  await page.reload();
  await expect(page.getByText('Une partie du service est perturbée')).toBeVisible();
  await expect(sources.getByRole('rowheader').first()).toHaveText(/^Potentiel radon/);
  await expect(radon.getByRole('cell')).toHaveText([/^Indisponible$/, 'Il y a 2\u00A0h', '12,3\u00A0%, en 0,4\u00A0s']);
  const dataset = page.getByRole('table', { name: 'Fichiers publics consultés' }).getByRole('row', { name: /^GASPAR/ });
  await expect(dataset.getByRole('cell')).toHaveText(['Du 2 mars 2026, 12\u00A0jours', '3 sur 120']);
  const incident = page
    .getByRole('table', { name: /^Incidents/ })
    .getByRole('row')
    .nth(1);
  await expect(incident).toContainText('Le 20 novembre 2026 à 09:00, pendant 40\u00A0min environ');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);

  await page.route(STATUS, (route) => route.fulfill({ status: 404, json: { detail: 'Non trouvé.' } }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('n’a pas pu être lu');
  await page.unroute(STATUS);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(radon).toBeVisible();
});
