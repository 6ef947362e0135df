import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { ACCESS_EXTENSION } from './answers.js';
import { COMMON_HEADERS } from './common-headers.js';
import { exampleOf, type Schema, type Schemas } from './examples.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { sendProblem } from '../problems/problem.filter.js';
import { flawOfQuery } from '../unknown-query.interceptor.js';
import { commonParameters, describeParameters } from './parameters.js';
import { ProblemResponses } from './problem-responses.js';

/*
 * The OpenAPI 3.1 document. Nest knows routes, parameters and bodies from their classes; the schemas of answers are
 * generated from the types that the routes return (`npm run api`); what all routes have in common is added here.
 */

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Content = Record<string, { schema?: Schema; example?: unknown }>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Serves the document at `/openapi.json` and, where wanted, a page to read it at `/docs`. */
export function describeApi(
  app: NestFastifyApplication,
  limits: Pick<RateLimits, 'ofLargePage'>,
  { schemas, asPage }: { readonly schemas: Schemas; readonly asPage: boolean },
): void {
  let document: OpenAPIObject | undefined;
  const build = (): OpenAPIObject => (document ??= apiDocument(app, schemas));
  const fastify = app.getHttpAdapter().getInstance();
  if (asPage) {
    nameCharset(fastify);
    SwaggerModule.setup('docs', app, build, { raw: false, customSiteTitle: 'Marina API' });
  }
  let text: { readonly bytes: Buffer; readonly etag: string } | undefined;
  fastify.get('/openapi.json', async (request, reply) => {
    const flaw = flawOfQuery(Object.keys(request.query ?? {}));
    if (flaw !== null) {
      sendProblem(request, reply, flaw);
      return reply;
    }
    // Hundreds of kilobytes: written once, not for each who asks, and a few at once for those who ask again and again.
    text ??= written(build());
    void reply.header('etag', text.etag);
    if (request.headers['if-none-match'] === text.etag) return reply.status(304).send();
    const tooMany = await limits.ofLargePage(request, reply);
    if (tooMany !== null) {
      sendProblem(request, reply, tooMany);
      return reply;
    }
    return reply.type('application/json; charset=utf-8').send(text.bytes);
  });
}

/** Nest sends the page without it. */
function nameCharset(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'text/html')
      void reply.type('text/html; charset=utf-8');
    done(null, payload);
  });
}

function written(document: OpenAPIObject): { readonly bytes: Buffer; readonly etag: string } {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

export function apiDocument(app: NestFastifyApplication, schemas: Schemas): OpenAPIObject {
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Marina')
    .setDescription(
      'The order desk of a stock-broking firm. Money and quantities are decimal strings, times are RFC 3339 in UTC, and errors are RFC 9457 problems. A caller whose key was made with `delegates: true` may name, in the header `On-Behalf-Of` of any call, the person it acts for (1 to 80 visible characters, UTF-8); the audit trail keeps that name beside the key. Other keys get 403 `delegation-not-allowed`. A key that is bound to accounts uses the routes of orders (without `/calls` and `/report`), of the market and of the session, and the stream; others are 403 `key-bound-to-accounts`, and orders of other accounts 404.',
    )
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This service')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key.' })
    .addCookieAuth('marina_session', { type: 'apiKey' }, 'session')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('session')
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '')}_${method}`,
  });
  document.components ??= {};
  const ofBodies = document.components.schemas ?? {};
  const twice = Object.keys(ofBodies).filter((name) => Object.hasOwn(schemas, name));
  if (twice.length > 0) throw new Error(`Two schemas have the name ${twice.join(', ')}`);
  document.components.schemas = { ...schemas, ...ofBodies } as typeof ofBodies;
  const known = document.components.schemas as Schemas;
  const problems = new ProblemResponses();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (operation === undefined) continue;
      nameAccess(operation);
      describeParameters(path, method, operation);
      addExamples(operation, known);
      problems.addTo(method, operation);
    }
  }
  document.components.responses = problems.all();
  document.components.headers = COMMON_HEADERS;
  document.components.parameters = commonParameters();
  return document;
}

/** The roles of a security requirement are the scopes that a key needs, any one of several. */
function nameAccess(operation: Operation): void {
  const extended = operation as Operation & { [ACCESS_EXTENSION]?: readonly string[] | string };
  const needed = extended[ACCESS_EXTENSION];
  delete extended['x-access'];
  if (needed === 'public') operation.security = [];
  if (needed === 'session') operation.security = [{ session: [] }];
  if (!Array.isArray(needed)) return;
  const scopes = needed as readonly string[];
  operation.security = [{ bearer: [...scopes] }, { session: [...scopes] }];
  const needs = `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
  operation.description = [operation.description, needs].filter(Boolean).join(' ');
}

function addExamples(operation: Operation, schemas: Schemas): void {
  const contents = [operation.requestBody, ...Object.values(operation.responses)].map(
    (one) => (one as { content?: Content } | undefined)?.content ?? {},
  );
  for (const media of contents.flatMap((content) => Object.values(content))) {
    if (media.schema !== undefined) media.example ??= exampleOf(media.schema, schemas);
  }
}
