/** Where the spans of requests, calls and runs go. The names of the variables and their values are OpenTelemetry's. */
export interface TracesConfig {
  /** Of an OTLP receiver that takes JSON over HTTP. */
  readonly url: string;
  /** `name=value,…`, a secret; null for none. */
  readonly headers: string | null;
  readonly sampler: TraceSampler;
  /** For the samplers that take a part of all traces: from 0 to 1. */
  readonly ratio: number;
}

export const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TraceSampler = (typeof TRACE_SAMPLERS)[number];

interface Given {
  readonly endpoint: string;
  readonly tracesEndpoint: string;
  readonly disabled: string;
  readonly exporter: string;
}

/** Null: no traces are made. The endpoint is that of all signals; the other one is used as it is. */
export function tracesUrl({ endpoint, tracesEndpoint, disabled, exporter }: Given): string | null {
  if (disabled.toLowerCase() === 'true' || exporter === 'none') return null;
  if (tracesEndpoint !== '') return tracesEndpoint;
  return endpoint === '' ? null : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}
