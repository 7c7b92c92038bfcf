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
  updateEndpoint,
  webhooksKey,
  type EndpointRow,
  type OwnEndpoint,
} from './endpoints.queries.ts';
import { secretOf } from './secret.rules.ts';

const AN_HOUR_MS = 3_600_000;

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

/** Throws `not_found`, `invalid_input`, `conflict` (the same URL). */
export async function changeEndpoint(deps: Deps, own: OwnEndpoint, changes: Changes): Promise<EndpointRow> {
  const url = changes.url === undefined ? undefined : checkedUrl(deps, changes.url);
  const changed = await transact(deps, async ({ db }) => {
    const others = (await listEndpoints(db, own.spaceId)).filter(({ id }) => id !== own.id);
    if (others.some((other) => other.url === url)) throw sameUrl();
    return updateEndpoint(db, own, {
      ...(url !== undefined && { url }),
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

/** Throws `not_found`. Of two rotations at once, the secrets follow each other. */
export async function rotateSecret(deps: Deps, own: OwnEndpoint, hours: number): Promise<WithSecret> {
  const former_until = new Date(deps.clock().getTime() + hours * AN_HOUR_MS);
  const endpoint = await transact(deps, async ({ db }) => {
    const { secret_version: former } = await requireEndpoint({ db }, own);
    return updateEndpoint(db, own, { secret_version: former + 1, former_until });
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

const sameUrl = (): AppError => new AppError('conflict', 'Vous avez déjà un webhook à cette adresse.');

export const notFound = (): never => {
  throw new AppError('not_found', 'Ce webhook n’existe pas.');
};
