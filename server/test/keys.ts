import { openApiV3 } from '@clairisque/contract/api-v3.openapi.ts';
import { ID_KINDS, modeOf } from '@clairisque/contract/common/v3.ts';
import type { KeyScope } from '@clairisque/contract/common/route.ts';
import { insertKey } from '../../tests/harness/accounts.ts';
import { createAccount, type TestAccount, type SharedApp, type TestApp } from './app.ts';

export { newKey } from '../src/features/api-keys/secret.rules.ts';

/** A key of that account, which works for an hour. */
export const createKey = (
  { database }: Pick<TestApp, 'database'>,
  { email }: { email: string },
  scopes?: readonly KeyScope[],
): Promise<string> => insertKey(database.query, { email, scopes });

export type KeyOwner = TestAccount & { key: string };
/** An account with credits and its key. */
export async function createKeyOwner(app: SharedApp, credits: number): Promise<KeyOwner> {
  const account = await createAccount(app, credits);
  return { ...account, key: await createKey(app, account) };
}

/** A key of that account in test mode. */
export const createTestKey = ({ database }: Pick<TestApp, 'database'>, { email }: { email: string }): Promise<string> =>
  insertKey(database.query, { email, mode: 'test' });

/** On a parcel of Goussainville; the town's centre is on a street. */
export const ON_A_PARCEL = { longitude: 2.4747, latitude: 49.0327 };
export const ON_A_STREET = { longitude: 2.4745, latitude: 49.0325 };
/** The smallest request of a statement. */
export const SALE = { transaction: 'sale', point: ON_A_PARCEL };

type Sent = { key?: string; body?: unknown; headers?: Record<string, string> };
export type V3Answer = { status: number; headers: Headers; json: Record<string, unknown> };

/** Calls API v3 as a program does. */
export async function callV3(
  { url }: Pick<TestApp, 'url'>,
  [method, path]: [method: string, path: string],
  { key, body, headers = {} }: Sent = {},
): Promise<V3Answer> {
  const response = await fetch(`${url}/api/v3${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = parsed(text);
  if (!response.ok) requireDocumented(method, path, json['code']);
  else if (key !== undefined) requireIdsOf(key, json);
  return { status: response.status, headers: response.headers, json };
}

const AN_ID = new RegExp(`^(?:${Object.keys(ID_KINDS).join('|')})_(?:test_)?[0-9a-f]+$`);

/** Any test that reads an answer shows whether its ids say the mode of the key. */
function requireIdsOf(key: string, answer: unknown): void {
  const mode = key.startsWith('crt_test_') ? 'test' : 'live';
  const others = textsIn(answer).filter((text) => AN_ID.test(text) && modeOf(text) !== mode);
  if (others.length > 0) throw new Error(`answered to a ${mode} key: ${others.join(', ')}`);
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

type Documented = { paths: Record<string, Record<string, { 'x-error-codes': string[] }>> };
let documented: { line: RegExp; codes: string[] }[] | null = null;

/** Any test that meets a refusal shows whether the document lists it. */
function requireDocumented(method: string, path: string, code: unknown): void {
  documented ??= Object.entries((openApiV3('https://exemple.fr') as Documented).paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([name, operation]) => ({
      line: new RegExp(`^${name.toUpperCase()} ${template.replaceAll(/\{\w+\}/g, '[^/]*')}/?$`),
      codes: operation['x-error-codes'],
    })),
  );
  const asked = `${method} /api/v3${path.replace(/\?.*/s, '')}`;
  const operation = documented.find(({ line }) => line.test(asked));
  if (operation === undefined || operation.codes.includes(String(code))) return;
  throw new Error(`${asked}: « ${String(code)} » is missing in contract/src/common/refusals.ts`);
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
