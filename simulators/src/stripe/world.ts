import { identifier, shown, type Cause, type Store, type StoredEvent, type Tables } from './store.ts';

/** API version of objects and events: that of the SDK 23.1. */
export const API_VERSION = '2026-10-28.endive';

/** State shared by the parts of the simulator. */
export type World = {
  store: Store;
  /** Seconds since 1970. */
  now: () => number;
  /** Base URL in the events created here. */
  cause: Cause;
  /** Delivers an event to the product. */
  deliver: (event: StoredEvent) => void;
};

type Subject = 'checkout.session' | 'payment_intent' | 'charge' | 'refund' | 'dispute';

/** Stores the object and emits an event with its state at that moment. */
export function emit(world: World, type: string, object: Tables[Subject]): void {
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
