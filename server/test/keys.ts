import type { KeyScope } from '@clairisque/contract/common/route.ts';
import { insertKey } from '../../tests/harness/accounts.ts';
import type { TestApp } from './app.ts';

export { newKey } from '../src/features/api-keys/secret.rules.ts';

/** A key of that account, which works for an hour. */
export const createKey = (
  { database }: Pick<TestApp, 'database'>,
  { email }: { email: string },
  scopes?: readonly KeyScope[],
): Promise<string> => insertKey(database.query, { email, scopes });

/** The same in test mode. */
export const createTestKey = ({ database }: Pick<TestApp, 'database'>, { email }: { email: string }): Promise<string> =>
  insertKey(database.query, { email, mode: 'test' });

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
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
