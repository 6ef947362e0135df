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

/** Of a header whose value is a secret, however short. */
const PROVES = /^(authorization|cookie)$|key|token|secret|password|auth/i;
/** A shorter value of another header may be a word or a quantity that the exchange writes, too. */
const OTHERS_LEAST = 20;

/** What callers of the receiver prove themselves by: a header's value, what follows a scheme in it, and the password in `Basic`. */
export function credentialsIn(headers: string): readonly string[] {
  return headers.split(',').flatMap((pair) => {
    const [name = '', given = ''] = pair.split(/=(.*)/s);
    const value = decoded(given.split(';')[0] ?? '').trim();
    if (!PROVES.test(decoded(name).trim())) return value.length < OTHERS_LEAST ? [] : [value];
    const [scheme = '', token = ''] = value.split(/ +(.*)/s);
    if (scheme.toLowerCase() !== 'basic') return [value, token];
    const [, password = ''] = Buffer.from(token, 'base64').toString().split(/:(.*)/s);
    return [value, token, password];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
