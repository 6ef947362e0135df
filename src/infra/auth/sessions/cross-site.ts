import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { problem, type Problem } from '../../http/problems/problem.js';

const CSRF_HEADER = 'x-csrf-token';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Browsers say where a request comes from. Programs that are no browser say nothing, and have no cookie to abuse. */
export function flawOfOrigin({
  headers,
  host,
}: Pick<FastifyRequest, 'headers' | 'host'>): Problem | null {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return problem('foreign-origin', 'The request was made by a page of another site.');
  }
  const { origin } = headers;
  if (origin === undefined || isOrigin(origin, host)) return null;
  const detail = `The request was made by a page of another origin than ${host}. A proxy must pass on the Host that it was asked for.`;
  return problem('foreign-origin', detail);
}

/** A page of another site can send a cookie along, but cannot read the token that belongs to it. */
export function flawOfCsrf(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  csrfToken: string,
): Problem | null {
  if (READS.has(method)) return null;
  const given = headers[CSRF_HEADER];
  if (typeof given === 'string' && isSameSecret(given, csrfToken)) return null;
  const detail = 'With a session, send its csrfToken as the header X-CSRF-Token.';
  return problem('csrf-token-missing', detail);
}

/** Schemes may differ: a proxy that is not trusted may end TLS. */
function isOrigin(origin: string, host: string): boolean {
  try {
    const { protocol, host: asked } = new URL(origin);
    return asked !== '' && asked === new URL(`${protocol}//${host}`).host;
  } catch {
    return false;
  }
}

/** Takes the same time wherever they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
