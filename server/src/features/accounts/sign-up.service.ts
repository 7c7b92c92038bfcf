import { SignUpRequest, type User } from '@clairisque/contract/accounts.ts';
import { isEmail } from '@clairisque/contract/common/text.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { acceptByAccount, refuseOtherVersion } from '#features/accepted-terms/accepted-terms.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { queueMail } from '#platform/mails/outbox.ts';
import { turnOf } from './attempts.service.ts';
import { ACTIVATION_MAIL } from './mailed-links.service.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { awaitedToken } from './waiting-tab.service.ts';
import { refuseWeak } from './password.service.ts';
import {
  findByEmail,
  findByUsername,
  foldUsername,
  insertAccount,
  listForeignUsernames,
  renameAccount,
} from './accounts.queries.ts';

/** `termsShown`: the version that the page showed; null for a program that shows none. */
type Request = z.output<typeof SignUpRequest> & { termsShown: string | null };
type SignedUp = { user: z.infer<typeof User>; awaited: string };
type Identity = Pick<Request, 'email' | 'username'>;

/**
 * Creates an account that waits for its activation link. In Djoser's order: taken names, faults of the password,
 * confirmation; then the terms that were shown. An account that was never activated also reserves its names. `awaited` lets the page that asked
 * know when it is active. Throws `invalid_input`.
 */
export async function signUp(deps: Deps, request: Request, origin: Origin): Promise<SignedUp> {
  const identity = { email: withOneDomain(request.email), username: request.username };
  for (const name of [identity.email, identity.username]) await releaseUsernames(deps, name);
  await refuseTaken(deps, identity);
  await refuseWeak(deps, { field: 'password', password: request.password, owner: identity });
  if (request.password !== request.re_password) {
    throw new AppError('invalid_input', {
      non_field_errors: ['Le contenu des deux champs mot de passe est différent.'],
    });
  }
  if (request.termsShown !== null) refuseOtherVersion(request.termsShown, 'non_field_errors');
  const passwordHash = await deps.passwords.hash(request.password, turnOf(origin));
  const id = await transact(deps, async (deps) => {
    const id = await insertAccount(deps.db, { ...identity, password_hash: passwordHash, created_at: deps.clock() });
    if (id === undefined) return undefined;
    if (request.termsShown !== null) await acceptByAccount(deps, id);
    await queueMail(deps, { kind: ACTIVATION_MAIL, recipient: identity.email, accountId: id });
    return id;
  });
  if (id === undefined) {
    // Taken between our check and our insert; if it is free again, throws Djoser's bare list.
    await refuseTaken(deps, identity);
    throw new AppError('invalid_input', ['Création de compte impossible.']);
  }
  recordEvent(deps, { kind: 'sign_up', account: { id } }, origin);
  const awaited = await awaitedToken(deps, { id, password_hash: passwordHash });
  return { user: { id, ...identity }, awaited };
}

/** The refusal of a body with faulty fields; like Djoser, it also says which of the valid fields are already taken. */
export async function signUpRefusal(deps: Deps, body: unknown, fault: Error): Promise<Error> {
  if (!(fault instanceof AppError) || typeof fault.content === 'string' || Array.isArray(fault.content)) return fault;
  const given = body as Partial<Record<keyof Identity, unknown>>;
  const { email, username } = SignUpRequest.shape;
  const readEmail = email.safeParse(given.email).data;
  const taken = await takenErrors(deps, {
    email: readEmail === undefined ? undefined : withOneDomain(readEmail),
    username: username.safeParse(given.username).data,
  });
  return new AppError('invalid_input', { ...fault.content, ...taken });
}

/**
 * Nothing for an unreadable name. A username in the form of an e-mail must be the account's own e-mail: otherwise it
 * would keep the owner of that address from signing up.
 */
async function takenErrors(
  deps: Deps,
  identity: { [N in keyof Identity]: string | undefined },
): Promise<Record<string, string[]>> {
  const { email, username } = identity;
  const [sameEmail, sameUsername, folded] = await Promise.all([
    email === undefined ? undefined : findByEmail(deps.db, email),
    username === undefined ? undefined : findByUsername(deps.db, username),
    username === undefined || email === undefined ? undefined : foldUsername(deps.db, { username, email }),
  ]);
  const foreign = folded !== undefined && isEmail(folded.name) && !folded.isEmail;
  return {
    ...(sameEmail && { email: ['Un objet utilisateur avec ce champ adresse électronique existe déjà.'] }),
    ...(sameUsername && { username: ['Un utilisateur avec ce nom existe déjà.'] }),
    ...(foreign && {
      username: ['Un nom d’utilisateur en forme d’adresse électronique doit être l’adresse de ce compte.'],
    }),
  };
}

async function refuseTaken(deps: Deps, identity: Identity): Promise<void> {
  const errors = await takenErrors(deps, identity);
  if (Object.keys(errors).length > 0) throw new AppError('invalid_input', errors);
}

/**
 * Only the domain is surely case-insensitive (Django's `normalize_email`); its full-width letters become plain ones
 * (IDNA).
 */
function withOneDomain(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at) + email.slice(at).normalize('NFKC').toLowerCase();
}

/**
 * Accounts created before a username in the form of an e-mail had to be their own (decision 0041) get their e-mail as
 * username, so that the owner of the other address can sign up and in. For one name, or all.
 */
export async function releaseUsernames(deps: Pick<Deps, 'db' | 'log'>, name: string | null = null): Promise<void> {
  for (const { id, username, email } of await listForeignUsernames(deps.db, name)) {
    if (!isEmail(username)) continue;
    const taken = !(await renameAccount(deps.db, id, email));
    if (taken) await renameAccount(deps.db, id, `compte-${id}`);
    deps.log.warn({ accountId: id }, 'username of another address released');
  }
}
