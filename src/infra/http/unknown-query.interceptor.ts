import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { problem, type Problem } from './problems/problem.js';
import { isOfEveryObject, UNKNOWN_FIELD } from './input/validation.js';

/**
 * Refuses query parameters on routes that declare none: whoever sends one expects an effect that it does not
 * have. Routes with a query DTO validate theirs by it, except for names that every object has.
 */
export class UnknownQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const given = Object.keys(query ?? {});
    const names = declaresQuery(context) ? given.filter(isOfEveryObject) : given;
    const flaw = flawOfQuery(names);
    if (flaw !== null) throw flaw;
    return next.handle();
  }
}

/** Of query names that a route does not know; null: there are none. */
export function flawOfQuery(unknown: readonly string[]): Problem | null {
  if (unknown.length === 0) return null;
  const errors = unknown.map((field) => ({ field, message: UNKNOWN_FIELD }));
  return problem('validation-failed', 'The route has no such query parameter.', { errors });
}

function declaresQuery(context: ExecutionContext): boolean {
  const metadata = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) as Readonly<Record<string, unknown>> | undefined;
  return Object.keys(metadata ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
