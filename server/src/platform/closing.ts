import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Interval of the checks while closing: time for a request being received to arrive. */
const LOOK_EVERY_MS = 500;

export type Closing = { within: (close: () => Promise<unknown>) => Promise<void> };

/**
 * Closes a server with `close`, and waits only for requests received in full. Node closes idle connections only once,
 * counts one that has sent nothing yet as active, and stops checking its timeouts: a silent client, or one in a
 * handshake or a body, would keep the process alive until it is killed. Call it before the server listens.
 */
export function watchClosing(server: Server): Closing {
  const connections = new Map<Socket, string>();
  const received = new Map<string, Set<IncomingMessage>>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, nameOf(socket));
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const name = nameOf(request.socket);
    const calls = received.get(name) ?? new Set();
    received.set(name, calls.add(request));
    response.once('close', () => {
      calls.delete(request);
      if (calls.size === 0) received.delete(name);
    });
  });

  function look(): void {
    server.closeIdleConnections();
    for (const [socket, name] of connections) {
      const calls = [...(received.get(name) ?? [])];
      if (!calls.some(({ complete }) => complete)) socket.destroy();
    }
  }
  return {
    async within(close) {
      const refuse = (socket: TLSSocket): void => void socket.destroy();
      server.on('secureConnection', refuse);
      const timer = setInterval(look, LOOK_EVERY_MS);
      await close().finally(() => clearInterval(timer));
      server.off('secureConnection', refuse);
    },
  };
}

/** A connection and its TLS socket, two objects, get one name. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
