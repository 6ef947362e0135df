import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { problem } from './problem.js';

/**
 * Refuses query parameters on routes that declare none: whoever sends one expects an effect that it does not
 * have. Routes with a query DTO validate theirs by it.
 */
export class UnknownQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query ?? {});
    if (names.length > 0 && !declaresQuery(context)) {
      const errors = names.map((field) => ({ field, message: 'is not a known field' }));
      throw problem('validation-failed', 'The request has no such query.', { errors });
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
