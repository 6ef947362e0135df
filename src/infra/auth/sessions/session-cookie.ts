import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'marina_session';

const TOKEN = /^[\w-]{43}$/;
const EACH = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=`, 'g');

/**
 * The token of a session; null without one. Two cookies of this name are none: a page of a neighbouring host can set
 * a second one, and nobody could tell which of them is the session that was signed in.
 */
export function sessionTokenIn({ headers, cookies }: FastifyRequest): string | null {
  const token = cookies[SESSION_COOKIE];
  if (token === undefined || !TOKEN.test(token)) return null;
  return headers.cookie?.match(EACH)?.length === 1 ? token : null;
}

/** Kept until the browser ends; the service ends the session before, if its limits say so. */
export function setSessionCookie(
  request: Pick<FastifyRequest, 'protocol'>,
  reply: FastifyReply,
  token: string,
): void {
  void reply.setCookie(SESSION_COOKIE, token, optionsFor(request));
}

export function clearSessionCookie(
  request: Pick<FastifyRequest, 'protocol'>,
  reply: FastifyReply,
): void {
  void reply.clearCookie(SESSION_COOKIE, optionsFor(request));
}

/** `protocol` is https also behind a trusted proxy that ends TLS. */
function optionsFor({ protocol }: Pick<FastifyRequest, 'protocol'>): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' };
}
