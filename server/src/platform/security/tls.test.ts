import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import { connect as connectInClear, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, TLSSocket, type ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { freePort } from '../../../../scripts/postgres.ts';
import { startProgram, type Program } from '../../../../tests/harness/program.ts';
import { serveMetrics } from '#platform/observability/metrics-server.ts';
import { createMetrics } from '#platform/observability/metrics.ts';
import { readTls, renewTls } from './tls.ts';

const PAIRS = join(import.meta.dirname, '../../../test/tls');
type Shown = Pick<ConnectionOptions, 'cert' | 'key' | 'session'>;
const pairOf = (name: string): Shown => {
  const pem = readFileSync(join(PAIRS, `${name}.pem`));
  return { cert: pem, key: pem };
};
const TRUSTED = { ca: readFileSync(join(PAIRS, 'authority.pem')), host: 'localhost' };
const TOKEN = 'canary-of-a-supplier';

let database: TestDatabase;
let workspace: string;
let program: Program;
let ports: { api: number; metrics: number };

/** A process as deployed: its secrets and certificate are files. */
beforeAll(async () => {
  database = await createTestDatabase();
  workspace = mkdtempSync(join(tmpdir(), 'clairisque-tls-'));
  writeFileSync(join(workspace, 'url'), `${database.serviceUrl}\n`);
  writeFileSync(join(workspace, 'token'), TOKEN);
  ports = { api: await freePort(), metrics: await freePort() };
  const env = {
    ...process.env,
    DATABASE_URL_FILE: join(workspace, 'url'),
    GEORISQUES_TOKEN_FILE: join(workspace, 'token'),
    TLS_CERT_FILE: join(PAIRS, 'api.pem'),
    TLS_KEY_FILE: join(PAIRS, 'api.pem'),
    TLS_CLIENT_CA_FILE: join(PAIRS, 'authority.pem'),
    PORT: String(ports.api),
    METRICS_PORT: String(ports.metrics),
    HOST: '127.0.0.1',
    FILES_DIR: workspace,
    SIMULATORS_URL: inject('simulatorsUrl'),
    LOG_LEVEL: 'info',
    TYPST_PROCESSES: '1',
  };
  program = await startProgram({ command: ['server/src/main.ts', 'api'], env, log: join(workspace, 'log') });
});
afterAll(async () => {
  await program.stop();
  await database.drop();
  rmSync(workspace, { recursive: true });
});

type Answer = { status: number | undefined; text: string; session: Buffer | undefined; isSessionReused: boolean };
type Given = Shown & { port: number; path: string };

/** The server's identity is checked each time. */
async function ask(given: Given): Promise<Answer> {
  let session: Buffer | undefined;
  const sent = request({ ...TRUSTED, ...given, agent: false });
  sent.on('socket', (socket) => socket.on('session', (ticket: Buffer) => (session = ticket)));
  sent.end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const isSessionReused = (answer.socket as TLSSocket).isSessionReused();
  const text = (await answer.toArray()).join('');
  return { status: answer.statusCode, text, session, isSessionReused };
}

it.each([
  ['no certificate', {}],
  ['a certificate of another authority', pairOf('stranger')],
  ['a certificate of ours that is no client’s', pairOf('api')],
])('%s → the orchestrator’s questions are answered, nothing else', async (_who, shown) => {
  const statusOf = async (port: number, path: string) => (await ask({ port, path, ...shown })).status;
  expect(await statusOf(ports.api, '/healthz')).toBe(200);
  expect(await statusOf(ports.api, '/readyz')).toBe(200);
  expect(await statusOf(ports.metrics, '/healthz')).toBe(200);
  for (const path of [
    '/',
    '/healthz/..',
    '/readyz?x',
    '/api/v2/users/me/',
    '/.well-known/clairisque-keys.json',
    '/none',
  ]) {
    expect([path, await statusOf(ports.api, path)]).toEqual([path, 403]);
  }
  const refused = await ask({ port: ports.metrics, path: '/metrics', ...shown });
  expect([refused.status, refused.text]).toEqual([403, 'A client certificate is required.\n']);
  // A refused session may be resumed, and is refused again.
  const { session } = await ask({ port: ports.api, path: '/healthz', ...shown });
  const again = await ask({ port: ports.api, path: '/', session });
  expect(again.isSessionReused).toBe(true);
  expect(again.status).toBe(403);
});

it('the balancer and Prometheus, with their certificate → everything; nothing unencrypted', async () => {
  const shown = pairOf('balancer');
  expect((await ask({ port: ports.api, path: '/.well-known/clairisque-keys.json', ...shown })).status).toBe(200);
  const { text } = await ask({ port: ports.metrics, path: '/metrics', ...shown });
  expect(text).toMatch(/^clairisque_tls_certificate_ends_seconds 4\d{9}$/m);
  for (const port of Object.values(ports))
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
});

it('the log says the address that answers', () => {
  expect(readFileSync(join(workspace, 'log'), 'utf8')).toContain(`Server listening at https://127.0.0.1:${ports.api}`);
});

it.skipIf(!existsSync('/proc/self/environ'))('no secret is in the environment, of which each child has a copy', () => {
  const environment = readFileSync(`/proc/${program.pid()}/environ`, 'utf8');
  expect(environment).toContain(`DATABASE_URL_FILE=${join(workspace, 'url')}`);
  expect(environment).not.toContain(database.serviceUrl);
  expect(environment).not.toContain(TOKEN);
});

it('files that change → the new certificate without a restart; a missing or mismatched pair → the former one, logged', async () => {
  const [certFile, keyFile] = [join(workspace, 'cert.pem'), join(workspace, 'key.pem')];
  const write = (file: string, name: string) => copyFileSync(join(PAIRS, `${name}.pem`), file);
  write(certFile, 'api');
  write(keyFile, 'api');
  const files = { certFile, keyFile, clientCaFile: null };
  const server = createServer(readTls(files), (_request, response) => void response.end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const metrics = createMetrics();
  const said: string[] = [];
  const log = { info: () => undefined, error: (line: object) => void said.push(JSON.stringify(line)) };
  const stop = renewTls({ files, servers: [server], metrics, log }, 10);
  const shown = async (): Promise<string | undefined> => {
    const socket: TLSSocket = connect({ ...TRUSTED, port });
    await once(socket, 'secureConnect');
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return String(CN);
  };
  const refused = async () => (await metrics.certificateRefused.get()).values[0]?.value;
  expect([await shown(), await refused()]).toEqual(['api', 0]);
  write(certFile, 'api-renewed');
  await expect.poll(refused).toBe(1);
  expect(await shown()).toBe('api');
  write(keyFile, 'api-renewed');
  await expect.poll(shown).toBe('api-renewed');
  expect(await refused()).toBe(0);
  rmSync(certFile);
  await expect.poll(refused).toBe(1);
  expect(await shown()).toBe('api-renewed');
  // More when it reads a file that is being written.
  expect(said.length).toBeGreaterThanOrEqual(2);
  expect(said.join('')).not.toContain('PRIVATE');
  stop();
  server.close();
});

it('a new certificate that has expired → the valid one is still shown, and the log says when it expired', async () => {
  const [certFile, keyFile] = [join(workspace, 'valid.pem'), join(workspace, 'valid-key.pem')];
  const write = (name: string): void =>
    [certFile, keyFile].forEach((file) => copyFileSync(join(PAIRS, `${name}.pem`), file));
  write('api');
  const files = { certFile, keyFile, clientCaFile: null };
  const server = createServer(readTls(files));
  const taken = vi.spyOn(server, 'setSecureContext');
  const metrics = createMetrics();
  const said: string[] = [];
  const log = { info: () => undefined, error: (line: object) => void said.push(JSON.stringify(line)) };
  vi.useFakeTimers({ now: new Date('2100-01-01'), toFake: ['Date', 'setInterval', 'clearInterval'] });
  const stop = renewTls({ files, servers: [server], metrics, log }, 10);
  // The certificates of tests end in a hundred years.
  vi.setSystemTime(new Date('2200-01-01'));
  write('api-renewed');
  vi.advanceTimersByTime(20);
  expect(taken).toHaveBeenCalledTimes(1);
  expect(said).toEqual([
    expect.stringMatching(/TLS_CERT_FILE: the new certificate expired on \w{3} \d+ .* 21\d\d GMT/),
  ]);
  expect((await metrics.certificateRefused.get()).values[0]?.value).toBe(1);
  vi.setSystemTime(new Date('2100-01-01'));
  vi.advanceTimersByTime(20);
  expect(taken).toHaveBeenCalledTimes(2);
  stop();
  vi.useRealTimers();
});

it('a silent client whose handshake ends after the listener closed → not waited for', async () => {
  const tls = { certFile: join(PAIRS, 'api.pem'), keyFile: join(PAIRS, 'api.pem'), clientCaFile: null };
  const registry = { registry: createMetrics().registry, refresh: async () => undefined };
  const { server, port, close } = await serveMetrics(registry, { host: '127.0.0.1', port: 0, tls });
  const silent = connectInClear(port, '127.0.0.1');
  await once(server, 'connection');
  const closed = close();
  connect({ ...TRUSTED, socket: silent }).on('error', () => undefined);
  await expect(closed).resolves.toBeUndefined();
  silent.destroy();
});

it('a client that never begins its handshake → not waited for', async () => {
  const tls = { certFile: join(PAIRS, 'api.pem'), keyFile: join(PAIRS, 'api.pem'), clientCaFile: null };
  const registry = { registry: createMetrics().registry, refresh: async () => undefined };
  const { server, port, close } = await serveMetrics(registry, { host: '127.0.0.1', port: 0, tls });
  const silent = connectInClear(port, '127.0.0.1').on('error', () => undefined);
  await once(server, 'connection');
  const startedMs = performance.now();
  await close();
  // The limit of a handshake is 10 s.
  expect(performance.now() - startedMs).toBeLessThan(9_500);
  silent.destroy();
});
