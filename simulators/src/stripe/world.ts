import { identifier, shown, type Cause, type Store, type StoredEvent, type Tables } from './store.ts';

/** The version of the API that objects and events are written in: that of the SDK 23.1. */
export const API_VERSION = '2026-10-28.endive';

/** What every part of the simulator acts upon. */
export type World = {
  store: Store;
  /** Seconds since 1970. */
  now: () => number;
  /** Of the events that are made from here. */
  cause: Cause;
  /** Takes an event to the product. */
  deliver: (event: StoredEvent) => void;
};

type Subject = 'checkout.session' | 'payment_intent' | 'charge' | 'refund' | 'dispute';

/** Keeps the object and tells it: the event holds the object as it is at that moment. */
export function tell(world: World, type: string, object: Tables[Subject]): void {
  const event: StoredEvent = {
    id: identifier('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: world.now(),
    data: { object: shown(object) },
    livemode: false,
    pending_webhooks: 1,
    request: world.cause,
    type,
    held: { attempts: [] },
  };
  world.store.put(event);
  world.deliver(event);
}
