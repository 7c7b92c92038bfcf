import type { Page } from '@playwright/test';
import type { ReadableDocument } from '../contract/src/common/printed-document.ts';
import { signed } from './issued.ts';
import { COOKIES_DECLINED, expect, expectNoSidewaysScroll, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const MARKUP = '$x^2$ *a* _b_ @ref <b>c</b>';
const HOSTILE = `4 "Rue" #set page() ${MARKUP} \u{1F600} envers ${'très '.repeat(20)}longue 95190 Goussainville`;

const TYPED = { adresse: HOSTILE, vendeur_nom: 'Mme « Élodie » O’Brien & fils #1' };

const NOT_SHOWN = new Set(['href', 'file', 'kind', 'icon', 'state', 'family', 'style', 'order']);

/** Every printed string of the document. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (NOT_SHOWN.has(key) ? [] : stringsOf(inner)));
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Each string of the response is in the page's text or in the alternative text of a picture. */
async function expectSameContent(page: Page, { document }: ReadableDocument): Promise<void> {
  // In print too, what does not concern the property only has its plain name.
  const notConcerned = document.cover.notConcerned.map(({ subject, sentence, tag }) => [subject, sentence, tag]);
  const printed = stringsOf({ ...document, cover: { ...document.cover, notConcerned } });
  const missing = async (): Promise<string[]> => {
    const said = await page.locator('main').evaluate((main) => {
      const alternatives = [...main.querySelectorAll('[alt], [aria-label]')].map(
        (one) => one.getAttribute('alt') ?? one.getAttribute('aria-label'),
      );
      return [main.textContent, ...alternatives].join('\n');
    });
    const shown = plain(said);
    return printed.filter((text) => !shown.includes(plain(text)));
  };
  await expect.poll(missing).toEqual([]);
}

test('the owner reads a statement on a screen: the PDF’s words, its maps, on any width, in print', async ({
  page,
  request,
  context,
  issued,
}) => {
  const { id } = await issued(TYPED);
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await page.getByRole('button', { name: `Autres actions, état des risques ${id}` }).click();
  await page.getByRole('menuitem', { name: 'Lire à l’écran' }).click();
  await expect(page).toHaveURL(new RegExp(`/etat/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'État des risques' })).toBeVisible();

  const readable = (await (
    await request.get(`/api/v2/erp/${id}/document/`, await signed(context))
  ).json()) as ReadableDocument;
  await expectSameContent(page, readable);
  // The simulated geocoder knows every street, with its own capitals.
  expect(plain(JSON.stringify(readable.document.cover))).toContain(MARKUP);
  await expect(page.getByText('SPÉCIMEN — données fictives, sans valeur légale')).toBeVisible();
  await expect(page.getByRole('img', { name: /Plan cadastral/ })).toBeVisible();

  await page.getByRole('link', { name: 'Sources et méthode' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Sources et méthode' })).toBeInViewport();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^ERP \d+ 4 Rue .*\.pdf$/i);
  await expect(page.getByRole('link', { name: 'Vérifier ce document' })).toHaveAttribute(
    'href',
    /\/verification\/ERP-/,
  );

  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Dans ce document' })).toBeHidden();
});

test('a visitor reads an acknowledged document, and must acknowledge it first', async ({
  page,
  request,
  context,
  statement,
}) => {
  const { id } = await statement();
  const data = { libelle: 'Visite' };
  const link = await request.post(`/api/v2/erp/${id}/remises/`, { ...(await signed(context)), data });
  await context.clearCookies({ name: 'token' });
  const { pathname } = new URL(((await link.json()) as { url: string }).url);
  await page.goto(`${pathname}/etat`);
  await expect(page).toHaveURL(new RegExp(`${pathname}$`));
  await page.getByLabel('Nom et prénom').fill('Paul Visiteur');
  await page.getByLabel('Adresse e-mail').fill('paul@exemple.fr');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accuser réception' }).click();
  await page.getByRole('link', { name: 'Lire à l’écran' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Sources et méthode' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(page.getByRole('main')).not.toContainText(/votre bien/i);
  await expectNoSidewaysScroll(page);

  const unknown = await request.get(`/api/v2${pathname}/etat/?recu=${'a'.repeat(48)}`);
  expect(unknown.status()).toBe(404);
});

test('published buildings in the page → which one, how a zone lies to it, what makes it doubtful; drawn on the maps', async ({
  page,
  statement,
}) => {
  const { id } = await statement();
  await page.goto(`/etat/${id}`);
  const main = page.getByRole('main');
  await expect(
    main.getByText(/^\d+\semprises? de la BD TOPO® \(IGN\) touche(?:nt)? l(?:a parcelle|es parcelles)\./),
  ).toContainText('Cette indication ne change aucune réponse');
  await expect(main.getByText(/^Terrain touché\s; le (?:plus grand )?bâtiment publié est /).first()).toBeVisible();
  const maps = main.getByRole('figure').filter({ hasText: /Bâtiments? publiés? \(BD TOPO®\)/ });
  expect(await maps.count()).toBeGreaterThan(1);
  await expect(maps.first().locator('path[data-largest=true]').first()).toBeAttached();
});
