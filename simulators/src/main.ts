import { parseArgs } from 'node:util';
import { createSimulators } from '#app.ts';

const { values } = parseArgs({
  options: {
    recordings: { type: 'string' },
    delay: { type: 'string', default: '0' },
    limits: { type: 'boolean', default: false },
  },
});
const port = Number(process.env['SIMULATORS_PORT'] ?? 8090);
const host = process.env['HOST'] ?? '127.0.0.1';

const app = createSimulators({
  delayMs: Number(values.delay),
  limits: values.limits,
  ...(values.recordings !== undefined && { recordings: values.recordings }),
});
const address = await app.listen({ port, host });
console.log(`Simulators ready on ${address}`);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void app.close();
  });
}
