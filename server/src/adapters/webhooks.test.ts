import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startDns } from '#test/dns.ts';
import { createWebhookSender } from './webhooks.ts';

const LOOPBACK = ['127.0.0.0/8'];
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const senderOf = (allowedNetworks: string[], more: { dnsServers?: string[]; timeoutMs?: number } = {}) =>
  createWebhookSender({ userAgent: 'Clairisque/test', allowedNetworks, ...more });

async function listen(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}): Promise<{ port: number }> {
  const server: Server = createServer(answer).listen(port, host);
  closing.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port };
}

const post = { headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"type":"ping"}' };

describe('an address is refused before any connection', () => {
  it.each([
    'http://127.0.0.1',
    'http://0.0.0.0',
    'http://2130706433',
    'http://0x7f.1',
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://192.0.2.1',
    'http://198.18.0.1',
    'http://240.0.0.1',
    'http://[::]',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:8.8.8.8]',
    'http://[::7f00:1]',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://[ff02::1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[2001:db8::1]',
    'http://[2001::1]',
    'http://[4000::1]',
  ])('%s', async (url) => {
    expect(await senderOf([]).send({ url, ...post })).toMatchObject({ failure: 'address_refused', status: null });
    expect(senderOf(['203.0.113.0/24']).refusal(url)).toMatch(/Internet/);
  });

  it('of a name, when one of its addresses is private', async () => {
    const dns = await startDns(() => ['192.0.0.1', '10.0.0.1']);
    closing.push(dns.close);
    const sent = await senderOf(LOOPBACK, { dnsServers: [dns.server] }).send({ url: 'http://a.exemple.fr', ...post });
    expect(sent).toMatchObject({ failure: 'address_refused', status: null });
  });

  it('of a name that resolves to 127.0.0.1 at the second look', async () => {
    let [first, second] = [0, 0];
    const { port } = await listen((_, answer) => answer.end(String((first += 1))), { host: '127.0.0.2' });
    await listen((_, answer) => answer.end(String((second += 1))), { port });
    const dns = await startDns((_name, look) => [look === 0 ? '127.0.0.2' : '127.0.0.1']);
    closing.push(dns.close);
    const sender = senderOf(['127.0.0.2/32'], { dnsServers: [dns.server] });
    const send = () => sender.send({ url: `http://hook.exemple.fr:${port}/`, ...post });
    expect(await send()).toMatchObject({ status: 200, failure: null, answer: '1' });
    expect(await send()).toMatchObject({ status: null, failure: 'address_refused' });
    expect([first, second, dns.looks()]).toEqual([1, 0, 2]);
  });
});

describe('a URL is refused', () => {
  it.each(['https://localhost/', 'https://a.localhost', 'https://intranet/', 'https://a.internal', 'https://a.local'])(
    '%s: not on the Internet',
    (url) => expect(senderOf([]).refusal(url)).toMatch(/Internet/),
  );

  it('without TLS, with a password or a port', () => {
    expect(senderOf([]).refusal('http://exemple.fr')).toMatch(/https/);
    expect(senderOf([]).refusal('https://a:b@exemple.fr')).toMatch(/mot de passe/);
    expect(senderOf([]).refusal('https://exemple.fr:8443/')).toMatch(/port/);
    expect(senderOf([]).refusal('https://exemple.fr:443/a?b=c')).toBeNull();
    expect(senderOf([]).refusal('https://8.8.8.8/')).toBeNull();
    expect(senderOf(LOOPBACK).refusal('http://127.0.0.1:1/')).toBeNull();
  });
});

it('localhost is judged, and reached, as 127.0.0.1, whatever a DNS server says of it', async () => {
  const { port } = await listen((_, answer) => answer.end('here'));
  const dns = await startDns(() => ['192.0.0.1']);
  closing.push(dns.close);
  const more = { dnsServers: [dns.server] };
  for (const url of [`http://localhost:${port}/hook`, `http://hook.localhost:${port}/`]) {
    expect(senderOf(LOOPBACK, more).refusal(url)).toBeNull();
    expect(await senderOf(LOOPBACK, more).send({ url, ...post })).toMatchObject({ status: 200, answer: 'here' });
    expect(senderOf(['10.0.0.0/8']).refusal(url)).toMatch(/Internet/);
    for (const networks of [[], ['10.0.0.0/8']])
      expect(await senderOf(networks, more).send({ url, ...post })).toMatchObject({ failure: 'address_refused' });
  }
  expect(dns.looks()).toBe(0);
});

describe('what came of it', () => {
  const sendTo = async (answer: RequestListener, timeoutMs = 5_000) => {
    const { port } = await listen(answer);
    return senderOf(LOOPBACK, { timeoutMs }).send({ url: `http://127.0.0.1:${port}/a?b=c`, ...post });
  };

  it('the request as given, and its answer', async () => {
    const sent = await sendTo(async (request, answer) => {
      const body = (await Array.fromAsync(request)).join('');
      const { 'webhook-id': id, 'user-agent': agent } = request.headers;
      answer.statusCode = 202;
      answer.end(JSON.stringify([request.method, request.url, id, agent, body]));
    });
    expect(sent).toMatchObject({ status: 202, failure: null });
    expect(JSON.parse(sent.answer)).toEqual(['POST', '/a?b=c', 'evt_1', 'Clairisque/test', post.body]);
  });

  it('a redirect is not followed', async () => {
    let asked = 0;
    const elsewhere = await listen((_, answer) => answer.end(String((asked += 1))));
    for (const status of [301, 307, 308]) {
      const location = `http://127.0.0.1:${elsewhere.port}/`;
      const sent = await sendTo((_, answer) => answer.writeHead(status, { location }).end());
      expect(sent).toMatchObject({ status, failure: 'redirected' });
    }
    expect(asked).toBe(0);
  });

  it('500 → a failure, with its answer without U+0000', async () => {
    const sent = await sendTo((_, answer) => answer.writeHead(500).end('nul\0'));
    expect(sent).toMatchObject({ status: 500, failure: 'status', answer: 'nul\uFFFD' });
  });

  it('10 MB → delivered, though only its beginning is read', async () => {
    let written = 0;
    const piece = Buffer.alloc(65_536, 'a');
    const sent = await sendTo((_, answer) => {
      const write = (): void => {
        while (written < 10 * 1024 * 1024 && !answer.destroyed) {
          written += piece.length;
          if (!answer.write(piece)) return void answer.once('drain', write);
        }
        answer.end();
      };
      write();
    });
    expect(sent).toMatchObject({ status: 200, failure: null, answer: 'a'.repeat(2_000) });
    expect(written).toBeLessThan(10 * 1024 * 1024);
  });

  it('no answer, or a name that no server knows → at its time', async () => {
    expect(await sendTo(() => undefined, 200)).toMatchObject({ status: null, failure: 'timeout' });
    const dns = await startDns(() => []);
    closing.push(dns.close);
    const sender = senderOf(LOOPBACK, { dnsServers: [dns.server] });
    expect(await sender.send({ url: 'http://a.exemple.fr', ...post })).toMatchObject({ failure: 'unreachable' });
    expect(await sender.send({ url: 'http://127.0.0.1:9', ...post })).toMatchObject({ failure: 'unreachable' });
  });
});
