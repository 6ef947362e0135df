import { HttpException } from '@nestjs/common';

/**
 * The catalogue of all errors that callers can get (RFC 9457). `code` is stable and is the last part of
 * `type`; each code has a fixed status and title, and an explanation in `problem-explanations.ts`.
 */
export const PROBLEMS = {
  'validation-failed': [400, 'The request is not valid'],
  'malformed-body': [400, 'The body is not valid JSON'],
  'malformed-request': [400, 'The request is malformed'],
  unauthenticated: [401, 'A valid API key or session is required'],
  'scope-missing': [403, 'The API key lacks the required scope'],
  'key-bound-to-accounts': [403, 'The API key is bound to accounts'],
  'account-foreign': [403, 'The API key is not for this account'],
  'clients-masked': [403, 'Clients are masked for you'],
  'csrf-token-missing': [403, 'The CSRF token is missing or wrong'],
  'foreign-origin': [403, 'The request comes from another site'],
  'delegation-not-allowed': [403, 'The API key may not do this on behalf of others'],
  'provider-required': [403, 'People sign in at the identity provider'],
  'person-required': [403, 'Only a person may decide this'],
  'not-found': [404, 'Not found'],
  'not-found-at-exchange': [404, 'Not found at the exchange'],
  'method-not-allowed': [405, 'Method not allowed'],
  'body-too-large': [413, 'The body is too large'],
  'request-timeout': [408, 'The request took too long to arrive'],
  'length-required': [411, 'The length of the body is not known'],
  'headers-too-large': [431, 'The headers are too large'],
  'unsupported-media-type': [415, 'The body must be application/json'],
  'second-person-needed': [403, 'A second person must decide this'],
  'withdrawal-not-own': [403, 'Only the proposer may withdraw a proposal'],
  'last-administrator': [409, 'The last administrator must remain'],
  'name-taken': [409, 'Somebody else has this name'],
  'key-ended': [409, 'The API key is no longer valid'],
  'break-closed': [409, 'The break is closed'],
  'break-open': [409, 'The break is still open'],
  'approval-pending': [409, 'A proposal about this is awaiting approval'],
  'approval-decided': [409, 'The proposal has already been decided'],
  'approval-expired': [409, 'The proposal has expired'],
  'approval-stale': [409, 'The order has changed since the proposal'],
  'report-changed': [409, 'The report has changed'],
  'day-closed': [409, 'The trading day is closed'],
  'day-not-settled': [409, 'The trading day is not settled'],
  'checkpoint-impossible': [409, 'No checkpoint can be signed here'],
  'proof-impossible': [409, 'No proof of this would hold'],
  'export-unfinished': [409, 'The export is not finished'],
  'export-elsewhere': [409, 'The file is not on this instance'],
  'request-in-progress': [409, 'The same request is still being stored'],
  'range-unsatisfiable': [416, 'The file ends before the range begins'],
  'resolution-unfit': [422, 'This resolution does not apply to the break'],
  'status-word-unfit': [422, 'The status word cannot have this meaning'],
  'order-not-working': [409, 'The order is not working'],
  'order-part-filled': [409, 'The order is partially filled'],
  'order-number-unknown': [409, 'The order number is not known yet'],
  'units-below-matched': [422, 'The units are below the matched units'],
  'calendar-date-over': [422, 'The date is in the past'],
  'calendar-session-unfit': [422, 'The session does not fit the day'],
  'security-unknown': [422, 'The security is not listed'],
  'time-in-force-unknown': [422, 'The time in force is not allowed'],
  'broker-code-foreign': [422, 'The broker code is not ours'],
  'limit-exceeded': [422, 'The order is beyond a pre-trade limit'],
  'last-price-unknown': [503, 'The last price of the security is not known'],
  'idempotency-key-reused': [422, 'The idempotency key was used for another request'],
  'version-stale': [412, 'The version is out of date'],
  'budget-exhausted': [503, 'The exchange rate budget of this minute is used up'],
  'reconciler-busy': [503, 'Too many reconciliation runs are waiting'],
  'exchange-unavailable': [502, 'The exchange did not answer'],
  'storage-unavailable': [503, 'The database is unavailable'],
  'query-timeout': [503, 'The answer took too long to find'],
  'rate-limited': [429, 'Too many requests'],
  'too-many-queued': [429, 'Too many posts are queued'],
  'too-many-edits': [429, 'The order has been edited too often'],
  'too-many-comments': [429, 'Too many comments'],
  'too-many-assignments': [429, 'The break has been assigned too often'],
  'too-many-streams': [429, 'Too many open streams'],
  'too-many-exports': [429, 'Too many exports'],
  overloaded: [503, 'The service is overloaded'],
  'console-not-built': [503, 'The console has not been built'],
  'shutting-down': [503, 'The service is shutting down'],
  internal: [500, 'Something went wrong inside Marina'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

export interface FieldError {
  /**
   * Its name, as a path from the body or the query.
   * @example "units"
   */
  readonly field: string;
  /**
   * What it must be.
   * @example "must be a positive decimal"
   */
  readonly message: string;
  /** For `limit-exceeded`: the setting that has the limit. */
  readonly limit?: string;
  /** For `limit-exceeded`: whose limit it is. */
  readonly owner?: 'firm' | 'key' | 'account';
}

/** An error as callers get it (RFC 9457), always `application/problem+json`. */
export interface ProblemBody extends Omit<ProblemDetails, 'errors' | 'retryAfterSeconds'> {
  /**
   * The address of a page that explains the code.
   * @example "/problems/validation-failed"
   */
  readonly type: string;
  /**
   * The same for every problem of the code.
   * @example "The request is not valid"
   */
  readonly title: string;
  /**
   * The HTTP status.
   * @asType integer
   * @example 400
   */
  readonly status: number;
  /**
   * What it is this time.
   * @example "units must be a positive decimal."
   */
  readonly detail: string;
  /**
   * The path that was asked for.
   * @example "/v1/orders"
   */
  readonly instance: string;
  /** Stable: what a program should look at. */
  readonly code: ProblemCode;
  /**
   * Also in the header `X-Request-Id` and in the log.
   * @example "3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f"
   */
  readonly requestId: string;
  /** The fields, query parameters or headers that are wrong; empty for other problems. */
  readonly errors: readonly FieldError[];
}

export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  /** The order that it is about. */
  readonly orderId?: string;
  /** For `order-not-working`: the status of the order. */
  readonly orderStatus?: string;
  readonly retryAfterSeconds?: number;
  /** For `report-changed`: the hash of the present report. */
  readonly reportHash?: string;
  /** For `report-changed`: what differs from the report that was named. */
  readonly changes?: readonly object[];
  /** For `day-not-settled`: when the day is over and can be closed; null without a session. */
  readonly closableFrom?: string | null;
}

/** Thrown only by the HTTP layer; the domain returns refusals as data. */
export class Problem extends HttpException {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly details: ProblemDetails = {},
  ) {
    super(detail, PROBLEMS[code][0]);
  }
}

export function problem(code: ProblemCode, detail: string, details?: ProblemDetails): Problem {
  return new Problem(code, detail, details);
}

/** A problem with one field of the request. */
export function fieldProblem(code: ProblemCode, field: string, message: string): Problem {
  return problem(code, `${field} ${message}.`, { errors: [{ field, message }] });
}
