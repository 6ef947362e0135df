import { HttpException } from '@nestjs/common';

/**
 * The catalogue of every error that a caller can meet (RFC 9457). `code` is stable and is the last
 * part of `type`; title and status belong to the code and never vary.
 */
export const PROBLEMS = {
  'validation-failed': [400, 'The request is not valid'],
  'malformed-body': [400, 'The body is not readable JSON'],
  'malformed-request': [400, 'The request is not readable'],
  unauthenticated: [401, 'A valid API key is needed'],
  'scope-missing': [403, 'The API key lacks the scope'],
  'not-found': [404, 'There is no such thing here'],
  'not-found-at-exchange': [404, 'The exchange does not know it'],
  'method-not-allowed': [405, 'The method is not allowed here'],
  'body-too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'The body must be application/json'],
  'second-person-needed': [403, 'Somebody else must decide this'],
  'break-closed': [409, 'The break has ended'],
  'break-open': [409, 'The break has not ended'],
  'approval-pending': [409, 'A proposal for the break waits for approval'],
  'approval-decided': [409, 'The proposal is decided already'],
  'approval-expired': [409, 'The proposal has expired'],
  'approval-stale': [409, 'The order has changed since the proposal'],
  'report-changed': [409, 'The report has changed'],
  'day-closed': [409, 'The day is closed'],
  'day-not-settled': [409, 'The day is not settled'],
  'resolution-unfit': [422, 'The break cannot be resolved like that'],
  'status-word-unfit': [422, 'The status word cannot be given that meaning'],
  'order-not-working': [409, 'The order is not working'],
  'order-part-filled': [409, 'The order is filled in part'],
  'order-number-unknown': [409, 'The order number is not known yet'],
  'units-below-matched': [422, 'The units are below what is matched already'],
  'calendar-date-over': [422, 'The date is over'],
  'calendar-session-unfit': [422, 'The session does not fit'],
  'security-unknown': [422, 'The security is not listed'],
  'time-in-force-unknown': [422, 'The time in force is not allowed'],
  'broker-code-foreign': [422, 'The broker code is not ours'],
  'idempotency-key-reused': [422, 'The key was used for another request'],
  'version-stale': [412, 'It has changed since'],
  'budget-exhausted': [503, 'The exchange calls of this minute are used up'],
  'reconciler-busy': [503, 'Other runs of the reconciler are waiting'],
  'exchange-unavailable': [502, 'The exchange did not answer'],
  'storage-unavailable': [503, 'Nothing could be stored'],
  'shutting-down': [503, 'The service is shutting down'],
  internal: [500, 'Something went wrong inside Marina'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly orderId?: string;
  readonly orderStatus?: string;
  readonly retryAfterSeconds?: number;
  /** Of a report that has changed: what it is now, and what differs from the one that was named. */
  readonly reportHash?: string;
  readonly changes?: readonly object[];
}

/** Thrown at the edge only; the core answers with refusals, which are data. */
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

/** A refusal that concerns one field of the request. */
export function fieldProblem(code: ProblemCode, field: string, message: string): Problem {
  return problem(code, `${field} ${message}.`, { errors: [{ field, message }] });
}
