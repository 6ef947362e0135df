import type { CookieSerializeOptions } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { ATTEMPT_MS } from './sign-in-attempts.js';

const NAME = 'marina_sign_in';
const VALUE = /^[0-9a-z]{1,12}\.[\w-]{43}\.[\w-]{0,2000}$/;

/**
 * The cookie of a sign-in under way. `SameSite=Lax`, because the browser must send it when the provider leads it back;
 * it is good for nothing but the callback.
 */
@Injectable()
export class OidcCookie {
  private readonly isLive: boolean;
  private readonly name: string;

  constructor({ environment }: Config) {
    this.isLive = environment === 'live';
    this.name = this.isLive ? `__Host-${NAME}` : NAME;
  }

  valueIn({ cookies }: FastifyRequest): string | null {
    const value = cookies[this.name];
    return value !== undefined && VALUE.test(value) ? value : null;
  }

  set(request: Pick<FastifyRequest, 'protocol'>, reply: FastifyReply, value: string): void {
    const maxAge = ATTEMPT_MS / 1_000;
    void reply.setCookie(this.name, value, { ...this.optionsFor(request), maxAge });
  }

  clear(request: Pick<FastifyRequest, 'protocol'>, reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.optionsFor(request));
  }

  private optionsFor({ protocol }: Pick<FastifyRequest, 'protocol'>): CookieSerializeOptions {
    const secure = this.isLive || protocol === 'https';
    return { path: '/', httpOnly: true, sameSite: 'lax', secure };
  }
}
