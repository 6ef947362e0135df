import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { QueryTimeout } from '../../database/query-timeout.js';
import { Problem, PROBLEMS, problem, type ProblemBody, type ProblemCode } from './problem.js';

/** Hears of each problem that a caller gets from a route. */
export type RefusalListener = (request: FastifyRequest, found: Problem) => void;

/** Turns every error into a problem response. Causes are logged but never sent. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly refused: RefusalListener,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const found = asProblem(error, http.getRequest<FastifyRequest>().method);
    if (LOGGED.has(found.code)) {
      this.logger.error(
        { err: error, requestId: http.getRequest<FastifyRequest>().id },
        'request failed',
      );
    }
    this.refused(http.getRequest<FastifyRequest>(), found);
    sendProblem(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), found);
  }
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, found: Problem): void {
  const status = found.getStatus();
  const { retryAfterSeconds } = found.details;
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  const where = { instance: request.url.split('?')[0] ?? '', requestId: request.id };
  void reply
    .status(status)
    .header('content-type', 'application/problem+json')
    .send(JSON.stringify(problemBody(found, where)));
}

export function problemBody(
  found: Problem,
  where: { readonly instance: string; readonly requestId: string },
): ProblemBody {
  const [status, title] = PROBLEMS[found.code];
  const { retryAfterSeconds: _, errors, ...rest } = found.details;
  return {
    type: `/problems/${found.code}`,
    title,
    status,
    detail: found.detail,
    instance: where.instance,
    code: found.code,
    requestId: where.requestId,
    errors: errors ?? [],
    ...rest,
  };
}

/** The caller does not learn the cause. */
const LOGGED: ReadonlySet<ProblemCode> = new Set([
  'internal',
  'storage-unavailable',
  'query-timeout',
]);
const QUERY_RETRY_S = 10;

const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'malformed-body',
  401: 'unauthenticated',
  // Our own refusals are problems: this is a file outside the folder that is served.
  403: 'not-found',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'unsupported-media-type',
};

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const MAY_BE_STORED =
  'The database failed while the request was worked on, so it may have been stored or not. An order can be repeated unchanged, with the same clientOrderId; look at everything else before you repeat it.';

/**
 * Errors of Nest and Fastify have a status. All others are bugs or storage failures and reveal no details. A request
 * may commit and then read: so of one that is no read nobody knows, when the database is lost, whether it was stored.
 */
export function asProblem(error: unknown, method = 'POST'): Problem {
  if (error instanceof Problem) return error;
  const isRead = READS.has(method);
  if (error instanceof QueryTimeout) {
    const detail = isRead
      ? 'Reading this took longer than a read may. Ask for less, or try again.'
      : 'Reading for this took longer than a read may. The request may have been stored: look before you repeat it.';
    return problem('query-timeout', detail, { retryAfterSeconds: QUERY_RETRY_S });
  }
  const status = statusOf(error);
  const code = codeOf(error, status);
  if (code === null) {
    if (!isStorageError(error))
      return problem('internal', 'The error was logged with the request id.');
    return problem('storage-unavailable', isRead ? 'The database did not answer.' : MAY_BE_STORED);
  }
  const ofBody = code === 'malformed-body' || code === 'body-too-large';
  const message = error instanceof Error ? error.message : 'refused';
  return problem(code, message, ofBody ? { errors: [{ field: 'body', message }] } : {});
}

function codeOf(error: unknown, status: number): ProblemCode | null {
  if (status < 400 || status >= 500) return null;
  const name = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (name === 'FST_ERR_BAD_URL') return 'malformed-request';
  return BY_STATUS[status] ?? 'malformed-request';
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

function isStorageError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return /^(SQLITE_|08|40|53|55|57|58|ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH)/.test(String(error.code));
}
