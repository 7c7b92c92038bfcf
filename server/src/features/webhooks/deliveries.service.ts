import type { EventType } from '@clairisque/contract/common/events.ts';
import { endpointKey } from '@clairisque/contract/common/v3.ts';
import type { Deps } from '#deps.ts';
import { DELIVER, writeSample } from '#features/events/events.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import {
  findDelivery,
  insertDelivery,
  listDeliveries,
  restartDelivery,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { lockEndpointShared, type EndpointRow, type OwnEndpoint } from './endpoints.queries.ts';
import { notFound, requireEndpoint, unproved } from './endpoints.service.ts';

/** Newest first. Throws `not_found`. */
export async function readDeliveries(
  deps: Deps,
  own: OwnEndpoint,
  page: { before: number | null; limit: number },
): Promise<DeliveryRow[]> {
  const { id: endpointId } = await requireEndpoint(deps, own);
  return listDeliveries(deps.db, { endpointId, ...page });
}

/**
 * Sends the example of that type to this endpoint only; its first success is what other events wait for. Throws
 * `not_found`, `conflict` (it sleeps), `too_many_requests`.
 */
export async function sendTest(deps: Deps, own: OwnEndpoint, type: EventType): Promise<DeliveryRow> {
  await count(deps, 'webhook-test', own);
  return transact(deps, async (deps) => {
    await requireAwake(deps, own);
    const sample = { spaceId: own.spaceId, type, endpoint: endpointKey(own.id, deps.mode) };
    const { id: event_id, created_at } = await writeSample(deps, sample);
    const id = await insertDelivery(deps.db, { endpoint_id: own.id, event_id, created_at });
    await deps.jobs.enqueue(deps.db, DELIVER, { endpointId: own.id, mode: deps.mode });
    return requireDelivery(deps, own, id);
  });
}

/**
 * From the first attempt again, under the same id. Throws `not_found`, `conflict` (the endpoint sleeps),
 * `too_many_requests`.
 */
export async function replayDelivery(deps: Deps, own: OwnEndpoint, id: number): Promise<DeliveryRow> {
  await count(deps, 'webhook-replay', own);
  return transact(deps, async (deps) => {
    if ((await requireAwake(deps, own)).succeeded_at === null) throw unproved();
    await requireDelivery(deps, own, id);
    await restartDelivery(deps.db, id, deps.clock());
    await deps.jobs.enqueue(deps.db, DELIVER, { endpointId: own.id, mode: deps.mode });
    return requireDelivery(deps, own, id);
  });
}

/** Counts a call for its endpoint, then for its account. Throws `not_found`, `too_many_requests`. */
async function count(deps: Deps, scope: 'webhook-test' | 'webhook-replay', own: OwnEndpoint): Promise<void> {
  await requireEndpoint(deps, own);
  await deps.throttle.hit(scope, `endpoint:${own.id}`);
  await deps.throttle.hit(scope, `space:${own.spaceId}`);
}

/** Locks the endpoint as a new delivery does: the queued job waits for this transaction. */
async function requireAwake(deps: Deps, own: OwnEndpoint): Promise<EndpointRow> {
  await lockEndpointShared(deps.db, own.id);
  const endpoint = await requireEndpoint(deps, own);
  if (endpoint.asleep_since === null) return endpoint;
  throw new AppError('conflict', 'Ce webhook est endormi\u00A0: réveillez-le d’abord.');
}

async function requireDelivery({ db }: Deps, own: OwnEndpoint, id: number): Promise<DeliveryRow> {
  return (await findDelivery(db, { endpointId: own.id, id })) ?? notFound();
}
