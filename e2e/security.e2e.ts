import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

test.use({
  allowConsole: /Content Security Policy|Trusted|frame-ancestors|ERR_BLOCKED|ERR_FAILED|Refused|violates/i,
});

test('sinks of the DOM refuse text, no code of text runs, no other site is called', async ({ page }) => {
  await page.goto('/Tarifs');
  const outcomes = await tryEverySink(page);
  expect(Object.keys(outcomes)).toHaveLength(10);
  for (const [name, outcome] of Object.entries(outcomes)) {
    expect([name, outcome]).toEqual([name, expect.stringMatching(/TypeError|EvalError|SecurityError/)]);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'pirate'))).toBeUndefined();
});

test('no other site shows a page of ours in a frame', async ({ page, baseURL }) => {
  const stranger = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end(`<iframe src="${baseURL}/login"></iframe>`);
  });
  await new Promise<void>((ready) => stranger.listen(0, '127.0.0.1', ready));
  await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
  await expect.poll(() => page.frames()[1]?.url() ?? '').toMatch(/^chrome-error:/);
  stranger.close();
});

/** Tries what an injected script would try; the outcome is the name of an error, or « passed ». */
function tryEverySink(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const mark = 'window.pirate = 1';
    const script = (change: (script: HTMLScriptElement) => void): void => {
      const made = document.createElement('script');
      change(made);
      document.body.append(made);
    };
    const sinks: Record<string, () => unknown> = {
      innerHTML: () => (document.body.innerHTML = `<img src=x onerror="${mark}">`),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      write: () => document.write('<b>x</b>'),
      eval: () => window.eval(mark),
      Function: () => Reflect.construct(Function, [mark])(),
      timer: () => Reflect.apply(setTimeout, window, [mark]),
      'script text': () => script((one) => (one.text = mark)),
      'script address': () => script((one) => (one.src = 'https://pirate.example/a.js')),
      worker: () => new Worker('/pirate.js'),
      fetch: () => fetch('https://pirate.example/'),
    };
    const outcomes: Record<string, string> = {};
    for (const [name, attempt] of Object.entries(sinks)) {
      // In a separate task: the page's policy does not apply to what the test evaluates itself.
      outcomes[name] = await new Promise((resolve) => {
        setTimeout(() => {
          Promise.resolve()
            .then(attempt)
            .then(
              () => resolve('passed'),
              (error: unknown) => resolve(String(error)),
            );
        }, 0);
      });
    }
    return outcomes;
  });
}
