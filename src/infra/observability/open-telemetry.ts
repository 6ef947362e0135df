import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracesConfig } from '../config/traces.js';

/*
 * The only file that imports OpenTelemetry. It is a program of its own in the build, which `tracing.ts` loads when
 * traces are configured: without them nobody pays for it.
 */

/** Where a span belongs: below this one, or below what these headers name; null: nowhere, it begins a trace. */
export type Parent = OpenSpan | TraceHeaders | null;

/** As W3C Trace Context writes them; whatever is not in its form counts as absent. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

export interface Beginning {
  readonly name: string;
  readonly kind?: 'server' | 'client';
  readonly attributes?: Attributes;
  /** Wall clock, milliseconds since 1970; without it, now. */
  readonly since?: number;
}

export interface OpenSpan {
  readonly span: Span;
  readonly context: Context;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const GETTER: TextMapGetter<TraceHeaders> = {
  get: (headers, name) => (name === 'traceparent' ? headers.traceparent : headers.tracestate),
  keys: (headers) => Object.keys(headers),
};
const PROPAGATOR = new W3CTraceContextPropagator();

export class OpenTelemetry {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  /** Time limit, compression and certificates are the exporter's own to read from `OTEL_EXPORTER_OTLP_…`. */
  constructor({ url, headers, sampler, ratio }: TracesConfig, version: string) {
    const secret = headers === null ? {} : { headers: parseKeyPairsIntoRecord(headers) };
    const exporter = new OTLPTraceExporter({ url, ...secret });
    const own = resourceFromAttributes({ 'service.name': 'marina', 'service.version': version });
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    const given = detectResources({ detectors: [envDetector] });
    this.provider = new TracerProvider({
      resource: defaultResource().merge(own).merge(given),
      sampler: samplerOf(sampler, ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('marina', version);
  }

  /** What goes wrong with the export is logged; the service does not depend on it. */
  reportTo(logger: Logger): void {
    const warn = (detail: string): void => logger.warn({ detail }, 'spans were not exported');
    const nothing = (): void => undefined;
    const listener = { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
    diag.setLogger(listener, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  }

  begin(beginning: Beginning, parent: Parent): OpenSpan {
    const { name, kind, attributes = {}, since } = beginning;
    const above = contextOf(parent);
    const span = this.tracer.startSpan(
      name,
      {
        attributes,
        ...(kind === undefined ? {} : { kind: KINDS[kind] }),
        ...(since === undefined ? {} : { startTime: since }),
      },
      above,
    );
    return { span, context: trace.setSpan(above, span) };
  }

  /** The message of the error stays here: that of the database quotes a row, and so a client. */
  fail({ span }: OpenSpan, error?: unknown): void {
    if (error instanceof Error) span.setAttribute('error.type', error.name);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }

  traceparentOf({ context }: OpenSpan): string | null {
    const headers: { traceparent?: string } = {};
    const set = (into: typeof headers, name: string, value: string): void => {
      if (name === 'traceparent') into.traceparent = value;
    };
    PROPAGATOR.inject(context, headers, { set });
    return headers.traceparent ?? null;
  }

  /** Exports what is left. */
  stop(): Promise<void> {
    return this.provider.shutdown();
  }
}

function contextOf(parent: Parent): Context {
  if (parent === null) return ROOT_CONTEXT;
  if ('context' in parent) return parent.context;
  return PROPAGATOR.extract(ROOT_CONTEXT, parent, GETTER);
}

function samplerOf(name: TracesConfig['sampler'], ratio: number): Sampler {
  const [, root = ''] = /^(?:parentbased_)?(.*)$/.exec(name) ?? [];
  const own =
    root === 'always_off'
      ? new AlwaysOffSampler()
      : root === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: own }) : own;
}
