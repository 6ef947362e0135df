import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { problem } from './problems/problem.js';
import { isOfEveryObject } from './validation.js';

/**
 * Refuses query parameters on routes that declare none: whoever sends one expects an effect that it does not
 * have. Routes with a query DTO validate theirs by it, except for names that every object has.
 */
export class UnknownQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const given = Object.keys(query ?? {});
    const names = declaresQuery(context) ? given.filter(isOfEveryObject) : given;
    if (names.length > 0) {
      const errors = names.map((field) => ({ field, message: 'is not a known field' }));
      throw problem('validation-failed', 'The route has no such query parameter.', { errors });
    }
    return next.handle();
  }
}

function declaresQuery(context: ExecutionContext): boolean {
  const metadata = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) as Readonly<Record<string, unknown>> | undefined;
  return Object.keys(metadata ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
