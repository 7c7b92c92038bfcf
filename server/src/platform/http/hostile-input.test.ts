import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { createKey } from '#test/keys.ts';
import { authorizationOf, honestBody, honestInPath, targetsOf, type Target } from '#test/honest-calls.ts';
import { send } from '#test/raw-request.ts';

/**
 * A finding of `npm run trials -- fuzz`, checked for every call of the contract. The many other inputs are there.
 */
let app: TestApp;
let account: TestAccount & { key: string };
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  const created = await createAccount(app, 1);
  account = { ...created, key: await createKey(app, created) };
});
afterAll(() => app.close());

const targets = targetsOf(await contractRoutes()).filter(({ route }) => !route.url.endsWith('/token/logout/'));

/** A U+0000, which PostgreSQL refuses in any text, in each parameter or field in turn. */
function withNul({ route, query, fields }: Target, name: string): { path: string; body?: string } {
  const valueOf = (one: string): string => (one === name ? 'a%00b' : encodeURIComponent(honestInPath(one, 1)));
  const path = route.url.replaceAll(/:(\w+)/g, (_, one: string) => valueOf(one));
  const search = query.map((one) => `${one}=${valueOf(one)}`).join('&');
  const body = { ...honestBody({ route, query, fields }), ...(fields.includes(name) && { [name]: 'a\0b' }) };
  return { path: search === '' ? path : `${path}?${search}`, ...(fields.length > 0 && { body: JSON.stringify(body) }) };
}

const namesOf = ({ route, query, fields }: Target): string[] => [
  ...[...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  ...query,
  ...fields,
];

const ask = ({ route }: Target, { path, body }: { path: string; body?: string }) =>
  send(app, [route.method, path], {
    headers: { authorization: authorizationOf(route, account), 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });

it.each(targets.map((target) => [`${target.route.method} ${target.route.url}`, target] as const))(
  '%s: U+0000 anywhere, a body that is no JSON → refused as the contract says',
  async (_, target) => {
    const bodies = target.fields.length > 0 ? [{ path: target.route.url.replaceAll(/:\w+/g, '1'), body: '1' }] : [];
    const calls = [...namesOf(target).map((name) => withNul(target, name)), ...bodies];
    const answers = await Promise.all(calls.map((call) => ask(target, call)));
    for (const [rank, { status, text }] of answers.entries()) {
      expect([calls[rank], status, text]).toEqual([calls[rank], expect.toSatisfy((code: number) => code < 500), text]);
    }
  },
);
