import { array, assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, tuple } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Problem } from '@clairisque/contract/common/problems.ts';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { ALL_HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { createKey } from '#test/keys.ts';
import { TOOLS } from './tools.service.ts';

/** Before `propertyRuns`. `FUZZ_CALLS=100000` for a long run. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 400);
const AT_ONCE = 4;

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  key = await createKey(app, await createAccount(app, 3));
});
afterAll(() => app.close());

const FIELDS =
  'q limit codes longitude latitude parcels address point details transaction parties declarations confirmation_token statement_id findings cursor __proto__ account_id'.split(
    ' ',
  );
const anyValue = oneof(
  constantFrom('sale', '4 rue des lilas goussainville', 'stm_1', 1, -1, 2.4745, 49.0325, true, ['000-AB-0001@95280']),
  constantFrom<unknown>({ longitude: 2.4745, latitude: 49.0325 }, { owner: 'a', recipient: 'b' }, null, {}, [], 1e308),
  constantFrom(...ALL_HOSTILE_TEXTS),
  jsonValue({ maxDepth: 3 }),
);
const anyUse = tuple(
  constantFrom(...TOOLS.map(({ name }) => name)),
  dictionary(constantFrom(...FIELDS), anyValue, { maxKeys: 6 }),
);

it('random uses of tools → data or a problem, never a fault of ours', async () => {
  const bunch = array(anyUse, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const holds = asyncProperty(bunch, async (uses) => {
    const faults = await Promise.all(uses.map(([name, given]) => faultOf(name, given)));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
  await assert(holds, propertyRuns(Math.ceil(CALLS / AT_ONCE), { seed: 20_261_123 }));
});

async function faultOf(name: string, given: unknown): Promise<string | null> {
  const response = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  const text = await response.text();
  // A body that no parser of JSON accepts (a lone surrogate, `__proto__`) is refused as in API v3.
  if (response.status === 400) return Problem.safeParse(JSON.parse(text)).success ? null : text;
  const { result } = JSON.parse(text) as { result?: { isError?: boolean; structuredContent: unknown } };
  if (result === undefined) return text;
  if (result.isError !== true) return null;
  const { success, data } = Problem.safeParse(result.structuredContent);
  return success && data.status < 500 ? null : `${name} ${JSON.stringify(given)}: ${text}`;
}
