import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

/** Seconds. */
const QUICK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Prometheus metrics of this process. Labels are bounded: route patterns, our own lists of sources and tasks, closed
 * unions of results; never an identifier. Values from the database are read at each scrape (`metrics-state.ts`).
 */
export function createMetrics() {
  const registry = new Registry();
  const make = makersOf(registry);
  return {
    registry,
    ...requestMetrics(make),
    ...supplierMetrics(make),
    ...workMetrics(make),
    ...businessMetrics(make),
    ...followed(make),
  };
}

type Makers = ReturnType<typeof makersOf>;

/** Names of metrics never change: dashboards and alert rules use them (`deploy/observability/`). */
export function makersOf(registry: Registry) {
  const registers = [registry];
  return {
    /** Durations of our own work. */
    quick: <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Histogram<L>({ name, help, labelNames, buckets: QUICK, registers }),
    /** Durations of work that waits for an outside service. */
    slow: <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Histogram<L>({ name, help, labelNames, buckets: SLOW, registers }),
    counter: <L extends string>(name: string, help: string, labelNames: L[] = []) =>
      new Counter<L>({ name, help, labelNames, registers }),
    gauge: <L extends string>(name: string, help: string, labelNames: L[] = []) =>
      new Gauge<L>({ name, help, labelNames, registers }),
    /** Read at each scrape. */
    read: <L extends string>(name: string, help: string, by: { labels: L[]; collect: (gauge: Gauge<L>) => void }) =>
      new Gauge<L>({
        name,
        help,
        labelNames: by.labels,
        registers,
        collect() {
          by.collect(this);
        },
      }),
  };
}

const requestMetrics = ({ quick, gauge, counter }: Makers) => ({
  requests: quick('clairisque_http_request_duration_seconds', 'Requests answered, by pattern of their route', [
    'method',
    'route',
    'status',
  ]),
  requestsUnderWay: gauge('clairisque_http_requests_under_way', 'Requests being answered'),
  requestsAborted: counter('clairisque_http_requests_aborted_total', 'Requests whose client left before the end'),
  requestsRefused: counter('clairisque_http_requests_refused_total', 'Requests refused under overload, by class', [
    'priority',
  ]),
  clientsRefused: counter(
    'clairisque_http_clients_refused_total',
    'Requests refused because their client makes too many',
  ),
});

const supplierMetrics = ({ slow, gauge, counter }: Makers) => ({
  supplierCalls: slow('clairisque_supplier_call_duration_seconds', 'Requests to suppliers, retries included', [
    'source',
    'outcome',
  ]),
  supplierCircuit: gauge('clairisque_supplier_circuit', 'Circuit: 0 closed, 1 half open, 2 open', ['source']),
  supplierQuota: gauge('clairisque_supplier_quota_per_second', 'Calls a second that a process allows itself', [
    'source',
  ]),
  supplierAnswers: counter('clairisque_supplier_answers_total', 'Questions, by where their answer came from', [
    'source',
    'from',
  ]),
  supplierLeftOut: counter('clairisque_supplier_left_out_total', 'Neighbouring parcels left out of a map: unreadable', [
    'source',
  ]),
  datasetComparisons: counter(
    'clairisque_dataset_comparisons_total',
    'Facts of releases compared with the live service, by fact and result',
    ['fact', 'result'],
  ),
  lastGoodAge: gauge('clairisque_supplier_last_good_age_seconds', 'Age of the old answer last used; 0 when none is', [
    'source',
  ]),
});

const workMetrics = ({ quick, slow, counter, gauge }: Makers) => ({
  certificateEnds: gauge(
    'clairisque_tls_certificate_ends_seconds',
    'When the certificate that is shown ends; 0 for none',
  ),
  certificateRefused: gauge('clairisque_tls_renewal_refused', '1 while the files of the certificate cannot be taken'),
  partDown: gauge(
    'clairisque_part_down',
    '1 while renderers or the reader of PDFs cannot start, or the store is away',
    ['of'],
  ),
  clockOffset: gauge(
    'clairisque_clock_offset_seconds',
    'At least how far our clock is ahead of another (behind: < 0)',
    ['against'],
  ),
  generations: slow('clairisque_generation_duration_seconds', 'Statements generated or renewed', ['result']),
  steps: slow('clairisque_generation_step_duration_seconds', 'Steps of a generation', ['step', 'result']),
  renders: slow('clairisque_render_duration_seconds', 'Documents printed, their wait included', ['template', 'result']),
  files: quick('clairisque_file_duration_seconds', 'Files written to and read from the store', ['verb', 'result']),
  filesScrubbed: counter('clairisque_files_scrubbed_total', 'Stored files read by the nightly verification', [
    'result',
  ]),
  jobs: slow('clairisque_job_duration_seconds', 'Jobs done or failed', ['task', 'result']),
  mails: slow('clairisque_mail_duration_seconds', 'Mails given to the mail server', ['result']),
  webhooks: slow('clairisque_webhook_duration_seconds', 'Webhooks sent, by what came of it', ['result']),
  payments: slow('clairisque_payment_call_duration_seconds', 'Calls to the payment provider', ['verb', 'result']),
  assistantTools: slow('clairisque_assistant_tool_duration_seconds', 'Tools called by assistants', ['verb', 'result']),
  gateRefused: counter('clairisque_gate_refused_total', 'Heavy work refused because too much of it waited', ['gate']),
});

function businessMetrics({ counter }: Makers) {
  const booksChecks = counter('clairisque_books_checks_total', 'Checks of ledger, orders and invoices', ['result']);
  // Prometheus only sees an increase from a zero that it has scraped.
  for (const result of ['sound', 'broken']) booksChecks.inc({ result }, 0);
  return {
    booksChecks,
    statementsIssued: counter('clairisque_statements_issued_total', 'Statements issued', ['kind']),
    batchRows: counter('clairisque_batch_rows_total', 'Rows of batches issued or given up', ['result']),
    batchesEnded: counter('clairisque_batches_ended_total', 'Batches finished or cancelled', ['status']),
    creditsSold: counter('clairisque_credits_sold_total', 'Credits sold and paid'),
  };
}

type GateState = () => { underWay: number; waiting: number };
type PoolState = () => { inUse: number; idle: number; waiting: number };
type PrinterState = () => { children: number; printing: number; waiting: number };

/** States owned by other parts, read at each scrape. */
function followed({ read }: Makers) {
  const gates = new Map<string, GateState>();
  let pool: PoolState = () => ({ inUse: 0, idle: 0, waiting: 0 });
  let printer: PrinterState = () => ({ children: 0, printing: 0, waiting: 0 });
  let pressure = (): number => 0;
  const ofGates = (state: keyof ReturnType<GateState>) => ({
    labels: ['gate' as const],
    collect: (gauge: Gauge<'gate'>) => gates.forEach((of, gate) => gauge.set({ gate }, of()[state])),
  });
  read('clairisque_gate_under_way', 'Heavy work being done', ofGates('underWay'));
  read('clairisque_gate_waiting', 'Heavy work that waits', ofGates('waiting'));
  read('clairisque_database_connections', 'Connections of the pool, and callers that wait for one', {
    labels: ['state'],
    collect: (gauge) => Object.entries(pool()).forEach(([state, count]) => gauge.set({ state }, count)),
  });
  read('clairisque_printer', 'Processes of the printer, documents in them and waiting', {
    labels: ['state'],
    collect: (gauge) => Object.entries(printer()).forEach(([state, count]) => gauge.set({ state }, count)),
  });
  read('clairisque_pressure', 'What the process bears: free calls are refused from 0.5, all from 4', {
    labels: [],
    collect: (gauge) => gauge.set(pressure()),
  });
  return {
    followGate: (gate: string, state: GateState): void => void gates.set(gate, state),
    followPool: (state: PoolState): void => void (pool = state),
    followPrinter: (state: PrinterState): void => void (printer = state),
    followPressure: (state: () => number): void => void (pressure = state),
  };
}

/** Seconds since an instant of `performance.now()`. */
export const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1000;

/** Runs `work` and observes its outcome (`ok`, the code of its failure, or `error`) and duration. */
export async function timed<T>(observe: (result: string, seconds: number) => void, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    const done = await work();
    observe('ok', secondsSince(start));
    return done;
  } catch (error) {
    observe(resultOf(error), secondsSince(start));
    throw error;
  }
}

/** A closed list, since it becomes a label. */
function resultOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (error instanceof SupplierFailure) return error.reason;
  return 'error';
}
