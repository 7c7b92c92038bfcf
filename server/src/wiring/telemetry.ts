import type { Payments } from '#adapters/payments/payments.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Typst } from '#adapters/pdf/typst.ts';
import type { WebhookSender } from '#adapters/suppliers.ts';
import type { DbWatch } from '#platform/db/db.ts';
import type { OverloadWatch } from '#platform/guards/load-shedding.ts';
import type { JobWatch } from '#platform/jobs/jobs.ts';
import { timed, type Metrics } from '#platform/observability/metrics.ts';
import type { MailSender } from '#platform/mails/outbox.ts';
import { failureOf } from '#platform/mistake.ts';
import type { SourceHealth } from '#platform/suppliers/source-health.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { Tracing } from '#platform/observability/tracing.ts';
import type { FairGate, QueueWatch } from '#platform/guards/fair-queue.ts';

/** Telemetry: metrics, traces, health. The instrumented parts do not know it: `deps.ts` wraps them. */
export type Telemetry = {
  metrics: Metrics;
  tracing: Tracing;
  health: SourceHealth;
  /** Wraps a step of a generation. */
  step: <T>(name: 'place' | 'collect' | 'bind' | 'print' | 'write', work: () => Promise<T>) => Promise<T>;
};

export function createTelemetry(parts: Omit<Telemetry, 'step'>): Telemetry {
  const { metrics, tracing } = parts;
  return {
    ...parts,
    step: (step, work) =>
      tracing.span(step, {}, () => timed((result, seconds) => metrics.steps.observe({ step, result }, seconds), work)),
  };
}

/** Names of our own components on `/statut`. */
export const OWN_PARTS = { documents: 'documents', mails: 'mails', payments: 'paiements' } as const;

/** Under this name, agreements of an edition with the live service are answers, differences are failures. */
export const comparisonsOf = (source: string): string => `comparaison ${source}`;

/** Instrumented printer. */
export function watchTypst(typst: Typst, { metrics, tracing, health }: Telemetry): Typst {
  metrics.followPrinter(() => typst.state());
  return {
    ...typst,
    render: (template, data, files) =>
      tracing.span(`render ${template}`, {}, () =>
        timed(
          (result, seconds) => {
            metrics.renders.observe({ template, result }, seconds);
            health.record(OWN_PARTS.documents, result === 'ok', seconds * 1000);
          },
          () => typst.render(template, data, files),
        ),
      ),
  };
}

/** Instrumented mail sender. A rejected recipient does not count as an outage. */
export function watchMail(mail: MailSender, { metrics, tracing, health }: Telemetry): MailSender {
  return {
    ...mail,
    send: (letter, signal) =>
      tracing.span('mail', { kind: 'client' }, () =>
        timed(
          (result, seconds) => {
            metrics.mails.observe({ result }, seconds);
            health.record(OWN_PARTS.mails, result === 'ok', seconds * 1000);
          },
          () => mail.send(letter, signal),
        ),
      ),
  };
}

/** Instrumented webhooks. The failures are those of the users' servers, unless all fail. */
export function watchWebhooks(webhooks: WebhookSender, { metrics, tracing }: Telemetry): WebhookSender {
  return {
    ...webhooks,
    send: (request) =>
      tracing.span('webhook', { kind: 'client' }, async () => {
        const sent = await webhooks.send(request);
        metrics.webhooks.observe({ result: sent.failure ?? 'ok' }, sent.durationMs / 1000);
        return sent;
      }),
  };
}

/** Instrumented payment provider. */
export function watchPayments(payments: Payments, { metrics, tracing, health }: Telemetry): Payments {
  const seen = <T>(verb: string, call: () => Promise<T>): Promise<T> =>
    tracing.span(`payments ${verb}`, { kind: 'client' }, () =>
      timed((result, seconds) => {
        metrics.payments.observe({ verb, result }, seconds);
        health.record(OWN_PARTS.payments, result === 'ok', seconds * 1000);
      }, call),
    );
  return {
    ...payments,
    openCheckout: (order) => seen('open', () => payments.openCheckout(order)),
    readCheckout: (pageId) => seen('read', () => payments.readCheckout(pageId)),
    readRefundsAndDisputes: (paymentId) => seen('given-back', () => payments.readRefundsAndDisputes(paymentId)),
    createRefund: (refund) => seen('pay-back', () => payments.createRefund(refund)),
  };
}

/** Instrumented document store; `say` gets the cause of each of its failures. */
export function watchFiles(files: FileStore, { metrics, tracing }: Telemetry, say: (cause: string) => void): FileStore {
  const said = async <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      if (isOutage(error)) say(error.message);
      throw error;
    });
  const seen = <T>(verb: string, call: () => Promise<T>): Promise<T> =>
    tracing.span(`file ${verb}`, { kind: 'client' }, () =>
      timed(
        (result, seconds) => metrics.files.observe({ verb, result }, seconds),
        () => said(call()),
      ),
    );
  return {
    ...files,
    put: (key, bytes) => seen('put', () => files.put(key, bytes)),
    read: (key) => seen('get', () => files.read(key)),
    size: (key) => said(files.size(key)),
    list: (folder) => said(files.list(folder)),
    remove: (key) => said(files.remove(key)),
    removeFolder: (folder) => said(files.removeFolder(folder)),
  };
}

/** A failure of the store, or of a folder's disk; a file that is not there is none. */
const isOutage = (error: unknown): error is Error =>
  error instanceof SupplierFailure || (error instanceof Error && !['', 'ENOENT'].includes(failureOf(error).code));

/** Instrumented gate of generations: each one that passes is one observation. */
export function watchGenerations(gate: FairGate, { metrics, tracing }: Telemetry): FairGate {
  return (turn, work) =>
    gate(turn, () =>
      tracing.span('generation', {}, () =>
        timed((result, seconds) => metrics.generations.observe({ result }, seconds), work),
      ),
    );
}

export function queueWatch(gate: string, { metrics }: Telemetry): QueueWatch {
  return {
    gate(state) {
      metrics.followGate(gate, state);
      metrics.gateRefused.inc({ gate }, 0);
    },
    refused: () => metrics.gateRefused.inc({ gate }),
  };
}

/** Telemetry of load shedding. */
export function overloadWatch({ metrics }: Telemetry): OverloadWatch {
  return {
    pressure: (read) => metrics.followPressure(read),
    refused: (priority) => metrics.requestsRefused.inc({ priority }),
    clientRefused: () => metrics.clientsRefused.inc(),
  };
}

/** A transaction is a span, its statements are not. */
export function dbWatch({ metrics, tracing }: Pick<Telemetry, 'metrics' | 'tracing'>): DbWatch {
  return {
    pool: (state) => metrics.followPool(state),
    transaction() {
      const stretch = tracing.open('transaction', { kind: 'client' });
      return (committed) => stretch.end({ attributes: { committed } });
    },
  };
}

/** A cron job starts a new trace; an enqueued one continues its origin's. */
export function jobWatch({ metrics, tracing }: Telemetry, log: { info(line: object, text: string): void }): JobWatch {
  return ({ task, origin }, run) =>
    tracing.span(`job ${task}`, { kind: 'consumer', attributes: { task }, ...(origin && { origin }) }, () =>
      timed((result, seconds) => {
        metrics.jobs.observe({ task, result: result === 'ok' ? 'ok' : 'failed' }, seconds);
        log.info({ task, result, ms: Math.round(seconds * 1000), ...origin }, 'job');
      }, run),
    );
}
