import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '../runtime/ids.js';
import { problem } from './problems/problem.js';
import { sendProblem } from './problems/problem.filter.js';

/**
 * Serves the built console: its page at `/console` and every path below it that is no file, with a fresh nonce each
 * time, and its assets, whose names change with their content.
 */
const NONCE_PLACE = '__CSP_NONCE__';
const NONCE_BYTES = 18;
const YEAR_S = 31_536_000;

export async function serveConsole(fastify: FastifyInstance, random: Random): Promise<void> {
  const folder = builtConsole();
  const page = folder === null ? null : readFileSync(join(folder, 'index.html'), 'utf8');
  if (folder !== null) {
    await fastify.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/console/assets/',
      preCompressed: true,
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (response) => {
        void response.header('cache-control', `public, max-age=${YEAR_S}, immutable`);
      },
    });
    const icon = readFileSync(join(folder, 'marina.svg'));
    fastify.get('/console/marina.svg', (_request, reply) => {
      void reply.type('image/svg+xml; charset=utf-8').send(icon);
    });
  }
  for (const path of ['/console', '/console/*']) {
    fastify.get(path, (request, reply) => {
      if (page !== null) sendPage(reply, page, random);
      else sendProblem(request, reply, problem('not-found', 'The console is not built here.'));
    });
  }
}

function sendPage(reply: FastifyReply, page: string, random: Random): void {
  const nonce = random.bytes(NONCE_BYTES).toString('base64');
  void reply
    .header('content-security-policy', policyWith(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE_PLACE, nonce));
}

/** Nothing from anywhere else; styles that the page adds itself need the nonce; no text becomes HTML. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Beside the bundle or the sources; null if it was not built. */
function builtConsole(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (; dirname(folder) !== folder; folder = dirname(folder)) {
    const built = join(folder, 'console', 'dist');
    if (existsSync(join(built, 'index.html'))) return built;
  }
  return null;
}
