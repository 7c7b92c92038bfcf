import type { Tracer } from '@opentelemetry/api';

const NAME = 'clairisque';

/** A tracer that exports to `endpoint/v1/traces` (OTLP over HTTP). The libraries are imported here, on demand. */
export async function createTracer(options: {
  endpoint: string;
  share: number;
}): Promise<{ tracer: Tracer; close: () => Promise<void> }> {
  const [sdk, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces`, timeoutMillis: 5_000 });
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': NAME })),
    sampler: new sdk.TraceIdRatioBasedSampler(options.share),
    // When the collector is down spans are dropped, beyond these limits.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: 4_096, exportTimeoutMillis: 5_000 })],
  });
  return { tracer: provider.getTracer(NAME), close: () => provider.shutdown() };
}
