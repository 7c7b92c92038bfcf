import { insertAccount } from '../../tests/harness/accounts.ts';
import { partsOf, type MailedLink } from '../../tests/harness/mailbox.ts';
import { createLink } from '../src/features/accounts/mailed-links.service.ts';
import { call, type TestApp } from './app.ts';
import { PASSWORD } from './passwords.ts';

export { linkIn } from '../../tests/harness/mailbox.ts';

export type Person = { id: number; email: string; username: string; password: string };

export { OTHER_PASSWORD, PASSWORD } from './passwords.ts';

/** An account with a password, active by default. */
export async function createPerson(
  { deps, database }: Pick<TestApp, 'deps' | 'database'>,
  { active = true, ...given }: Partial<{ email: string; active: boolean; disabled: boolean }> = {},
): Promise<Person> {
  const passwordHash = await deps.passwords.hash(PASSWORD, 'test');
  const account = await insertAccount(database.query, { ...given, activated: active, passwordHash });
  return { ...account, username: account.email, password: PASSWORD };
}

/** A link as mailed by the product. */
export async function mailedLink(
  { deps }: Pick<TestApp, 'deps'>,
  person: Pick<Person, 'id' | 'email'>,
  purpose: 'activation' | 'password_reset',
): Promise<MailedLink> {
  return partsOf((await createLink(deps, person, purpose)).url);
}

type Answer = Awaited<ReturnType<typeof call>>;
export type Client = {
  post(path: string, body?: unknown, token?: string): Promise<Answer>;
  login(username: string, password?: string): Promise<Answer>;
  /** Opens a session and returns its token. */
  sessionOf(person: Person): Promise<string>;
  /** 200 while that session is open, then 401. */
  statusOf(token: string): Promise<number>;
};

/** Calls the account routes like a Djoser client; paths are below `/api/v2/`. */
export function clientOf(app: Pick<TestApp, 'url'>): Client {
  const post: Client['post'] = (path, body, token) =>
    call(app, ['POST', `/api/v2/${path}`], {
      ...(body !== undefined && { body }),
      ...(token !== undefined && { token }),
    });
  const login: Client['login'] = (username, password = PASSWORD) => post('token/login/', { username, password });
  return {
    post,
    login,
    sessionOf: async (person) => {
      const { status, body } = await login(person.username, person.password);
      if (status !== 200) throw new Error(`login answered ${status}`);
      return (body as { auth_token: string }).auth_token;
    },
    statusOf: async (token) => (await call(app, ['GET', '/api/v2/users/me/'], { token })).status,
  };
}
