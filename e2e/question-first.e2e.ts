import type { Page } from '@playwright/test';
import type { AskedQuestions, Question } from '../contract/src/questions.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, hold, test } from './journey.ts';
import { button, linkTo, phone, PHONE, title } from './question-link.ts';

test.use({ ...COOKIES_DECLINED });

/** The questions of any link, with the first one of that kind at their head. Counts the times that they are asked for. */
async function askFirst(page: Page, isWanted: (question: Question) => boolean): Promise<{ calls: number }> {
  const asked = { calls: 0 };
  await page.route('**/api/v2/reponses/*/', async (route) => {
    asked.calls += 1;
    const response = await route.fetch();
    const answer = (await response.json()) as AskedQuestions;
    const first = answer.questions.find((question) => question.si === null && isWanted(question));
    const others = answer.questions.filter((question) => question !== first);
    await route.fulfill({ response, json: { ...answer, questions: [...(first ? [first] : []), ...others] } });
  });
  return asked;
}

const CODE = '**/assets/answer-main-*.js';
const codeHasCome = (page: Page) => expect(page.locator('[data-welcome]')).toHaveCount(0);

for (const [kind, isWanted, gesture] of [
  [
    'a choice',
    ({ nature }: Question) => nature === 'oui_non',
    async (page: Page) => {
      await button(page, 'Non').click();
      await expect(button(page, 'Non')).toHaveAttribute('aria-pressed', 'true');
    },
  ],
  [
    'a text',
    ({ nature, longueur_max: most = 0 }: Question) => nature === 'texte' && most <= 300,
    async (page: Page) => {
      await page.getByRole('textbox').fill('2012-118');
      await page.getByRole('textbox').press('Enter');
      await expect(button(page, 'Un instant…')).toBeVisible();
    },
  ],
] as const) {
  test(`a link’s first question, ${kind}, is answered before its code has come, which goes on from there`, async ({
    page,
    browser,
    baseURL,
    issued,
  }) => {
    const { id } = await issued();
    const path = await linkTo(page, id, 'Réseau lent');
    const seller = await phone(browser, baseURL);
    const asked = await askFirst(seller, isWanted);
    let bringCode = await hold(seller, CODE);
    await seller.goto(path, { waitUntil: 'commit' });
    await button(seller, 'Commencer').click();
    await expect(title(seller)).toContainText(/Question \d+ sur \d+/);
    await expect(title(seller)).toBeFocused();
    await expect(seller).toHaveTitle(/^Question \d+ sur \d+ — Clairisque$/);
    await expectAccessible(seller);
    await seller.setViewportSize(PHONE);
    // The typed text stays, with its caret.
    const field = seller.getByRole('textbox');
    if (await field.isVisible()) await field.pressSequentially('95');
    const drawn = await seller.getByRole('main').ariaSnapshot();
    bringCode();
    await codeHasCome(seller);
    expect(await seller.getByRole('main').ariaSnapshot()).toBe(drawn);
    if (await field.isVisible()) await expect(field).toBeFocused();
    else await expect(title(seller)).toBeFocused();
    expect(asked.calls, 'with the page, not again by its scripts').toBe(1);

    bringCode = await hold(seller, CODE);
    await seller.goto(path, { waitUntil: 'commit' });
    await button(seller, 'Commencer').click();
    // The title of the welcome would be none of any question.
    await expect(title(seller)).toContainText(/Question \d+ sur \d+/);
    const first = (await title(seller).textContent()) ?? '';
    await seller.goBack({ waitUntil: 'commit' });
    await button(seller, 'Commencer').click();
    await gesture(seller);
    bringCode();
    await codeHasCome(seller);
    const keep = button(seller, 'Garder ma réponse');
    await expect(title(seller).filter({ hasNotText: first }).or(keep)).toBeVisible();
    await button(seller, 'Relire mes réponses').click();
    await expect(seller.getByRole('heading', { name: 'Une réponse', exact: true })).toBeVisible();
    await seller.context().close();
  });
}

test('a first question of another kind waits for its code, which is light and without the application', async ({
  page,
  browser,
  baseURL,
  issued,
}) => {
  const { id } = await issued();
  const path = await linkTo(page, id, 'Réseau lent');
  const seller = await phone(browser, baseURL);
  await askFirst(seller, ({ nature, plusieurs }) => nature === 'arretes' || plusieurs === true);
  const bringCode = await hold(seller, CODE);
  await seller.goto(path, { waitUntil: 'commit' });
  await button(seller, 'Commencer').click();
  await expect(button(seller, 'Un instant…')).toBeVisible();
  await expectNoSidewaysScroll(seller);
  bringCode();
  await expect(title(seller)).toContainText(/Question \d+ sur /);
  const scripts = await seller.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name.replace(/^.*\/|-.{7}\.js$/g, ''), encodedBodySize] as const),
  );
  expect(scripts.map(([name]) => name).toSorted()).toEqual(['answer-ask-early', 'answer-main']);
  expect(scripts.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(75_000);
  await seller.context().close();
});
