import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** Serves the OpenAPI 3.1 document at `/openapi.json` and a page to read it at `/docs`. */
export function describeApi(app: NestFastifyApplication): void {
  let document: OpenAPIObject | undefined;
  const build = (): OpenAPIObject => (document ??= apiDocument(app));
  SwaggerModule.setup('docs', app, build, {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Marina API',
  });
}

export function apiDocument(app: NestFastifyApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Marina')
    .setDescription(
      'The order desk of a stock-broking firm. Money and quantities are decimal strings, times are RFC 3339 in UTC, and errors are RFC 9457 problems. A caller whose key was made with `delegates: true` may name, in the header `On-Behalf-Of` of any call, the person it acts for (1 to 80 visible characters, UTF-8); the audit trail keeps that name beside the key. Other keys get 403 `delegation-not-allowed`. A key that is bound to accounts uses the routes of orders (without `/calls`), of the market and of the session, and the stream; others are 403 `key-bound-to-accounts`, and orders of other accounts 404.',
    )
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer' })
    .addCookieAuth('marina_session', { type: 'apiKey' }, 'session')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('session')
    .build();
  return SwaggerModule.createDocument(app, options);
}
