import type { LocalServer } from '#tools/local-server.ts';
import { startPartialSuppliers } from './partial-suppliers.ts';

/** `hold`: requests from now on wait for `release`, which lets them pass. */
export type HeldSuppliers = LocalServer & { hold: (which: (url: URL) => boolean) => void; release: () => void };

/** All suppliers unchanged, through a proxy: a test decides how long one of them takes to answer. */
export async function startHeldSuppliers(): Promise<HeldSuppliers> {
  let isHeld: (url: URL) => boolean = () => false;
  let released = Promise.withResolvers<void>();
  const server = await startPartialSuppliers(async (url) => {
    if (isHeld(url)) await released.promise;
    return false;
  });
  return {
    ...server,
    hold: (which) => {
      released = Promise.withResolvers<void>();
      isHeld = which;
    },
    release: () => {
      isHeld = () => false;
      released.resolve();
    },
  };
}
