import type { Socket } from 'node:net';

/** Per client; further ones are closed. */
const HELD_MOST = 256;
const RELEASE_EVERY_MS = 100;

/** Connections kept open and unread, by client; released one at a time, since each may bring hundreds of calls. */
type HeldConnections = {
  /** False when it was closed instead: already held, so it kept sending after a refusal, or over the maximum. */
  hold: (client: string, socket: Socket) => boolean;
  closeAll: () => void;
};

export function createHeldConnections(mayGo: (client: string) => boolean): HeldConnections {
  const sockets = new Map<string, Set<Socket>>();
  const followed = new WeakSet<Socket>();
  let timer: NodeJS.Timeout | undefined;
  const drop = (client: string, socket: Socket): void => {
    const those = sockets.get(client);
    if (those?.delete(socket) && those.size === 0) sockets.delete(client);
    if (sockets.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const release = (): void => {
    for (const [client, [first]] of sockets) {
      if (first === undefined || !mayGo(client)) continue;
      drop(client, first);
      first.resume();
    }
  };
  return {
    hold(client, socket) {
      const those = sockets.get(client) ?? new Set();
      if (those.has(socket) || those.size >= HELD_MOST) {
        socket.destroy();
        return false;
      }
      sockets.set(client, those.add(socket));
      // Node starts reading a new connection at the next tick.
      process.nextTick(() => socket.pause());
      if (!followed.has(socket)) socket.once('close', () => drop(client, socket));
      followed.add(socket);
      timer ??= setInterval(release, RELEASE_EVERY_MS).unref();
      return true;
    },
    closeAll: () => {
      for (const those of sockets.values()) for (const socket of those) socket.destroy();
    },
  };
}
