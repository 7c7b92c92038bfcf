import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkNames } from './check-names.ts';

const A = 1;
const CNAME = 5;
/** Alias or address of each name. */
const ZONE: Record<string, string> = {
  'site.example': '192.0.2.10',
  'www.site.example': 'site.example',
  'blog.site.example': 'gone.hosting.example',
  'old.site.example': '192.0.2.99',
  'cdn.site.example': 'other.hosting.example',
  'other.hosting.example': '192.0.2.50',
};

/** A DNS server, one answer per packet (RFC 1035). */
const server = createSocket('udp4', (query, { port, address }) => {
  const end = query.indexOf(0, 12) + 5;
  const name = nameIn(query.subarray(12));
  const asked = query.readUInt16BE(end - 4);
  const chain: [owner: string, type: number, value: Buffer][] = [];
  let at = name;
  for (let value = ZONE[at]; value !== undefined; value = ZONE[at]) {
    const isAddress = /^[\d.]+$/.test(value);
    if (isAddress && asked === A) chain.push([at, A, Buffer.from(value.split('.').map(Number))]);
    if (isAddress) break;
    chain.push([at, CNAME, encoded(value)]);
    if (asked === CNAME) break;
    at = value;
  }
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  const isMissing = ZONE[at] === undefined;
  [0x8180 + (isMissing ? 3 : 0), 1, chain.length].forEach((word, n) => head.writeUInt16BE(word, 2 + 2 * n));
  const answers = chain.map(([owner, type, value]) =>
    Buffer.concat([encoded(owner), Buffer.from([0, type, 0, 1, 0, 0, 0, 60, 0, value.length]), value]),
  );
  server.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address);
});
const encoded = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])), Buffer.from([0])]);
function nameIn(bytes: Buffer): string {
  const length = bytes[0] ?? 0;
  const rest = bytes.subarray(length + 1);
  return bytes.toString('latin1', 1, length + 1).toLowerCase() + (rest[0] === 0 ? '' : `.${nameIn(rest)}`);
}

const resolver = new Resolver({ timeout: 2_000, tries: 2 });
beforeAll(async () => {
  await new Promise<void>((listening) => server.bind(0, '127.0.0.1', listening));
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => void server.close());

it('names that match the list → nothing', async () => {
  const list = '# ours\nsite.example 192.0.2.10 2001:db8::10\n\nwww.site.example site.example # alias\n';
  expect(await checkNames(list, resolver)).toEqual([]);
});

it('a dangling alias, another address or alias, a missing name → a sentence each', async () => {
  const names = ['blog gone.hosting.example', 'old 192.0.2.10', 'cdn our.hosting.example', 'never 192.0.2.10'];
  const list = names.map((line) => line.replace(' ', '.site.example ')).join('\n');
  expect(await checkNames(list, resolver)).toEqual([
    'blog.site.example : alias de gone.hosting.example, qui n’existe pas',
    'old.site.example : mène à 192.0.2.99, qui n’est pas dans la liste',
    'cdn.site.example : mène à other.hosting.example, qui n’est pas dans la liste',
    'never.site.example : ne mène nulle part',
  ]);
});

it('a silent name server, an empty list → no verdict', async () => {
  await expect(checkNames('# to be written\n', resolver)).rejects.toThrow('la liste est vide');
  const deaf = new Resolver({ timeout: 100, tries: 1 });
  deaf.setServers(['127.0.0.1:9']);
  await expect(checkNames('site.example 192.0.2.10', deaf)).rejects.toThrow(/ECONNREFUSED|ETIMEOUT/);
});
