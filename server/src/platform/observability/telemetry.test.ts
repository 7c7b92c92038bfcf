import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, createTestApp, mailsTo, type TestAccount, type TestApp } from '#test/app.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { serveMetrics } from './metrics-server.ts';
import { watchState } from './metrics-state.ts';

/** An OpenTelemetry collector that stores what it receives. */
let collector: LocalServer;
let app: TestApp;
let account: TestAccount;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  collector = await startLocalServer(() => ({ body: '{}' }));
  app = await createTestApp({
    worker: true,
    env: { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.baseUrl },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  await app.deps.telemetry.tracing.ready;
  account = await createAccount(app, 2);
});
afterAll(() => collector.close());

type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string };

const CLICK = '4bf92f3577b34da6a3ce929d0e0e4736';
const BROWSER = '00f067aa0ba902b7';
const fromTheBrowser = { traceparent: `00-${CLICK}-${BROWSER}-01`, 'x-request-id': 'proxy-12345678' };

async function post(path: string, headers: Record<string, string>, given: { method: string; body?: unknown }) {
  const json = { 'content-type': 'application/json', ...headers };
  return fetch(app.url + path, { method: given.method, headers: json, body: JSON.stringify(given.body ?? {}) });
}

describe('one click', () => {
  let reset: Response;
  let statement: number;
  beforeAll(async () => {
    const draft = await draftAt(app, GOUSSAINVILLE);
    const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body: draft });
    const { erp_id: id } = created.body as { erp_id: number };
    const headers = { ...fromTheBrowser, authorization: `Token ${account.token}` };
    statement = id;
    await post(`/api/v2/erp/me/id/generate/${id}/`, headers, { method: 'PATCH' });
    await post('/api/v2/stripe/create/session/PA1/', headers, { method: 'POST' });
    reset = await post('/api/v2/users/reset_password/', fromTheBrowser, {
      method: 'POST',
      body: { email: account.email },
    });
    await mailsTo(app, account.email);
  });

  it('has one request id, from the proxy to the response, the log and its job', async () => {
    expect(reset.headers.get('x-request-id')).toBe('proxy-12345678');
    const said = () => lines.filter(({ requestId }) => requestId === 'proxy-12345678');
    const mailed = { msg: 'job', task: 'mail.send', result: 'ok' };
    await expect.poll(said).toContainEqual(expect.objectContaining(mailed));
    const route = '/api/v2/erp/me/id/generate/:erp_id/';
    const whose = { account: account.id, object: String(statement) };
    const request = { msg: 'request', method: 'PATCH', route, status: 200, ...whose };
    expect(said()).toContainEqual(expect.objectContaining(request));
    const ordered = said().find((line) => line['route'] === '/api/v2/stripe/create/session/:code/');
    // A product code is not an object of the caller.
    expect(ordered).toMatchObject({ status: 200, account: account.id });
    expect(ordered).not.toHaveProperty('object');
    const call = { msg: 'supplier call', source: 'georisques-v1', outcome: 'ok' };
    expect(said()).toContainEqual(expect.objectContaining(call));
  });

  it('leaves no person, place or text in the log', () => {
    const text = JSON.stringify(lines.filter(({ msg }) => !String(msg).startsWith('Server listening')));
    for (const secret of [
      account.email,
      account.token,
      'Lilas',
      'O’Brien',
      String(GOUSSAINVILLE.latitude),
      '127.0.0.1',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is in the metrics, on a separate port and not on the public one', async () => {
    const { metrics } = app.deps.telemetry;
    const refresh = watchState(metrics, app.deps.db, () => undefined);
    const served = await serveMetrics({ registry: metrics.registry, refresh }, { host: '127.0.0.1', port: 0 });
    const text = await (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
    await served.close();
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
    for (const line of [
      /^clairisque_http_request_duration_seconds_count\{method="PATCH",route="\/api\/v2\/erp\/me\/id\/generate\/:erp_id\/",status="200"\} 1$/m,
      /^clairisque_generation_duration_seconds_count\{result="ok"\} 1$/m,
      /^clairisque_generation_step_duration_seconds_count\{step="collect",result="ok"\} 1$/m,
      /^clairisque_statements_issued_total\{kind="original"\} 1$/m,
      /^clairisque_supplier_call_duration_seconds_count\{source="georisques-v1",outcome="ok"\} \d+$/m,
      // A server's `Date` is late when its event loop is.
      /^clairisque_clock_offset_seconds\{against="georisques-v1"\} \d(\.\d+)?$/m,
      /^clairisque_supplier_answers_total\{source="georisques-v1-radon",from="supplier"\} 1$/m,
      /^clairisque_render_duration_seconds_count\{template="statement",result="ok"\} 1$/m,
      /^clairisque_job_duration_seconds_count\{task="mail.send",result="ok"\} 1$/m,
      /^clairisque_mails_waiting 0$/m,
      /^clairisque_dead_letters 0$/m,
      /^clairisque_printer\{state="children"\} 1$/m,
      /^clairisque_gate_under_way\{gate="generations"\} 0$/m,
      /^clairisque_database_connections\{state="inUse"\} \d+$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes /m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toContain(account.email);
  });

  it('abandoned by the client → 499, not the response that it never got', async () => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = ['POST /api/v2/users/reset_password/ HTTP/1.1', 'host: x', 'x-request-id: proxy-left0001'];
    const body = ['content-type: application/json', 'content-length: 100', '', '{'];
    socket.write([...head, ...body].join('\r\n'), () => socket.destroy());
    const left = { msg: 'request', requestId: 'proxy-left0001', status: 499, aborted: true };
    await expect.poll(() => lines).toContainEqual(expect.objectContaining(left));
    const text = await app.deps.telemetry.metrics.registry.metrics();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="[^"]+reset_password\/",status="499"\} 1$/m,
    );
  });

  it('is one trace: the request, its seventeen sources, the printer, the transaction, the mail of its job', async () => {
    await app.close();
    const spans = collector.requests
      .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    const click = spans.filter(({ traceId }) => traceId === CLICK);
    const byId = new Map(click.map((span) => [span.spanId, span]));
    const pathOf = ({ name, parentSpanId = '' }: Span): string => {
      const parent = byId.get(parentSpanId);
      return parent === undefined
        ? `${parentSpanId === BROWSER ? 'click' : 'nowhere'} > ${name}`
        : `${pathOf(parent)} > ${name}`;
    };
    const paths = click.map(pathOf);
    const generation = 'click > PATCH /api/v2/erp/me/id/generate/:erp_id/ > generation';
    expect(paths).toContain(`${generation} > print > render statement`);
    expect(paths).toContain(`${generation} > collect > source georisques-v1-radon > call georisques-v1`);
    expect(paths).toContain(`${generation} > write > transaction`);
    expect(paths).toContain(`${generation} > print > file put`);
    const sources = new Set(
      paths.filter((path) => path.startsWith(`${generation} > collect > source `) && !path.includes(' > call ')),
    );
    expect(sources.size).toBeGreaterThanOrEqual(16);
    expect(paths).toContain('click > POST /api/v2/users/reset_password/ > job mail.send > mail');
    expect(JSON.stringify(spans)).not.toMatch(
      new RegExp(`${account.email}|${account.token}|Lilas|${GOUSSAINVILLE.latitude}`),
    );
  });
});
