import {
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { createTracer } from './tracing-export.ts';

/** Passed along with a request, into the jobs that it enqueues, and into the jobs of these. */
export type Origin = {
  requestId: string;
  /** W3C `traceparent`, when there is a trace. */
  traceparent?: string | undefined;
};

type StretchOptions = {
  /** `server`: handles a call; `client`: calls an outside service; `consumer`: runs a job. */
  kind?: keyof typeof KINDS;
  /** Names, states and counts: never an address, an e-mail, a person's identifier, or outside text. */
  attributes?: Attributes;
  /** Parent of the span, instead of the present one. */
  origin?: Origin;
};
/** An open span; does nothing while tracing is off. */
export type Stretch = {
  /** Spans opened by `work` are its children. */
  run<T>(work: () => T): T;
  end(outcome?: { attributes?: Attributes; error?: unknown }): void;
};
export type Tracing = {
  open(name: string, options?: StretchOptions): Stretch;
  /** Runs `work` in a span of that name, with its failure. */
  span<T>(name: string, options: StretchOptions, work: () => Promise<T>): Promise<T>;
  /** Origin of the present work; null for cron jobs. */
  origin(): Origin | null;
  /** Resolves when the exporter is loaded, which happens at first use. */
  ready: Promise<void>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};
const REQUEST_ID = createContextKey('request id');
const OFF: Stretch = { run: (work) => work(), end: () => undefined };

/**
 * Traces a request through its work, in this process (asynchronous context) and beyond (`origin`). Exports only with an
 * OTLP `endpoint`, for that `share` of the traces, 0 to 1; otherwise spans do nothing.
 */
export function createTracing(options: {
  endpoint: string | null;
  share: number;
  onError: (error: unknown) => void;
}): Tracing {
  const contexts = new AsyncLocalStorageContextManager().enable();
  const exporter = createExporter(options);
  const open: Tracing['open'] = (name, { kind = 'internal', attributes, origin } = {}) => {
    const tracer = exporter.tracer();
    if (tracer === null && origin === undefined) return OFF;
    const parent = origin === undefined ? contexts.active() : contextOf(origin);
    const span = tracer?.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent);
    return stretchOf(contexts, span, parent);
  };
  return {
    open,
    async span(name, options, work) {
      const stretch = open(name, options);
      try {
        const result = await stretch.run(work);
        stretch.end();
        return result;
      } catch (error) {
        stretch.end({ error });
        throw error;
      }
    },
    origin() {
      const context = contexts.active();
      const requestId = context.getValue(REQUEST_ID);
      return typeof requestId === 'string' ? { requestId, traceparent: traceparentOf(context) } : null;
    },
    ready: exporter.ready,
    async close() {
      await exporter.close();
      contexts.disable();
    },
  };
}

type Options = Parameters<typeof createTracing>[0];

/** No tracer until it is loaded, or without an endpoint. */
function createExporter({ endpoint, share, onError }: Options) {
  let loaded: Awaited<ReturnType<typeof createTracer>> | null = null;
  const load = async (endpoint: string): Promise<void> => {
    loaded = await createTracer({ endpoint, share });
  };
  const ready = endpoint === null ? Promise.resolve() : load(endpoint).catch(onError);
  return {
    tracer: (): Tracer | null => loaded?.tracer ?? null,
    ready,
    async close() {
      await ready;
      await loaded?.close().catch(onError);
    },
  };
}

function stretchOf(contexts: AsyncLocalStorageContextManager, span: Span | undefined, parent: Context): Stretch {
  const context = span === undefined ? parent : trace.setSpan(parent, span);
  return {
    run: (work) => contexts.with(context, work),
    end({ attributes, error } = {}) {
      if (span === undefined) return;
      if (attributes !== undefined) span.setAttributes(attributes);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
      span.end();
    },
  };
}

/** Messages repeat inputs and answers: only the kind of failure is exported. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { reason, code } = error as Error & { reason?: unknown; code?: unknown };
  return [reason, code, error.name].find((name) => typeof name === 'string') as string;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Sampling is our decision, not that of the sender of the `traceparent`. */
function contextOf({ requestId, traceparent }: Origin): Context {
  const context = ROOT_CONTEXT.setValue(REQUEST_ID, requestId);
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return context;
  return trace.setSpanContext(context, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function traceparentOf(context: Context): string | undefined {
  const span = trace.getSpanContext(context);
  return span && `00-${span.traceId}-${span.spanId}-01`;
}
