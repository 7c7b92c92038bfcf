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

/** What goes along with a request: into the jobs that it enqueues, and the jobs of those. */
export type Origin = {
  requestId: string;
  /** W3C `traceparent`, when there is a trace. */
  traceparent?: string | undefined;
};

type StretchOptions = {
  /** `server` answers somebody, `client` asks somebody else's service, `consumer` does a job. */
  kind?: keyof typeof KINDS;
  /** Names, states and counts: never an address, an e-mail, an identifier of a person, a text that came from outside. */
  attributes?: Attributes;
  /** Begins anew on behalf of that one, instead of what is under way. */
  origin?: Origin;
};
/** A span that is open; one that does nothing while traces are off. */
export type Stretch = {
  /** What `work` opens is a part of this one. */
  run<T>(work: () => T): T;
  end(outcome?: { attributes?: Attributes; error?: unknown }): void;
};
export type Tracing = {
  open(name: string, options?: StretchOptions): Stretch;
  /** `work` in a stretch of that name, whose failure is its own. */
  span<T>(name: string, options: StretchOptions, work: () => Promise<T>): Promise<T>;
  /** On whose behalf the caller works; null for what comes round by itself. */
  origin(): Origin | null;
  /** Resolves when spans are taken: the exporter is loaded the first time that it is wanted. */
  ready: Promise<void>;
  /** Sends what is left. */
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
 * Follows a request through what is done for it, in this process (asynchronous context) and beyond (`origin`). Spans are
 * made only when there is an OTLP `endpoint`, of that `share` of the traces, 0 to 1: without one a stretch is nothing.
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

/** Messages repeat what was asked and what came: the kind of failure alone leaves the house. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { reason, code } = error as Error & { reason?: unknown; code?: unknown };
  return [reason, code, error.name].find((name) => typeof name === 'string') as string;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Whether the trace is kept is for us to say, not for whoever sent its name. */
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
