import { parseArgs } from 'node:util';
import { createSimulators } from '#app.ts';
import { startMailServer } from '#mail.ts';

const { values } = parseArgs({
  options: {
    recordings: { type: 'string' },
    delay: { type: 'string', default: '0' },
    limits: { type: 'boolean', default: false },
  },
});
const port = Number(process.env['SIMULATORS_PORT'] ?? 8090);
const smtpPort = Number(process.env['SIMULATORS_SMTP_PORT'] ?? 2525);
const host = process.env['SIMULATORS_HOST'] ?? '127.0.0.1';
const productPort = process.env['PORT'] ?? '8080';

const app = createSimulators({
  delayMs: Number(values.delay),
  limits: values.limits,
  stripe: {
    webhookUrl: process.env['STRIPE_WEBHOOK_URL'] || `http://127.0.0.1:${productPort}/api/v2/stripe/webhook/`,
    webhookSecret: process.env['STRIPE_WEBHOOK_SECRET'] || 'whsec_simulation',
    retryMs: Number(process.env['STRIPE_WEBHOOK_RETRY_MS'] ?? 1_000),
    file: process.env['SIMULATORS_STRIPE_FILE'],
  },
  ...(values.recordings !== undefined && { recordings: values.recordings }),
});
const mail = await startMailServer(smtpPort, host);
app.addHook('onClose', async () => mail.close());
const address = await app.listen({ port, host });
if (process.send === undefined) {
  console.log(`Simulators ready on ${address}, mail on port ${mail.port}, mailbox at ${address}/mailbox`);
} else {
  process.send({ ready: true });
}

const stop = async (): Promise<void> => {
  await app.close();
  if (process.connected) process.disconnect?.();
};
// When the parent is gone, for any reason, nothing must be left running.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => void stop());
