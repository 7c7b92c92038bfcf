import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/postgres.ts';
import { until } from '../tests/harness/until.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const VITE = ['node_modules/vite/bin/vite.js', 'web', '--host', '127.0.0.1', '--strictPort', '--logLevel', 'error'];

test.use(COOKIES_DECLINED);

test('axe on the page of components, which only the development server has → clean', async ({ page, product }) => {
  const port = await freePort();
  const env = { ...process.env, API_URL: product.url };
  const server = spawn(process.execPath, [...VITE, '--port', String(port)], { cwd: FOLDER, env, stdio: 'inherit' });
  try {
    const answers = () =>
      fetch(`http://localhost:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(answers);
    await page.goto(`http://localhost:${port}/composants`);
    await expect(page.getByRole('heading', { name: 'Composants', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});
