import type { CookieSerializeOptions } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';

const NAME = 'marina_session';
const TOKEN = /^[\w-]{43}$/;

/**
 * The cookie of a session. When live, its name makes browsers keep it only with `Secure`, and only from this very
 * host: no neighbouring host can set one.
 */
@Injectable()
export class SessionCookie {
  private readonly isLive: boolean;
  private readonly name: string;
  private readonly each: RegExp;

  constructor({ environment }: Config) {
    this.isLive = environment === 'live';
    this.name = this.isLive ? `__Host-${NAME}` : NAME;
    this.each = new RegExp(`(?:^|;)\\s*${this.name}=`, 'g');
  }

  /**
   * The token of a session; null without one. Two cookies of this name are none: a page of a neighbouring host can
   * set a second one, and nobody could tell which of them is the session that was signed in.
   */
  tokenIn({ headers, cookies }: FastifyRequest): string | null {
    const token = cookies[this.name];
    if (token === undefined || !TOKEN.test(token)) return null;
    return headers.cookie?.match(this.each)?.length === 1 ? token : null;
  }

  /** Kept until the browser ends; the service ends the session before, if its limits say so. */
  set(request: Pick<FastifyRequest, 'protocol'>, reply: FastifyReply, token: string): void {
    void reply.setCookie(this.name, token, this.optionsFor(request));
  }

  clear(request: Pick<FastifyRequest, 'protocol'>, reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.optionsFor(request));
  }

  /** `protocol` is https also behind a trusted proxy that ends TLS; a live service is always behind one. */
  private optionsFor({ protocol }: Pick<FastifyRequest, 'protocol'>): CookieSerializeOptions {
    const secure = this.isLive || protocol === 'https';
    return { path: '/', httpOnly: true, sameSite: 'strict', secure };
  }
}

/** Once a session has ended. Not the storage: it has the reader's choice of colours and views, and no client. */
export function forgetCached(reply: FastifyReply): void {
  void reply.header('clear-site-data', '"cache"');
}
