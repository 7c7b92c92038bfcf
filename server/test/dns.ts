import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Addresses of a name, at its `look`th question for IPv4 (from 0). */
type Zone = (name: string, look: number) => string[];
export type TestDns = { server: string; looks: () => number; close: () => void };

const A = 1;

/** A real DNS server on loopback (RFC 1035): IPv4 addresses by `zone`, no other record. */
export async function startDns(zone: Zone): Promise<TestDns> {
  const socket = createSocket('udp4');
  let looks = 0;
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionOf(message);
    const addresses = type === A ? zone(name, looks) : [];
    if (type === A) looks += 1;
    const header = Buffer.from(message.subarray(0, 12));
    // An authoritative answer, with one question.
    header.writeUInt16BE(0x8580, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, message.subarray(12, end), ...addresses.map(recordOf)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { server: `127.0.0.1:${port}`, looks: () => looks, close: () => socket.close() };
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The name of the question; an IPv4 address for no time. */
const recordOf = (address: string): Buffer =>
  Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
