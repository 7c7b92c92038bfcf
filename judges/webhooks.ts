import { resolve } from 'node:path';
import { z } from 'zod';
import { GOUSSAINVILLE } from '../tests/harness/customer.ts';
import { until } from '../tests/harness/until.ts';
import { startWebhookServer } from '../server/test/webhook-server.ts';
import { python } from './install.ts';
import { mustFind, NoVerdict, parsed, successOf, type Judge } from './judge.ts';
import { withProduct, type Judged } from './product.ts';

type Delivery = { secret: string; headers: Record<string, string>; body: string };
type Problem = { call: string; status: number; type: string; body: string };
type Asked = { deliveries: Delivery[]; problems: Problem[] };

const Said = z.object({ version: z.string(), judged: z.number(), findings: z.array(z.string()) });
const Made = z.object({ id: z.string(), secret: z.string() });

export const judge: Judge = {
  minutes: 15,
  async run() {
    const interpreter = await python();
    const asked = await withProduct(async (product) => ({
      deliveries: await deliveriesOf(product),
      problems: await problemsOf(product),
    }));
    const ask = async (one: Asked) => {
      const input = JSON.stringify(one);
      const program = resolve(import.meta.dirname, 'python/webhooks.py');
      return parsed('standardwebhooks', await successOf(interpreter, [program], { input }), Said);
    };
    await judgeTheJudge(ask, asked);
    const { version, judged, findings } = await ask(asked);
    const { deliveries, problems } = asked;
    if (judged !== deliveries.length + problems.length)
      throw new NoVerdict('standardwebhooks did not judge everything.');
    const what = `${deliveries.length} envois signés, ${problems.length} refus selon le schéma de la RFC 9457`;
    return { judge: `standardwebhooks ${version} (Python)`, what, findings };
  },
};

/** With either key: a test, then what a statement causes, before and after the secret is rotated. */
async function deliveriesOf({ url, keys }: Judged): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (const key of Object.values(keys)) {
    const server = await startWebhookServer();
    const call = callerOf(url, key);
    const events = ['statement.issued'];
    const made = Made.parse(JSON.parse((await call('POST', '/webhook_endpoints', { url: server.url, events })).body));
    const collect = async (): Promise<void> => {
      await until(async () => server.received.length > 0);
      for (const { headers, body } of server.received.splice(0)) {
        deliveries.push({ secret: made.secret, headers: headers as Record<string, string>, body });
      }
    };
    await call('POST', `/webhook_endpoints/${made.id}/tests`);
    await collect();
    await until(async () => (await call('GET', `/webhook_endpoints/${made.id}`)).body.includes('"proved":true'));
    await call('POST', '/statements', { transaction: 'sale', address: GOUSSAINVILLE.address });
    await collect();
    const rotated = await call('POST', `/webhook_endpoints/${made.id}/secret_rotations`);
    made.secret = Made.pick({ secret: true }).parse(JSON.parse(rotated.body)).secret;
    await call('POST', `/webhook_endpoints/${made.id}/tests`);
    await collect();
    server.close();
  }
  return deliveries;
}

/** A refusal of each kind. */
async function problemsOf({ url, keys }: Judged): Promise<Problem[]> {
  const call = callerOf(url, keys.test);
  const refused = [
    await callerOf(url, 'crt_test_none')('GET', '/balance'),
    await call('GET', '/statements/stm_test_none'),
    await call('GET', '/statements?limit=many'),
    await call('GET', '/nowhere'),
    await call('DELETE', '/balance'),
    await call('POST', '/statements', { transaction: 'gift' }),
    await call('POST', '/statements', { transaction: 'sale', address: 'nulle part' }),
    await call('POST', '/batches', { rows: [] }),
    await call('POST', '/webhook_endpoints', { url: 'http://10.0.0.1/', events: [] }),
  ];
  return refused.filter(({ status }) => status >= 400);
}

const callerOf =
  (url: string, key: string) =>
  async (method: string, path: string, body?: object): Promise<Problem> => {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    return { call: `${method} ${path}`, status: response.status, type, body: await response.text() };
  };

/** A body that was changed after its signature, and a problem whose status is a text. */
async function judgeTheJudge(ask: (one: Asked) => Promise<z.infer<typeof Said>>, { deliveries, problems }: Asked) {
  const [delivery, problem] = [deliveries[0], problems[0]];
  if (delivery === undefined || problem === undefined) throw new Error('nothing was sent');
  const changed = await ask({ deliveries: [{ ...delivery, body: delivery.body.replace('"', '" ') }], problems: [] });
  mustFind('standardwebhooks', 'a changed body', changed.findings.length > 0);
  const wrong = { ...problem, body: problem.body.replace(/"status":\s*(\d+)/u, '"status":"$1"') };
  mustFind(
    'the schema of RFC 9457',
    'a wrong status',
    (await ask({ deliveries: [], problems: [wrong] })).findings.length > 0,
  );
}
