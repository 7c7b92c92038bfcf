import { Agent, request } from 'node:http';
import { atLeast, median, percentile, shown, info, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';

const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 10_000;
const PLACES = ['2.3522/48.8566', '1.4442/43.6047', '2.4745/49.0325', '5.7245/45.1885', '-1.5536/47.2184'];

/** One process of ours on that many persistent connections, each sending the next request after a response. */
export async function proximite({ product }: Bench): Promise<Part> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = (turn: number): Promise<number> =>
    post(agent, `${product.url}/api/v2/cadastre/proximite/${PLACES[turn % PLACES.length]}/`);
  const bytes = await Promise.all(PLACES.map((_, turn) => ask(turn)));
  const durations: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  const connection = async (_: unknown, first: number): Promise<void> => {
    for (let turn = first, at = performance.now(); at < from + MEASURED_MS; turn += 1) {
      await ask(turn);
      const now = performance.now();
      if (at >= from) durations.push(now - at);
      at = now;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  const perSecond = durations.length / (MEASURED_MS / 1000);
  return {
    title: 'proximite',
    notes: [
      'Five places asked again and again from one client process, connections kept alive, after a warm-up: answers come from the memory of the real server process.',
    ],
    figures: [
      atLeast(`requests a second over ${CONNECTIONS} connections`, perSecond, { value: 2000, unit: '/s' }),
      info('time of an answer', `median ${shown(median(durations))} ms, 99 % ${shown(percentile(durations, 0.99))} ms`),
      info('size of an answer', `${shown(median(bytes) / 1000)} ko`),
    ],
  };
}

/** Length of the response in bytes; rejects unless it is a 200. */
function post(agent: Agent, url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(url, { agent, method: 'POST' }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
    answer.once('end', () =>
      answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} → ${answer.statusCode}`)),
    );
    answer.once('error', reject);
  })
    .once('error', reject)
    .end();
  return promise;
}
