import { MOST_WEBHOOKS } from '@clairisque/contract/webhooks.v3.ts';
import type { ChosenEvent } from '@clairisque/contract/common/events.ts';
import type { Deps } from '#deps.ts';
import { lockAccount } from '#features/accounts/accounts.ts';
import { spaceOf } from '#features/api-keys/api-keys.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError, DetailedError } from '#platform/app-error.ts';
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
  webhooksKey,
  type EndpointRow,
  type OwnEndpoint,
} from './endpoints.queries.ts';
import { secretOf, stillSigning } from './secret.rules.ts';

const AN_HOUR_MS = 3_600_000;
/** Former secrets of one endpoint: each is a signature in a header. */
const MOST_SIGNING = 5;

export type WithSecret = { endpoint: EndpointRow; secret: string };
type Changes = { url?: string | undefined; types?: ChosenEvent[] | undefined; isWoken?: boolean };

/** Throws `invalid_input` (a URL that we may not reach), `conflict` (too many, or the same URL). */
export async function createEndpoint(
  deps: Deps,
  { accountId, ...asked }: { accountId: number; url: string; types: ChosenEvent[] },
): Promise<WithSecret> {
  const url = checkedUrl(deps, asked.url);
  const endpoint = await transact(deps, async ({ db, clock }) => {
    // Also against an erasure, and another one at the same time.
    if ((await lockAccount(db, accountId)) === undefined) throw accountGone();
    const spaceId = await spaceOf(db, accountId);
    if ((await listEndpoints(db, spaceId)).length >= MOST_WEBHOOKS) {
      throw new AppError('conflict', `Vous avez déjà ${MOST_WEBHOOKS} webhooks\u00A0: supprimez-en un d’abord.`);
    }
    return insertEndpoint(db, { space_id: spaceId, url, types: asked.types, created_at: clock() });
  });
  if (endpoint === undefined) throw sameUrl();
  return withSecret(deps, endpoint);
}

/** Throws `not_found`, `invalid_input`, `conflict` (the same URL; woken before its first test succeeded). */
export async function changeEndpoint(deps: Deps, own: OwnEndpoint, changes: Changes): Promise<EndpointRow> {
  const url = changes.url === undefined ? undefined : checkedUrl(deps, changes.url);
  const changed = await transact(deps, async ({ db }) => {
    const all = await listEndpoints(db, own.spaceId);
    if (all.some((other) => other.id !== own.id && other.url === url)) throw sameUrl();
    const known = all.find(({ id }) => id === own.id) ?? notFound();
    const isMoved = url !== undefined && url !== known.url;
    if (changes.isWoken && (isMoved || known.succeeded_at === null)) throw unproved();
    return updateEndpoint(db, own, {
      // Another address proves itself again, by a test.
      ...(isMoved && { url, succeeded_at: null, asleep_since: null }),
      ...(changes.types && { types: changes.types }),
      ...(changes.isWoken && { asleep_since: null }),
    });
  });
  return changed ?? notFound();
}

/** Throws `not_found`. */
export async function removeEndpoint(deps: Deps, own: OwnEndpoint): Promise<void> {
  if (!(await deleteEndpoint(deps.db, own))) notFound();
}

/**
 * The former secrets still sign until the ends that were promised. Throws `not_found`, `conflict` (too many still sign).
 * Two rotations at once come one after the other.
 */
export async function rotateSecret(deps: Deps, own: OwnEndpoint, hours: number): Promise<WithSecret> {
  const endpoint = await transact(deps, async ({ db, clock }) => {
    await lockEndpoint(db, own.id);
    const known = await requireEndpoint({ db }, own);
    const signing = stillSigning(known, clock());
    if (signing.length >= MOST_SIGNING) throw tooManySign();
    const former_until = new Date(clock().getTime() + hours * AN_HOUR_MS);
    const former_secrets = [...signing, { version: known.secret_version, until: former_until.toISOString() }];
    return updateEndpoint(db, own, { secret_version: known.secret_version + 1, former_until, former_secrets });
  });
  return withSecret(deps, endpoint ?? notFound());
}

/** Throws `not_found`. */
export async function requireEndpoint({ db }: Pick<Deps, 'db'>, own: OwnEndpoint): Promise<EndpointRow> {
  return (await findEndpoint(db, own)) ?? notFound();
}

const withSecret = async ({ db }: Deps, endpoint: EndpointRow): Promise<WithSecret> => ({
  endpoint,
  secret: secretOf(await webhooksKey(db), endpoint),
});

/** In its canonical form. Throws `invalid_input`. */
function checkedUrl({ webhooks }: Pick<Deps, 'webhooks'>, text: string): string {
  const url = new URL(text);
  url.hash = '';
  const detail = webhooks.refusal(url.href);
  if (detail === null) return url.href;
  const error = { pointer: '/url', title: 'This URL may not be reached.', detail };
  throw new DetailedError('invalid_input', detail, { errors: [error] });
}

const tooManySign = (): AppError =>
  new AppError('conflict', `${MOST_SIGNING} anciens secrets signent encore\u00A0: attendez la fin de l’un d’eux.`);

/** Nobody has shown yet that the owner of the account is that of the address. */
export const unproved = (): AppError =>
  new AppError(
    'conflict',
    'Ce webhook dort jusqu’à ce que votre serveur accepte un essai\u00A0: envoyez-lui-en un d’abord.',
  );

const sameUrl = (): AppError => new AppError('conflict', 'Vous avez déjà un webhook à cette adresse.');

export const notFound = (): never => {
  throw new AppError('not_found', 'Ce webhook n’existe pas.');
};
