import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  fastify as bareServer,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { AnsweredRequests } from './answered-requests.js';
import type { CallersConfig } from '../config/config.js';
import { connectionsThatFit, limitConnections } from './limits/connections.js';
import { answerInTurn } from './limits/in-turn.js';
import { askForKeyFirst, endUnreadBody, type Identify } from './key-before-body.js';
import { clientErrors } from './problems/client-errors.js';
import { serveConsole } from './console-pages.js';
import { flawOf, textOf } from './input/json-body.js';
import { KnownRoutes } from './known-routes.js';
import { nestLogger, type AppLogger } from '../observability/logging.js';
import type { Tracing } from '../observability/tracing.js';
import { isWithoutHead } from './limits/costly-reads.js';
import { shedLoad } from './limits/overload.js';
import type { RateLimits } from './limits/rate-limits.js';
import type { Random } from '../runtime/ids.js';
import { describeApi } from './openapi/api-document.js';
import type { Schemas } from './openapi/examples.js';
import { problem, type Problem } from './problems/problem.js';
import {
  asProblem,
  ProblemFilter,
  sendProblem,
  type RefusalListener,
} from './problems/problem.filter.js';
import { describeProblems } from './problems/problem-pages.js';
import { requestIdOf } from './request-id.js';
import { flawOfHead } from './request-rules.js';
import { UnknownQueryInterceptor } from './unknown-query.interceptor.js';
import { traceRequests } from './trace-requests.js';
import { requestValidation } from './input/validation.js';

const BODY_BYTES_MAX = 32 * 1024;

/** A caller who sends slowly holds a connection so long. Well above what a busy machine needs to read a request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUTS_CHECKED_EVERY_MS = 1_000;

interface Around {
  readonly logger: AppLogger;
  readonly answered: AnsweredRequests;
  readonly callers: CallersConfig;
  /** Whether there is a page of the API description. */
  readonly apiDocs: boolean;
  readonly limits: RateLimits;
  /** How late the event loop is. */
  readonly delayMs: () => number;
  readonly refused: RefusalListener;
  readonly identify: Identify;
  readonly random: Random;
  readonly tracing: Tracing;
  /** Of the answers, for the API description. */
  readonly schemas: Schemas;
}

/** Sets up the HTTP server: limits, headers, request ids, errors, API description. */
export async function createHttpServer(
  root: DynamicModule,
  around: Around,
): Promise<NestFastifyApplication> {
  const { logger, answered, callers, limits, random, tracing } = around;
  const headers = { ...(await (securityHeaders ??= askHelmet())), 'cache-control': 'no-store' };
  const prepare = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id);
    answered.follow(request, reply);
  };
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES_MAX,
    genReqId: requestIdOf,
    trustProxy: callers.trustedProxies.length > 0 && [...callers.trustedProxies],
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 5_000,
    forceCloseConnections: 'idle',
    // Both would answer without a problem body; `flawOfHead` and the hook below do it instead.
    http: {
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
    },
    return503OnClosing: false,
    clientErrorHandler: clientErrors(answered),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      prepare(request, reply);
      // No hook sees these requests, so no limit does: each costs its caller a connection.
      void reply.header('connection', 'close');
      sendProblem(request, reply, asProblem(error, request.method));
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: nestLogger(logger.for('nest')),
    bodyParser: false,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  traceRequests(fastify, tracing);
  fastify.addHook('onRequest', (request, reply, done) => {
    prepare(request, reply);
    done();
  });
  limitServer(fastify, callers);
  refuseOddRequests(fastify, limits);
  closeConnectionsOnStop(fastify);
  shedLoad(fastify, around.delayMs, callers.overloadDelayMs);
  await fastify.register(cookie);
  await limits.register(fastify);
  askForKeyFirst(fastify, around.identify, { bodyBytesMax: BODY_BYTES_MAX, limits });
  await addPages(fastify, random);
  readJsonOnly(fastify);
  app.useGlobalInterceptors(new UnknownQueryInterceptor());
  app.useGlobalPipes(requestValidation());
  app.useGlobalFilters(new ProblemFilter(logger.for('http'), around.refused));
  describeApi(app, limits, { schemas: around.schemas, asPage: around.apiDocs });
  return app;
}

function limitServer(fastify: FastifyInstance, { connectionsMax }: CallersConfig): void {
  const connections = limitConnections(fastify.server, connectionsMax ?? connectionsThatFit());
  answerInTurn(fastify.server);
  fastify.addHook('preClose', (done) => {
    connections.endWaiting();
    done();
  });
}

async function addPages(fastify: FastifyInstance, random: Random): Promise<void> {
  describeProblems(fastify);
  await serveConsole(fastify, random);
}

/** Else a connection that is answered during a stop stays open for its client's keep-alive time, and the stop waits for it. */
function closeConnectionsOnStop(fastify: FastifyInstance): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Refusals before any route: of malformed heads, of methods that a path has not, and of all while it shuts down. */
function refuseOddRequests(fastify: FastifyInstance, limits: RateLimits): void {
  const routes = new KnownRoutes();
  let closing = false;
  fastify.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat();
    routes.add(url, isWithoutHead(config) ? methods.filter((one) => one !== 'HEAD') : methods);
  });
  fastify.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  // An expectation that we do not know may be ignored (RFC 9110, section 10.1.1).
  fastify.server.on('checkExpectation', (request, response) => {
    fastify.server.emit('request', request, response);
  });
  fastify.addHook('onRequest', async (request, reply) => {
    if (closing) return sendProblem(request, reply, shuttingDown());
    const refusal = flawOfHead(request) ?? flawOfMethod(request, reply);
    if (refusal === null) return;
    endUnreadBody(request, reply, BODY_BYTES_MAX);
    await limits.ofKeyless(request);
    sendProblem(request, reply, refusal);
  });

  function flawOfMethod(request: FastifyRequest, reply: FastifyReply): Problem | null {
    const { method, is404, routeOptions } = request;
    const isUnknown = is404 || (method === 'HEAD' && isWithoutHead(routeOptions.config));
    const methods = isUnknown ? routes.methodsOf(request.url.split('?')[0] ?? '') : [];
    if (methods.length === 0) return null;
    void reply.header('allow', methods.join(', '));
    return problem('method-not-allowed', `This path has only: ${methods.join(', ')}.`);
  }
}

function shuttingDown(): Problem {
  return problem(
    'shutting-down',
    'This instance is shutting down. Ask another one, or in a moment.',
  );
}

/** Allows only what the pages at `/docs` need. */
const CSP = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  // Marina itself speaks plain HTTP, on loopback or behind a proxy that terminates TLS.
  upgradeInsecureRequests: null,
};

/** Helmet's headers are the same for every response, so we compute them once instead of every time. */
let securityHeaders: Promise<Readonly<Record<string, string>>> | undefined;

async function askHelmet(): Promise<Readonly<Record<string, string>>> {
  const server = bareServer();
  await server.register(helmet, { contentSecurityPolicy: { directives: CSP } });
  server.get('/', (_request, reply) => reply.send(reply.getHeaders()));
  const answer = await server.inject('/');
  await server.close();
  return answer.json();
}

/**
 * Accepts only JSON bodies, each field once: else the order would depend on which of two counts. A JSON content type
 * without a body counts as `{}`.
 */
function readJsonOnly(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes: Buffer, done) => {
      const body = textOf(bytes, request.headers['content-type']);
      if (typeof body !== 'string' || body.length === 0) {
        done(typeof body === 'string' ? null : body, {});
        return;
      }
      void parse(request, body, (error, value) => {
        const refusal = error ?? flawOf(body, value);
        if (refusal === null) done(null, value);
        else done(refusal);
      });
    },
  );
}
