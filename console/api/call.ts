import type { Page } from './answers.js';

/** Calls of the service. The session is a cookie; what changes something also carries its CSRF token. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Ask {
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** Version of what was read: a later one is refused with 412. */
  readonly version?: number;
  /** How long to wait for the exchange's answer. */
  readonly waitSeconds?: number;
  /** How long an answer is awaited before the service counts as silent. */
  readonly limitSeconds?: number;
  /** Asked by the page itself: it does not keep the session from becoming idle. */
  readonly background?: boolean;
}

export interface Answer<T> {
  readonly data: T;
  readonly status: number;
}

/** A refusal as the service words it, or no answer at all (`status` 0). */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly requestId: string | null,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(detail === '' ? title : detail);
    this.name = 'CallError';
  }
}

/** Whether the same may be answered otherwise in a moment: no answer, too many requests, a fault of the service. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

const state: { csrfToken: string | null; signedOut: () => void; ended: boolean } = {
  csrfToken: null,
  signedOut: () => undefined,
  ended: false,
};

/** A connection that is cut without a word is noticed by nothing else. */
const LIMIT_SECONDS = 45;

/** What works without a session, and opens or ends one. */
const WITHOUT_SESSION = /^\/(v1\/session|health)(\/|$)/;

export function keepCsrfToken(token: string | null): void {
  state.csrfToken = token;
}

/** From now on nothing is asked that needs a session: the service would note each call as a refusal. */
export function endCalls(): void {
  state.ended = true;
}

export function resumeCalls(): void {
  state.ended = false;
}

/** Told when the service no longer knows the session. */
export function onSignedOut(listener: () => void): void {
  state.signedOut = listener;
}

export function urlOf(path: string, query: Ask['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') given.set(name, String(value));
  }
  const text = given.toString();
  return text === '' ? path : `${path}?${text}`;
}

export async function call<T>(method: Method, path: string, ask: Ask = {}): Promise<Answer<T>> {
  const response = await send(method, path, ask);
  if (response.status === 204) return { data: undefined as T, status: 204 };
  const body: unknown = await response.json().catch(() => {
    // What was cut off in the middle of an answer has not been answered.
    if (response.ok) throw noAnswer();
    return null;
  });
  if (response.ok) return { data: body as T, status: response.status };
  const error = errorOf(response, body);
  if (error.status === 401 && path !== '/v1/session') {
    endCalls();
    state.signedOut();
  }
  throw error;
}

export async function read<T>(path: string, query: Ask['query'] = {}): Promise<T> {
  return (await call<T>('GET', path, { query })).data;
}

/** Of 200 rows. */
const PAGES_MOST = 10;

/** All rows of a list. Throws a {@link CallError} where there are more than 2,000: a part is not shown as the whole. */
export async function readAll<T>(path: string, query: Ask['query'] = {}): Promise<readonly T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MOST; pages += 1) {
    const { data, page }: Page<T> = await read<Page<T>>(path, { ...query, limit: 200, cursor });
    rows.push(...data);
    cursor = page.nextCursor;
    if (!page.hasMore) return rows;
  }
  const detail = 'There are more than 2,000 rows. Ask for fewer, such as a shorter time.';
  throw new CallError(422, 'too-many-rows', 'Too much to show here', detail, null);
}

/** Starts the key of queries that a person has asked of the exchange: nothing else repeats them. */
export const ASKED = 'asked';

/** Reads what the page asks again and again by itself. */
export async function poll<T>(path: string, query: Ask['query'] = {}, more: Ask = {}): Promise<T> {
  return (await call<T>('GET', path, { ...more, query, background: true })).data;
}

async function send(method: Method, path: string, ask: Ask): Promise<Response> {
  if (state.ended && !WITHOUT_SESSION.test(path)) {
    const detail = 'Your session has ended. Sign in again.';
    throw new CallError(401, 'signed-out', 'Signed out', detail, null);
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  if (ask.body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET' && state.csrfToken !== null) headers['x-csrf-token'] = state.csrfToken;
  if (ask.version !== undefined) headers['if-match'] = `"${String(ask.version)}"`;
  if (ask.waitSeconds !== undefined) headers['prefer'] = `wait=${String(ask.waitSeconds)}`;
  if (ask.background === true) headers['x-background'] = 'true';
  const seconds = (ask.limitSeconds ?? LIMIT_SECONDS) + (ask.waitSeconds ?? 0);
  try {
    return await fetch(urlOf(path, ask.query), {
      method,
      headers,
      signal: AbortSignal.timeout(seconds * 1_000),
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
    });
  } catch {
    throw noAnswer();
  }
}

/** Of an answer that is not the service's own: that of a proxy, say. */
const WITHOUT_CODE = 'unknown';

/** Whether nothing is known of what became of a call: no answer, or one of a proxy that got none. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.status === 0 || (error.status >= 500 && error.code === WITHOUT_CODE);
}

function noAnswer(): CallError {
  return new CallError(0, 'no-answer', 'Marina does not answer', '', null);
}

function errorOf(response: Response, body: unknown): CallError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >;
  const text = (name: string, otherwise: string): string => {
    const value = problem[name];
    return typeof value === 'string' ? value : otherwise;
  };
  const errors = Array.isArray(problem['errors']) ? (problem['errors'] as FieldError[]) : [];
  const how = response.status >= 500 ? 'No proper answer' : 'Refused';
  const title = text('title', `${how} (${String(response.status)})`);
  const requestId = problem['requestId'];
  return new CallError(
    response.status,
    text('code', WITHOUT_CODE),
    title,
    text('detail', title),
    typeof requestId === 'string' ? requestId : response.headers.get('x-request-id'),
    errors,
  );
}
